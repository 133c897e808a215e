import TestTape
import Testing
import Verification

@Suite("MK-126")
struct VideoViewableTooSoonTests {
    /// `wait` beside the 100 ms that lie between two exchanges.
    private func tape(wait: UInt64, extra: String = "", scale: String? = nil, starts: Bool = true) -> TapeBuilder {
        var tape = TapeBuilder()
        if let scale { tape.mark("clock_scale", scale) }
        tape.video()
        if starts { tape.pixel("start") }
        tape.videoBeacon("viewable", after: wait, with: extra)
        return tape
    }

    @Test(arguments: [1650, 1900, 60_000] as [UInt64])
    func `two seconds after the start, less the sampling, hold`(wait: UInt64) {
        #expect(tape(wait: wait).outcome("MK-126") == .pass)
        #expect(tape(wait: wait).failing() == [])
    }

    @Test(arguments: [0, 900, 1649] as [UInt64])
    func `sooner breaks`(wait: UInt64) {
        #expect(tape(wait: wait).failing() == ["MK-126"])
    }

    @Test func `a stated time below two seconds breaks`() {
        #expect(tape(wait: 1900, extra: #","time_to_viewable_ms":1999"#).failing() == ["MK-126"])
        #expect(tape(wait: 1900, extra: #","time_to_viewable_ms":2000"#).failing() == [])
        #expect(tape(wait: 0, extra: #","time_to_viewable_ms":2000"#).failing() == ["MK-126"])
    }

    @Test func `a fast clock is taken into account, as far as it shows the time`() {
        #expect(tape(wait: 0, scale: "20").outcome("MK-126") == .pass)
        #expect(tape(wait: 0, scale: "17").failing() == ["MK-126"])
        #expect(tape(wait: 0, scale: "101").outcome("MK-126") == .notObserved)
        #expect(tape(wait: 0, extra: #","time_to_viewable_ms":2000"#, scale: "101").outcome("MK-126") == .pass)
        #expect(tape(wait: 0, extra: #","time_to_viewable_ms":500"#, scale: "101").failing() == ["MK-126"])
    }

    @Test func `without a start the stated time is judged alone`() {
        #expect(tape(wait: 0, starts: false).outcome("MK-126") == .notObserved)
        #expect(tape(wait: 0, extra: #","time_to_viewable_ms":2000"#, starts: false).outcome("MK-126") == .pass)
    }

    @Test func `a beacon of a display ad is not judged here`() {
        var tape = TapeBuilder()
        tape.video()
        tape.pixel("start")
        tape.serve(answer: #"{"ad":"fill-0001"}"#)
        tape.beacon(with: #","ad":"fill-0001""#)
        tape.wait(milliseconds: 1000)
        tape.beacon("viewable", with: #","ad":"fill-0001""#)
        #expect(tape.outcome("MK-126") == .notObserved)
    }
}
