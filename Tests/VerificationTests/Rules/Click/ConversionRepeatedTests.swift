import TestTape
import Testing
import Verification

@Suite("MK-181")
struct ConversionRepeatedTests {
    private func tape(_ orders: [String]) -> TapeBuilder {
        var tape = TapeBuilder()
        for order in orders { tape.conversion(with: #","mk_cid":"c1a2b3c4","order_id":"\#(order)""#) }
        return tape
    }

    @Test func `an order once holds`() {
        #expect(tape(["o-1", "o-2"]).outcome("MK-181") == .pass)
        #expect(tape(["o-1", "o-2"]).failing() == [])
    }

    @Test func `an order twice breaks`() {
        #expect(tape(["o-1", "o-2", "o-1"]).failing() == ["MK-181"])
    }
}
