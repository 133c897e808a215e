import TestTape
import Testing
import Verification

@Suite("MK-065")
struct LocationWhileOptedOutTests {
    private func tape(with extra: String) -> TapeBuilder {
        var tape = TapeBuilder()
        tape.mark("collect_location", "1")
        tape.serve()
        tape.mark("tracking", "off")
        tape.visitor = nil
        tape.beacon(with: extra)
        return tape
    }

    @Test func `no location while off holds`() {
        #expect(tape(with: "").outcome("MK-065") == .pass)
        #expect(tape(with: "").failing() == [])
    }

    @Test func `location while off breaks`() {
        #expect(tape(with: #","lat":-23.55,"lon":-46.63,"accuracy":1000"#).failing() == ["MK-065"])
    }

    @Test func `an app that never collects location shows nothing`() {
        var tape = TapeBuilder()
        tape.serve()
        tape.mark("tracking", "off")
        tape.visitor = nil
        tape.serve()
        #expect(tape.outcome("MK-065") == .notObserved)
    }
}
