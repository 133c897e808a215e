import TestTape
import Testing
import Verification

@Suite("MK-114")
struct ConsentStaleTests {
    private let first = "CPXxRfAPXxRfAAfKABENB-CgAAAAAAAAAAYgAAAAAAAA"
    private let second = "CPXxRfAPXxRfAAfKABENB-CgAP_AAP_AAAYgAAAAAAAA"

    private func tape(_ sent: String) -> TapeBuilder {
        var tape = TapeBuilder()
        tape.mark("IABTCF_TCString", first)
        tape.serve(with: "&gdpr=1&gdpr_consent=\(first)")
        tape.mark("IABTCF_TCString", second)
        tape.serve(with: "&gdpr=1&gdpr_consent=\(sent)")
        return tape
    }

    @Test func `the new string holds`() {
        #expect(tape(second).outcome("MK-114") == .pass)
        #expect(tape(second).failing() == [])
    }

    @Test func `the old string breaks`() {
        #expect(tape(first).failing() == ["MK-114"])
    }
}
