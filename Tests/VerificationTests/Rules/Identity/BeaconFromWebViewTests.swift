import TestTape
import Testing
import Verification

@Suite("MK-031")
struct BeaconFromWebViewTests {
    private func tape(_ agent: String, _ fields: String = "") -> TapeBuilder {
        var tape = TapeBuilder()
        let members = tape.identity.map { "\"\($0.0)\":\"\($0.1)\"" }.joined(separator: ",")
        tape.exchange(
            "POST \(TapeBuilder.base)/beacon\nUser-Agent: \(agent)\n\(fields)Content-Type: application/json\n\n"
                + #"{"event":"click","in_app_mechanism":"sdk",\#(members)}"#, "HTTP/1.1 204 No Content\n\n")
        return tape
    }

    @Test func `the SDK's own beacon holds`() {
        #expect(tape(TapeBuilder.agent).outcome("MK-031") == .pass)
        #expect(tape(TapeBuilder.agent).failing() == [])
    }

    @Test func `a browser's beacon breaks`() {
        #expect(tape(TapeBuilder.browser).failing() == ["MK-031"])
    }

    @Test(arguments: ["Origin: null\n", "Referer: https://ads.metrike.example/\n", "Sec-Fetch-Mode: cors\n"])
    func `a field of a page breaks`(field: String) {
        #expect(tape(TapeBuilder.agent, field).failing() == ["MK-031"])
    }

    @Test func `what a page posts that names no event is no beacon`() {
        var tape = TapeBuilder()
        tape.serve()
        tape.exchange(
            "POST \(TapeBuilder.base)/metrics\nUser-Agent: \(TapeBuilder.browser)\nContent-Type: application/json\n\n"
                + #"{"page":"x","load":12}"#, "HTTP/1.1 204 No Content\n\n")
        #expect(tape.outcome("MK-031") == .notObserved)
        #expect(tape.failing() == [])
    }
}
