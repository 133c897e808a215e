import TestTape
import Testing
import Verification

@Suite("MK-120")
struct EventUnknownTests {
    private func tape(_ event: String) -> TapeBuilder {
        var tape = TapeBuilder()
        tape.beacon(event)
        return tape
    }

    @Test(arguments: ["impression", "notViewable", "fully_viewable_audible_half_duration_impression"])
    func `an event of the guide holds`(event: String) {
        #expect(tape(event).outcome("MK-120") == .pass)
        #expect(tape(event).failing() == [])
    }

    @Test(arguments: ["rendered", "install", "Impression", ""])
    func `another one breaks`(event: String) {
        #expect(tape(event).failing() == ["MK-120"])
    }
}
