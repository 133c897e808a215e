import SDKContracts
import TestTape
import Testing
import Verification

@Suite("MK-116")
struct VisitorIDAgainstMissingConsentTests {
    private let refusal = #"{"tracking":false}"#

    private func tape(_ extra: String, visitor: String?, answer: String? = nil) -> TapeBuilder {
        var tape = TapeBuilder()
        tape.serve(with: "&gdpr=1", answer: answer ?? refusal)
        tape.visitor = visitor
        tape.serve(with: extra)
        return tape
    }

    @Test func `no ID after the refusal holds, and the ID before it is a remark`() {
        let tape = tape("&gdpr=1", visitor: nil)
        #expect(tape.outcome("MK-116") == .pass)
        #expect(tape.verdict("MK-116")?.remarks.count == 1)
        #expect(tape.failing() == [])
    }

    @Test(arguments: ["&gdpr=1", "&gdpr=1&gdpr_consent=", "&gdpr=1&gdpr_consent=CPXx"])
    func `the ID after the refusal breaks`(extra: String) {
        let failing = tape(extra, visitor: TapeBuilder.visitor).failing()
        #expect(failing.filter { $0 != "MK-113" && $0 != "MK-118" } == ["MK-072", "MK-116"])
    }

    @Test func `one request does not end it while consent is missing`() {
        var tape = TapeBuilder()
        tape.serve(with: "&gdpr=1", answer: refusal)
        tape.visitor = nil
        tape.exchange("GET \(TapeBuilder.base)/serve?zone_id=12&gdpr=1&\(tape.query)\n\n", nil)
        tape.visitor = TapeBuilder.visitor
        tape.serve(with: "&gdpr=1")
        #expect(tape.failing(ContractConfiguration(["zone_block.scope": .text("one_request")])) == ["MK-116"])
    }

    @Test(arguments: ["", "&gdpr=0", "&gdpr=1&gdpr_consent=CPXxRfAPXxRfAAfKABENB-CgAAAAAAAAAAYgAAAAAAAA"])
    func `other requests are not meant`(extra: String) {
        #expect(tape(extra, visitor: TapeBuilder.visitor).outcome("MK-116") == .notObserved)
    }

    @Test func `a zone that did not refuse may have it`() {
        #expect(tape("&gdpr=1", visitor: TapeBuilder.visitor, answer: "{}").failing() == [])
    }
}
