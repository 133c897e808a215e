import TestTape
import Testing
import Verification

@Suite("MK-083")
struct LocationInChildDirectedAppTests {
    private func tape(with extra: String) -> TapeBuilder {
        var tape = TapeBuilder()
        tape.mark("child_directed", "1")
        tape.mark("collect_location", "1")
        tape.isChild = true
        tape.visitor = nil
        tape.beacon(with: extra)
        return tape
    }

    @Test func `no location although it was asked for holds`() {
        #expect(tape(with: "").outcome("MK-083") == .pass)
        #expect(tape(with: "").failing() == [])
    }

    @Test func `location in a child-directed app breaks`() {
        #expect(tape(with: #","lat":-23.55,"lon":-46.63,"accuracy":1000"#).failing() == ["MK-083"])
    }

    @Test func `a child-directed app that does not ask for location shows nothing`() {
        var tape = TapeBuilder()
        tape.mark("child_directed", "1")
        tape.isChild = true
        tape.visitor = nil
        tape.serve()
        #expect(tape.outcome("MK-083") == .notObserved)
    }
}
