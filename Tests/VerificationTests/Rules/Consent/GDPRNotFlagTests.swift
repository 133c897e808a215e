import TestTape
import Testing
import Verification

@Suite("MK-112")
struct GDPRNotFlagTests {
    private func tape(_ value: String) -> TapeBuilder {
        var tape = TapeBuilder()
        tape.serve(with: "&gdpr=\(value)")
        return tape
    }

    @Test(arguments: ["0", "1"])
    func `a flag holds`(value: String) {
        #expect(tape(value).outcome("MK-112") == .pass)
        #expect(tape(value).failing() == [])
    }

    @Test(arguments: ["true", "", "2", "-1"])
    func `anything else breaks`(value: String) {
        #expect(tape(value).failing() == ["MK-112"])
    }
}
