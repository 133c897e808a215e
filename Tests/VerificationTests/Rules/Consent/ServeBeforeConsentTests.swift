import TestTape
import Testing
import Verification

@Suite("MK-200")
struct ServeBeforeConsentTests {
    private func tape(early: Bool) -> TapeBuilder {
        var tape = TapeBuilder()
        tape.mark("cmp", "present")
        if early { tape.serve() }
        tape.mark("IABTCF_gdprApplies", "0")
        tape.serve(with: "&gdpr=0")
        return tape
    }

    @Test func `ads after the platform's first word hold`() {
        #expect(tape(early: false).verdict("MK-200")?.remarks == [])
        #expect(tape(early: false).outcome("MK-200") == .pass)
    }

    @Test func `ads before it are a remark, once a launch`() {
        let remarks = tape(early: true).verdict("MK-200")?.remarks
        #expect(remarks == ["#1: /serve before the consent platform wrote anything"])
        #expect(!tape(early: true).failing().contains("MK-200"))
    }

    @Test func `without a platform nothing is seen`() {
        var tape = TapeBuilder()
        tape.serve()
        #expect(tape.outcome("MK-200") == .notObserved)
    }
}
