import TestTape
import Testing
import Verification

@Suite("MK-117")
struct ConsentHalfSentTests {
    private let string = "CPXxRfAPXxRfAAfKABENB-CgAAAAAAAAAAYgAAAAAAAA"

    private func tape(_ extra: String) -> TapeBuilder {
        var tape = TapeBuilder()
        tape.serve(with: extra)
        return tape
    }

    @Test func `both hold, and gdpr alone too`() {
        #expect(tape("&gdpr=1&gdpr_consent=\(string)").failing() == [])
        #expect(tape("&gdpr=1&gdpr_consent=\(string)").outcome("MK-117") == .pass)
        #expect(tape("&gdpr=1").outcome("MK-117") == .pass)
    }

    @Test func `a string alone breaks`() {
        #expect(tape("&gdpr_consent=\(string)").failing() == ["MK-117"])
    }

    @Test func `no signal shows nothing, and without a platform it is another rule's`() {
        #expect(tape("").outcome("MK-117") == .notObserved)
        var absent = TapeBuilder()
        absent.mark("cmp", "absent")
        absent.serve(with: "&gdpr_consent=\(string)")
        #expect(absent.failing() == ["MK-111"])
    }
}
