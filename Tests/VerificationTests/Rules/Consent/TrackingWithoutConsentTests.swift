import TestTape
import Testing
import Verification

@Suite("MK-119")
struct TrackingWithoutConsentTests {
    private static let none = "CPXxRfAPXxRfAAfKABENB-CgAAAAAAAAAAYgAAAAAAAA"
    private static let all = "CPXxRfAPXxRfAAfKABENB-CgAP_AAP_AAAYgAAAAAAAA"

    private func tape(_ extra: String, _ answer: String) -> TapeBuilder {
        var tape = TapeBuilder()
        tape.serve(with: extra, answer: answer)
        return tape
    }

    @Test func `tracking with consent to purpose 1 holds, and a refusal without it`() {
        #expect(tape("&gdpr=1&gdpr_consent=\(Self.all)", #"{"tracking":true}"#).outcome("MK-119") == .pass)
        let refused = tape("&gdpr=1&gdpr_consent=\(Self.none)", #"{"tracking":false}"#)
        #expect(refused.outcome("MK-119") == .pass)
        #expect(refused.failing() == [])
    }

    @Test(arguments: ["&gdpr=1&gdpr_consent=\(none)", "&gdpr=1"])
    func `tracking without it breaks`(extra: String) {
        #expect(tape(extra, #"{"tracking":true}"#).failing() == ["MK-119"])
    }

    @Test func `no word on tracking is a remark`() {
        let verdict = tape("&gdpr=1&gdpr_consent=\(Self.none)", "{}").verdict("MK-119")
        #expect(verdict?.outcome == .pass)
        #expect(verdict?.remarks.count == 1)
    }

    @Test(arguments: ["", "&gdpr=0&gdpr_consent=\(none)"])
    func `where the GDPR does not apply nothing is judged`(extra: String) {
        #expect(tape(extra, #"{"tracking":true}"#).outcome("MK-119") == .notObserved)
    }
}
