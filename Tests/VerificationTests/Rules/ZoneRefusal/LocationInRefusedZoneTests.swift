import TestTape
import Testing
import Verification

@Suite("MK-075")
struct LocationInRefusedZoneTests {
    private func tape(with extra: String) -> TapeBuilder {
        var tape = TapeBuilder()
        tape.mark("collect_location", "1")
        tape.serve(answer: #"{"tracking":false,"id":"fill-0001"}"#)
        tape.visitor = nil
        tape.beacon(with: #","fill":"fill-0001""# + extra)
        return tape
    }

    @Test func `a beacon of a refused ad without location holds`() {
        #expect(tape(with: "").outcome("MK-075") == .pass)
        #expect(tape(with: "").failing() == [])
    }

    @Test func `a beacon of a refused ad with location breaks`() {
        #expect(tape(with: #","lat":-23.55,"lon":-46.63,"accuracy":1000"#).failing() == ["MK-075"])
    }
}
