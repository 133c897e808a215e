import TestTape
import Testing
import Verification

@Suite("MK-092")
struct LocationAccuracyTooFineTests {
    private func tape(_ accuracy: String) -> TapeBuilder {
        var tape = TapeBuilder()
        tape.mark("collect_location", "1")
        tape.beacon(with: #","lat":-23.55,"lon":-46.63,"accuracy":\#(accuracy)"#)
        return tape
    }

    @Test(arguments: ["1000", "1000.0", "3000", "\"1000\""])
    func `1000 metres and more hold`(accuracy: String) {
        #expect(tape(accuracy).outcome("MK-092") == .pass)
        #expect(tape(accuracy).failing() == [])
    }

    @Test(arguments: ["999", "999.99", "65", "-1", "\"65\""])
    func `less than 1000 metres breaks`(accuracy: String) {
        #expect(tape(accuracy).failing() == ["MK-092"])
    }
}
