import TestTape
import Testing
import Verification

@Suite("MK-111")
struct ConsentWithoutPlatformTests {
    private func tape(_ extra: String) -> TapeBuilder {
        var tape = TapeBuilder()
        tape.mark("cmp", "absent")
        tape.serve(with: extra)
        return tape
    }

    @Test func `no signal holds`() {
        #expect(tape("").outcome("MK-111") == .pass)
        #expect(tape("").failing() == [])
    }

    @Test(arguments: ["&gdpr=0", "&gdpr_consent=CPmade", "&gdpr_consent=C"])
    func `a signal breaks`(extra: String) {
        #expect(tape(extra).failing() == ["MK-111"])
    }
}
