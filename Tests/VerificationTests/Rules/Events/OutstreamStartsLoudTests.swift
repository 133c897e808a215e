import TestTape
import Testing
import Verification

@Suite("MK-132")
struct OutstreamStartsLoudTests {
    private func tape(_ events: [String], mark: String? = "abc outstream") -> TapeBuilder {
        var tape = TapeBuilder()
        if let mark { tape.mark("token_format", mark) }
        tape.video()
        for event in events { tape.pixel(event) }
        return tape
    }

    @Test(arguments: [["unmute"], ["unmute", "mute"], ["unmute", "mute", "unmute", "mute"]])
    func `sound that is turned on first, then off and on, holds`(events: [String]) {
        #expect(tape(["start"] + events).outcome("MK-132") == .pass)
        #expect(tape(["start"] + events).failing() == [])
    }

    @Test(arguments: [["mute"], ["mute", "unmute"], ["unmute", "unmute"], ["unmute", "mute", "mute"]])
    func `muted when it is muted, or one twice, breaks`(events: [String]) {
        #expect(tape(["start"] + events).failing() == ["MK-132"])
    }

    @Test func `one change told to two parties is one change`() {
        var tape = TapeBuilder()
        tape.mark("token_format", "abc outstream")
        let events = ["start", "unmute", "mute"].flatMap { event in
            ["a", "b"].map { (event, "https://\($0).example/\(event)") }
        }
        tape.vast(answer: Markup.vast([], tracking: events))
        for event in ["start", "unmute", "mute"] {
            for party in ["a", "b"] { tape.get("https://\(party).example/\(event)") }
        }
        #expect(tape.outcome("MK-132") == .pass)
        tape.get("https://a.example/mute")
        #expect(tape.failing() == ["MK-132"])
    }

    @Test func `a mute before the start is another rule's`() {
        #expect(tape(["mute", "start", "unmute"]).failing() == ["MK-137"])
    }

    @Test func `a full-screen ad starts loud, and an unknown one is asked for`() {
        #expect(tape(["start", "mute"], mark: "abc fullscreen").outcome("MK-132") == .notObserved)
        #expect(tape(["start", "mute"], mark: nil).outcome("MK-132") == .needsConfig)
        #expect(tape(["start"]).outcome("MK-132") == .notObserved)
    }
}
