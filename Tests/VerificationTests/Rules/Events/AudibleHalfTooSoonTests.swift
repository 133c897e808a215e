import TestTape
import Testing
import Verification

@Suite("MK-133")
struct AudibleHalfTooSoonTests {
    private static let half = "fully_viewable_audible_half_duration_impression"

    /// The beacon so long after start; a film of 12 s.
    private func timed(_ milliseconds: UInt64, film: UInt8? = 12) -> TapeBuilder {
        var tape = TapeBuilder()
        tape.video()
        tape.film(seconds: film)
        tape.pixel("start")
        tape.videoBeacon(Self.half, after: milliseconds - 100)
        return tape
    }

    private func ordered(_ events: [String], format: String = "fullscreen") -> TapeBuilder {
        var tape = TapeBuilder()
        tape.mark("token_format", "abc \(format)")
        tape.video()
        for event in events {
            if event == "half" {
                tape.videoBeacon(Self.half, after: 2000)
            } else {
                tape.pixel(event, after: 2000)
            }
        }
        return tape
    }

    @Test(arguments: [5500, 6000, 60_000] as [UInt64])
    func `half the film after the start holds, less the sampling`(milliseconds: UInt64) {
        #expect(timed(milliseconds).outcome("MK-133") == .pass)
        #expect(timed(milliseconds).failing() == [])
    }

    @Test(arguments: [1500, 5499] as [UInt64])
    func `sooner than half the film breaks`(milliseconds: UInt64) {
        #expect(timed(milliseconds).failing() == ["MK-133"])
    }

    @Test func `where the film's length is not known the midpoint comes first`() {
        #expect(ordered(["start", "firstQuartile", "midpoint", "half"]).outcome("MK-133") == .pass)
        #expect(ordered(["start", "firstQuartile", "half", "midpoint"]).failing() == ["MK-133"])
        #expect(ordered(["start", "half", "skip"]).failing() == ["MK-133"])
        #expect(ordered(["start", "half"]).outcome("MK-133") == .notObserved)
    }

    @Test func `two requests of one moment may cross`() {
        var tape = TapeBuilder()
        tape.video()
        tape.pixel("start")
        tape.videoBeacon(Self.half, after: 6000)
        tape.pixel("midpoint")
        #expect(tape.outcome("MK-133") == .pass)
    }

    @Test func `a second report breaks`() {
        #expect(ordered(["start", "midpoint", "half", "half"]).failing() == ["MK-133"])
    }

    @Test func `outstream needs an unmute before`() {
        #expect(ordered(["start", "midpoint", "half"], format: "outstream").failing() == ["MK-133"])
        #expect(ordered(["start", "unmute", "midpoint", "half"], format: "outstream").failing() == [])
    }

    @Test func `an ad whose documents tell neither midpoint nor length shows nothing`() {
        var tape = TapeBuilder()
        tape.video(["start"])
        tape.pixel("start")
        tape.videoBeacon(Self.half)
        #expect(tape.outcome("MK-133") == .notObserved)
        #expect(ordered(["start", "midpoint"]).outcome("MK-133") == .notObserved)
    }
}
