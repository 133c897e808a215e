import TestTape
import Testing
import Verification

@Suite("MK-130")
struct EventAfterEndTests {
    private func tape(_ fired: [String]) -> TapeBuilder {
        var tape = TapeBuilder()
        let events = ["start", "midpoint", "complete", "skip", "mute", "close"]
        tape.vast(answer: Markup.vast([], tracking: events.map { ($0, "https://px.example/\($0)") }))
        for event in fired { tape.get("https://px.example/\(event)") }
        return tape
    }

    @Test(arguments: [["start", "mute", "complete", "close"], ["start", "skip", "close"]])
    func `nothing but closing after the end holds`(fired: [String]) {
        #expect(tape(fired).outcome("MK-130") == .pass)
        #expect(tape(fired).failing() == [])
    }

    @Test(arguments: [
        ["start", "skip", "complete"], ["start", "skip", "midpoint"],
    ])
    func `an event after the end breaks`(fired: [String]) {
        #expect(tape(fired).failing() == ["MK-130"])
    }

    @Test(arguments: ["skip", "mute"])
    func `a viewer's act after the end breaks, as that and as no act of a viewer`(event: String) {
        #expect(tape(["start", "complete", event]).failing() == ["MK-130", "MK-137"])
    }
}
