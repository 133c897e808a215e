import SDKContracts
import TestTape
import Testing
import Verification

@Suite("MK-048")
struct IdentityInRefererTests {
    private func tape(_ referer: String) -> TapeBuilder {
        var tape = TapeBuilder()
        tape.serve()
        tape.get("https://cdn.example/a.js", fields: "Referer: \(referer)\n")
        return tape
    }

    @Test func `a Referer without identity holds`() {
        #expect(tape("https://ads.metrike.example/").outcome("MK-048") == .pass)
        #expect(tape("https://ads.metrike.example/").failing() == [])
    }

    @Test func `a Referer with the visitor ID breaks`() throws {
        let tape = tape("https://ads.metrike.example/c?visitor_id=\(TapeBuilder.visitor)")
        #expect(tape.failing() == ["MK-048"])
        let finding = try #require(tape.judged().findings.first)
        #expect(finding.places.first?.surface == .referer)
        #expect(finding.cause == .referer)
    }

    @Test func `without a Referer nothing is seen`() {
        var tape = TapeBuilder()
        tape.serve()
        tape.get("https://cdn.example/a.js")
        #expect(tape.outcome("MK-048") == .notObserved)
    }
}
