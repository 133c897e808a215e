import TestTape
import Testing
import Verification

@Suite("MK-191")
struct ClickTrackingNavigatesTests {
    private func tape(_ tracker: String?) -> TapeBuilder {
        var tape = TapeBuilder()
        ClickTapes.video(&tape, tracker: tracker)
        return tape
    }

    @Test(arguments: [nil, "https://log.example/px"])
    func `a tracker that counts, or tells another counter, holds`(tracker: String?) {
        #expect(tape(tracker).outcome("MK-191") == .pass)
        #expect(tape(tracker).failing() == [])
    }

    @Test func `a tracker that leads to the landing breaks`() {
        #expect(tape("https://shop.example/other").failing() == ["MK-191"])
    }

    @Test func `without a tracker nothing is seen`() {
        #expect(TapeBuilder().outcome("MK-191") == .notObserved)
    }
}
