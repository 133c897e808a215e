import TestTape
import Testing
import Verification

@Suite("MK-137")
struct MuteOutsidePlayTests {
    private func tape(_ fired: [String]) -> TapeBuilder {
        var tape = TapeBuilder()
        tape.video()
        for event in fired { tape.pixel(event) }
        return tape
    }

    @Test(arguments: [["start", "mute", "unmute", "complete"], ["start", "skip"], ["start", "mute", "skip", "skip"]])
    func `what a viewer does while the video plays holds`(fired: [String]) {
        #expect(tape(fired).outcome("MK-137") == .pass)
        #expect(tape(fired).failing() == [])
    }

    @Test(arguments: [["mute", "start"], ["unmute", "start"], ["skip"]])
    func `before the start it breaks`(fired: [String]) {
        #expect(tape(fired).failing() == ["MK-137"])
    }

    @Test(arguments: [["start", "complete", "mute"], ["start", "skip", "unmute"], ["start", "complete", "skip"]])
    func `after the end it breaks`(fired: [String]) {
        #expect(tape(fired).failing() == ["MK-130", "MK-137"])
    }

    @Test func `an ad that does not ask for start shows nothing`() {
        var tape = TapeBuilder()
        tape.video(["mute"])
        tape.pixel("mute")
        #expect(tape.outcome("MK-137") == .notObserved)
        #expect(self.tape(["start", "complete"]).outcome("MK-137") == .notObserved)
    }
}
