import TestTape
import Testing
import Verification

@Suite("MK-128")
struct QuartileOutOfOrderTests {
    static let events = ["start", "firstQuartile", "midpoint", "thirdQuartile", "complete"]

    private func tape(_ fired: [String]) -> TapeBuilder {
        var tape = TapeBuilder()
        tape.vast(
            answer: Markup.vast([], tracking: Self.events.map { ($0, "https://px.example/\($0)?c=[CACHEBUSTING]") }))
        for (index, event) in fired.enumerated() { tape.get("https://px.example/\(event)?c=\(index)") }
        return tape
    }

    @Test(arguments: [QuartileOutOfOrderTests.events, ["start", "firstQuartile"], ["start", "midpoint"]])
    func `events in order hold, also where the rest is missing`(fired: [String]) {
        #expect(tape(fired).outcome("MK-128") == .pass)
        #expect(tape(fired).failing() == [])
    }

    @Test(arguments: [["start", "midpoint", "firstQuartile"], ["start", "start"], ["complete", "start"]])
    func `events out of order or twice break`(fired: [String]) {
        #expect(tape(fired).failing() == ["MK-128"])
    }
}
