import SDKContracts
import TestTape
import Testing
import Verification

@Suite("MK-047")
struct IdentityValueUnderForeignNameTests {
    private func tape(_ fired: String, fields: String = "") -> TapeBuilder {
        var tape = TapeBuilder()
        tape.serve()
        tape.get(fired, fields: fields)
        return tape
    }

    @Test func `a third-party request without known values holds`() {
        let tape = tape("https://px.example/i?uid=\(TapeBuilder.otherVisitor)")
        #expect(tape.outcome("MK-047") == .pass)
        #expect(tape.failing() == [])
    }

    @Test(arguments: [
        "?uid=\(TapeBuilder.visitor)", "?uid=\(TapeBuilder.visitor.uppercased())",
        "?uid=8f14e45fceea467fa9d13c1b9a6e0001", "?uid=8f14e45f%2Dceea%2D467f%2Da9d1%2D3c1b9a6e0001",
        "?u=https%3A%2F%2Fx%2F%3Fv%3D8f14e45f%252Dceea%252D467f%252Da9d1%252D3c1b9a6e0001",
        "/\(TapeBuilder.session)/a", "?s=\(TapeBuilder.session)",
    ])
    func `a known value under another name breaks`(rest: String) {
        #expect(tape("https://px.example/i\(rest)").failing() == ["MK-047"])
    }

    /// SHA-256 of the value, MD5 of it in upper case, SHA-1 with the bundle behind it, base64 of JSON.
    @Test(arguments: [
        "f383aaf34dd45adcb8f08998d9c758f3b82dfcdad5f06bff6b9c27034230dc6e",
        "5BC1C1BBBE73FC8A983B03CD736ECD14", "2af0743009193525184a9b0b8d576aefb97afded",
        "eyJpZCI6IjhmMTRlNDVmLWNlZWEtNDY3Zi1hOWQxLTNjMWI5YTZlMDAwMSJ9",
    ])
    func `a known value in disguise breaks`(disguised: String) throws {
        let tape = tape("https://px.example/i?h=\(disguised)")
        #expect(tape.failing() == ["MK-047"])
        let place = try #require(tape.judged().findings.first?.places.first)
        #expect(place.name == "h")
    }

    @Test(arguments: ["X-Client: \(TapeBuilder.visitor)\n", "Cookie: u=\(TapeBuilder.visitor)\n"])
    func `a known value in a field breaks`(fields: String) {
        #expect(tape("https://px.example/i", fields: fields).failing() == ["MK-047"])
    }

    @Test func `a known value in a JSON body breaks, escapes or not`() {
        var tape = TapeBuilder()
        tape.serve()
        tape.post("https://c.example/", json: #"{"a":["\#(TapeBuilder.visitor)"]}"#)
        tape.post("https://c.example/", json: #"{"a":{"b":"\u0038f14e45f-ceea-467f-a9d1-3c1b9a6e0001"}}"#)
        #expect(tape.failing() == ["MK-047"])
        #expect(tape.judged().findings.map(\.exchange) == [2, 3])
        #expect(tape.judged().findings.last?.places.first?.name == "/a/b")
    }

    @Test func `a value that first-party traffic shows only later convicts all the same`() {
        var tape = TapeBuilder()
        tape.get("https://px.example/i?uid=\(TapeBuilder.visitor)")
        tape.serve()
        #expect(tape.failing() == ["MK-047"])
    }

    @Test func `the bundle that the SDK added under another name breaks, in the User-Agent it does not`() {
        var tape = TapeBuilder()
        tape.vast(answer: Markup.vast(["https://px.example/i?c=1", "https://px.example/j"]))
        tape.get("https://px.example/i?c=1&b=br.com.news")
        tape.exchange("GET https://px.example/j\nUser-Agent: br.com.news/7\n\n", "HTTP/1.1 204 No Content\n\n")
        #expect(tape.failing() == ["MK-047"])
        #expect(tape.judged().findings.map(\.exchange) == [2])
    }
}
