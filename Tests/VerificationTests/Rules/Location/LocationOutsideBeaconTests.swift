import TestTape
import Testing
import Verification

@Suite("MK-093")
struct LocationOutsideBeaconTests {
    private static let location = "&lat=-23.55&lon=-46.63&acc=1000"

    private func tape() -> TapeBuilder {
        var tape = TapeBuilder()
        tape.mark("collect_location", "1")
        return tape
    }

    @Test func `location in beacons only holds`() {
        var tape = tape()
        tape.serve()
        tape.beacon(with: #","lat":-23.55,"lon":-46.63,"accuracy":1000"#)
        #expect(tape.outcome("MK-093") == .pass)
        #expect(tape.failing() == [])
    }

    @Test func `location in an ad request breaks`() {
        var tape = tape()
        tape.serve(with: Self.location)
        #expect(tape.failing() == ["MK-093"])
    }

    @Test func `location in a click breaks`() {
        var tape = tape()
        tape.click(to: "https://shop.example/?mk_cid=c1a2b3c4", with: Self.location)
        #expect(tape.failing() == ["MK-093"])
    }

    @Test func `location in a conversion breaks`() {
        var tape = tape()
        tape.conversion(with: #","mk_cid":"c1a2b3c4","lat":-23.55,"lon":-46.63,"acc":1000"#)
        #expect(tape.failing() == ["MK-093"])
    }

    @Test func `an app without location shows nothing`() {
        var tape = TapeBuilder()
        tape.serve()
        #expect(tape.outcome("MK-093") == .notObserved)
    }
}
