import TestTape
import Testing
import Verification

@Suite("MK-027")
struct IdentityFieldRepeatedTests {
    private func tape(_ extra: String) -> TapeBuilder {
        var tape = TapeBuilder()
        tape.serve(with: extra)
        return tape
    }

    @Test func `each field once holds`() {
        #expect(tape("").outcome("MK-027") == .pass)
        #expect(tape("").failing() == [])
    }

    @Test func `the same field twice breaks`() {
        #expect(tape("&app_name=News").failing() == ["MK-027"])
    }

    @Test func `query and content that agree hold, others break`() {
        var tape = TapeBuilder()
        tape.beacon(to: "/beacon?app_name=News")
        #expect(tape.outcome("MK-027") == .pass)
        tape.beacon(to: "/beacon?session_id=\(TapeBuilder.otherSession)")
        #expect(tape.outcome("MK-027") == .fail)
    }
}
