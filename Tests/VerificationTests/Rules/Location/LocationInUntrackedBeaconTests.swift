import TestTape
import Testing
import Verification

@Suite("MK-094")
struct LocationInUntrackedBeaconTests {
    private func tape(visitor: String?) -> TapeBuilder {
        var tape = TapeBuilder()
        tape.mark("collect_location", "1")
        tape.visitor = visitor
        tape.beacon(with: #","lat":-23.55,"lon":-46.63,"accuracy":1000"#)
        return tape
    }

    @Test func `location beside visitor_id holds`() {
        #expect(tape(visitor: TapeBuilder.visitor).outcome("MK-094") == .pass)
        #expect(tape(visitor: TapeBuilder.visitor).failing() == [])
    }

    @Test func `location without visitor_id breaks`() {
        #expect(tape(visitor: nil).failing() == ["MK-094"])
    }
}
