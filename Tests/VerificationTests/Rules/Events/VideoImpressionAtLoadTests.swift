import TestTape
import Testing
import Verification

@Suite("MK-122")
struct VideoImpressionAtLoadTests {
    @Test func `an impression after the media holds`() {
        var tape = TapeBuilder()
        tape.video()
        tape.film()
        tape.pixel("impression")
        tape.pixel("start")
        #expect(tape.outcome("MK-122") == .pass)
        #expect(tape.failing() == [])
    }

    @Test func `an impression before the media breaks, once`() {
        var tape = TapeBuilder()
        tape.video()
        tape.pixel("impression")
        tape.film()
        tape.film()
        tape.pixel("start")
        #expect(tape.failing() == ["MK-122"])
        #expect(tape.judged().findings.map(\.exchange) == [2])
    }

    @Test func `each ad is judged by its own media`() {
        var tape = TapeBuilder()
        tape.video()
        tape.film()
        tape.pixel("impression")
        tape.pixel("start")
        tape.video()
        tape.pixel("impression")
        tape.film()
        tape.pixel("start")
        #expect(tape.failing() == ["MK-122"])
        #expect(tape.judged().findings.map(\.exchange) == [6])
    }

    @Test func `without media nothing is seen: it may come from the player's cache`() {
        var tape = TapeBuilder()
        tape.video()
        tape.pixel("impression")
        tape.pixel("start")
        #expect(tape.outcome("MK-122") == .notObserved)
        #expect(tape.failing() == [])
    }

    @Test func `a film that no document told is no media of the ad`() {
        var tape = TapeBuilder()
        tape.film()
        tape.video()
        tape.pixel("impression")
        tape.film()
        tape.pixel("start")
        #expect(tape.failing() == ["MK-122"])
    }

    @Test func `the publisher's own player is not the SDK`() {
        var tape = TapeBuilder()
        tape.mark("token_format", "abc own_player")
        tape.video()
        tape.pixel("impression")
        tape.film()
        #expect(tape.outcome("MK-122") == .notObserved)
    }
}
