import TestTape
import Testing
import Verification

@Suite("MK-060")
struct VisitorIDWhileOptedOutTests {
    /// Tracking off after the first request; then a new ad.
    private func tape(visitor: String?) -> TapeBuilder {
        var tape = TapeBuilder()
        tape.serve()
        tape.mark("tracking", "off")
        tape.visitor = visitor
        tape.serve(answer: #"{"ad":"second-0002"}"#)
        tape.beacon(with: #","ad":"second-0002""#)
        return tape
    }

    @Test func `no visitor_id while off holds`() {
        #expect(tape(visitor: nil).outcome("MK-060") == .pass)
        #expect(tape(visitor: nil).failing() == [])
    }

    @Test(arguments: [TapeBuilder.visitor, TapeBuilder.otherVisitor, "", "0", "00000000-0000-0000-0000-000000000000"])
    func `visitor_id while off breaks, whatever its value`(value: String) {
        #expect(tape(visitor: value).failing() == ["MK-060"])
        #expect(tape(visitor: value).judged().findings.map(\.exchange) == [2, 3])
    }

    @Test func `null while off breaks`() {
        var tape = tape(visitor: nil)
        tape.beacon("mute", with: #","ad":"second-0002","visitor_id":null"#)
        #expect(tape.failing() == ["MK-060"])
    }

    @Test func `without a mark a name is asked for`() {
        var tape = TapeBuilder()
        tape.serve()
        #expect(tape.outcome("MK-060") == .needsConfig)
    }
}
