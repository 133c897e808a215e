import TestTape
import Testing
import Verification

@Suite("MK-077")
struct RefusalWithoutReasonTests {
    private static let none = "CPXxRfAPXxRfAAfKABENB-CgAAAAAAAAAAYgAAAAAAAA"
    private static let all = "CPXxRfAPXxRfAAfKABENB-CgAP_AAP_AAAYgAAAAAAAA"

    private func tape(_ extra: String, isChild: Bool = false) -> TapeBuilder {
        var tape = TapeBuilder()
        tape.isChild = isChild
        if isChild { tape.visitor = nil }
        tape.serve(with: extra, answer: #"{"tracking":false}"#)
        return tape
    }

    @Test(arguments: ["", "&gdpr=1", "&gdpr=1&gdpr_consent=\(none)", "&gdpr=1&gdpr_consent=C"])
    func `a refusal without consent holds`(extra: String) {
        #expect(tape(extra).outcome("MK-077") == .pass)
        #expect(tape(extra).failing().filter { $0 != "MK-118" } == [])
    }

    @Test func `a refusal in spite of consent breaks`() {
        #expect(tape("&gdpr=1&gdpr_consent=\(Self.all)").failing() == ["MK-077"])
    }

    @Test func `a child-directed app is refused whatever it sends`() {
        #expect(tape("&gdpr=1&gdpr_consent=\(Self.all)", isChild: true).outcome("MK-077") == .pass)
    }
}
