import TestTape
import Testing
import Verification

@Suite("MK-096")
struct LocationImplausibleTests {
    private func tape(_ extra: String) -> TapeBuilder {
        var tape = TapeBuilder()
        tape.mark("collect_location", "1")
        tape.beacon(with: extra)
        return tape
    }

    @Test(arguments: [
        #","lat":-23.55,"lon":-46.63,"acc":1000"#, #","lat":0,"lon":-46.63,"acc":1000"#,
        #","lat":90,"lon":180,"acc":1000"#,
    ])
    func `a place on earth holds`(extra: String) {
        #expect(tape(extra).outcome("MK-096") == .pass)
        #expect(tape(extra).failing() == [])
    }

    @Test(arguments: [
        #","lat":-23.55,"lon":-46.63"#, #","lat":-23.55,"acc":1000"#, #","lat":0,"lon":0.00,"acc":1000"#,
        #","lat":90.01,"lon":-46.63,"acc":1000"#, #","lat":-23.55,"lon":-180.5,"acc":1000"#,
        #","lat":"here","lon":-46.63,"acc":1000"#,
    ])
    func `half or impossible locations break`(extra: String) {
        #expect(tape(extra).failing() == ["MK-096"])
    }
}
