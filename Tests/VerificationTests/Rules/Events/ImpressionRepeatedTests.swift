import TestTape
import Testing
import Verification

@Suite("MK-121")
struct ImpressionRepeatedTests {
    private func tape(_ count: Int) -> TapeBuilder {
        var tape = TapeBuilder()
        tape.serve(answer: #"{"ad":"fill-0001"}"#)
        for _ in 0..<count { tape.beacon(with: #","ad":"fill-0001""#) }
        return tape
    }

    @Test func `one impression holds`() {
        #expect(tape(1).outcome("MK-121") == .pass)
        #expect(tape(1).failing() == [])
    }

    @Test func `two impressions of one answer break`() {
        #expect(tape(2).failing() == ["MK-121"])
    }

    @Test func `an impression of an answer without an ad breaks`() {
        var tape = TapeBuilder()
        tape.get("\(TapeBuilder.base)/serve?zone_id=12&\(tape.query)")
        tape.beacon(with: #","zone_id":12"#)
        #expect(tape.failing() == ["MK-121"])
    }

    @Test func `an impression for each of two answers holds`() {
        var tape = TapeBuilder()
        for ad in ["fill-0001", "fill-0002"] {
            tape.serve(answer: #"{"ad":"\#(ad)"}"#)
            tape.beacon(with: #","ad":"\#(ad)""#)
        }
        #expect(tape.failing() == [])
    }
}
