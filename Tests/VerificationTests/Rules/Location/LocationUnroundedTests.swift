import TestTape
import Testing
import Verification

@Suite("MK-091")
struct LocationUnroundedTests {
    private func tape(_ latitude: String) -> TapeBuilder {
        var tape = TapeBuilder()
        tape.mark("collect_location", "1")
        tape.beacon(with: #","lat":\#(latitude),"lon":-46.63,"accuracy":1000"#)
        return tape
    }

    @Test(arguments: ["-23.55", "-23.5", "-23", "-23.550", "0.00", "-2.355e1", "\"-23.55\""])
    func `at most two decimals hold`(latitude: String) {
        #expect(tape(latitude).outcome("MK-091") == .pass)
        #expect(tape(latitude).failing() == [])
    }

    @Test(arguments: ["-23.551", "-23.5505", "-23.550001", "-23.5505199999", "-2.3551e1", "\"-23.551\""])
    func `more decimals break`(latitude: String) {
        #expect(tape(latitude).failing() == ["MK-091"])
        #expect(tape(latitude).judged().findings.map(\.severity) == [.p0])
    }

    @Test func `the noise of binary arithmetic is graded P3`() {
        #expect(tape("-23.550000000000001").failing() == ["MK-091"])
        #expect(tape("-23.550000000000001").judged().findings.map(\.severity) == [.p3])
    }

    @Test func `without a coordinate nothing is seen`() {
        var tape = TapeBuilder()
        tape.beacon()
        #expect(tape.outcome("MK-091") == .notObserved)
    }
}
