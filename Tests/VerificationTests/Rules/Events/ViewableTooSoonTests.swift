import TestTape
import Testing
import Verification

@Suite("MK-125")
struct ViewableTooSoonTests {
    /// `wait` beside the 100 ms that lie between two exchanges.
    private func tape(wait: UInt64, extra: String = "", scale: String? = nil) -> TapeBuilder {
        var tape = TapeBuilder()
        if let scale { tape.mark("clock_scale", scale) }
        tape.serve(answer: #"{"ad":"fill-0001"}"#)
        tape.beacon(with: #","ad":"fill-0001""#)
        tape.wait(milliseconds: wait)
        tape.beacon("viewable", with: #","ad":"fill-0001""# + extra)
        return tape
    }

    @Test(arguments: [650, 900, 5000] as [UInt64])
    func `a second after the impression, less the sampling, holds`(wait: UInt64) {
        #expect(tape(wait: wait).outcome("MK-125") == .pass)
        #expect(tape(wait: wait).failing() == [])
    }

    @Test(arguments: [0, 649] as [UInt64])
    func `sooner breaks`(wait: UInt64) {
        #expect(tape(wait: wait).failing() == ["MK-125"])
    }

    @Test func `a stated time below a second breaks`() {
        #expect(tape(wait: 900, extra: #","time_to_viewable_ms":999"#).failing() == ["MK-125"])
        #expect(tape(wait: 900, extra: #","time_to_viewable_ms":1000"#).failing() == [])
    }

    @Test func `a clock that ran ten times as fast is taken into account`() {
        #expect(tape(wait: 0, scale: "10").failing() == [])
    }
}
