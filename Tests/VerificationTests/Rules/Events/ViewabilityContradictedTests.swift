import TestTape
import Testing
import Verification

@Suite("MK-124")
struct ViewabilityContradictedTests {
    private func tape(_ events: [String]) -> TapeBuilder {
        var tape = TapeBuilder()
        tape.serve(answer: #"{"ad":"fill-0001"}"#)
        for event in events { tape.beacon(event, with: #","ad":"fill-0001""#) }
        return tape
    }

    @Test(arguments: ["viewable", "notViewable", "viewUndetermined"])
    func `one outcome holds`(event: String) {
        #expect(tape([event]).outcome("MK-124") == .pass)
        #expect(tape([event]).failing() == [])
    }

    @Test(arguments: [["viewable", "notViewable"], ["viewable", "viewable"], ["viewUndetermined", "viewable"]])
    func `two outcomes break`(events: [String]) {
        #expect(tape(events).failing() == ["MK-124"])
    }
}
