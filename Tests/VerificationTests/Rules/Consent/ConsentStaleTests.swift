import TestTape
import Testing
import Verification

@Suite("MK-114")
struct ConsentStaleTests {
    private func tape(_ sent: String) -> TapeBuilder {
        var tape = TapeBuilder()
        tape.mark("IABTCF_TCString", "CPfirst")
        tape.serve(with: "&gdpr_consent=CPfirst")
        tape.mark("IABTCF_TCString", "CPsecond")
        tape.serve(with: "&gdpr_consent=\(sent)")
        return tape
    }

    @Test func `the new string holds`() {
        #expect(tape("CPsecond").outcome("MK-114") == .pass)
        #expect(tape("CPsecond").failing() == [])
    }

    @Test func `the old string breaks`() {
        #expect(tape("CPfirst").failing() == ["MK-114"])
    }
}
