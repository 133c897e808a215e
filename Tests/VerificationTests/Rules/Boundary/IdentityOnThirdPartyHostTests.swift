import SDKContracts
import TestTape
import Testing
import Verification

@Suite("MK-042")
struct IdentityOnThirdPartyHostTests {
    private func tape(_ fired: String) -> TapeBuilder {
        var tape = TapeBuilder()
        tape.vast(answer: Markup.vast(["https://px.example/i?c=1"]))
        tape.get(fired)
        return tape
    }

    @Test func `a third-party pixel fired as told holds`() {
        let tape = tape("https://px.example/i?c=1")
        #expect(tape.outcome("MK-042") == .pass)
        #expect(tape.failing() == [])
    }

    @Test func `a third-party pixel never receives app_bundle`() throws {
        let tape = tape("https://px.example/i?c=1&app_bundle=br.com.news")
        #expect(tape.failing() == ["MK-042"])
        let finding = try #require(tape.judged().findings.first)
        #expect(finding.exchange == 2)
        #expect(finding.places.map(\.range) == [18..<29])
        #expect(finding.places[0].surface == .query)
        #expect(finding.places[0].name == "app_bundle")
        #expect(finding.cause == .sdkAttached(absentFrom: "#1:2"))
    }

    @Test func `identity in a third-party JSON body breaks`() {
        var tape = TapeBuilder()
        tape.serve()
        tape.post("https://collect.example/", json: #"{"user":{"visitor_id":"\#(TapeBuilder.visitor)"}}"#)
        #expect(tape.failing() == ["MK-042"])
    }

    @Test func `another SDK's own app_version is nobody's identity`() {
        var tape = TapeBuilder()
        tape.serve()
        tape.get("https://analytics.example/c?app_version=2.1.0")
        #expect(tape.outcome("MK-042") == .pass)
        #expect(tape.failing() == [])
    }

    @Test func `without a third-party request nothing is seen`() {
        var tape = TapeBuilder()
        tape.serve()
        #expect(tape.outcome("MK-042") == .notObserved)
    }
}
