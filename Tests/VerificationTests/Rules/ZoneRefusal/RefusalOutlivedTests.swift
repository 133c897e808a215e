import SDKContracts
import TestTape
import Testing
import Verification

@Suite("MK-074")
struct RefusalOutlivedTests {
    private func configuration(_ scope: String = "until_answer") -> ContractConfiguration {
        ContractConfiguration(["zone_block.after_end": .text("fail"), "zone_block.scope": .text(scope)])
    }

    private let refusal = #"{"tracking":false}"#

    /// A refusal, a request without ID with this answer, and a last request.
    private func tape(_ answer: String, last visitor: String?) -> TapeBuilder {
        var tape = TapeBuilder()
        tape.serve(answer: refusal)
        tape.visitor = nil
        tape.serve(answer: answer)
        tape.visitor = visitor
        tape.serve()
        return tape
    }

    @Test func `the ID comes back after an answer that does not refuse`() {
        #expect(tape("{}", last: TapeBuilder.visitor).outcome("MK-074", configuration()) == .pass)
        #expect(tape("{}", last: TapeBuilder.visitor).failing(configuration()) == [])
    }

    @Test func `an ID that stays away is a remark, or what the key says`() {
        #expect(tape("{}", last: nil).verdict("MK-074")?.outcome == .pass)
        #expect(tape("{}", last: nil).verdict("MK-074")?.remarks.count == 1)
        #expect(tape("{}", last: nil).failing(configuration()) == ["MK-074"])
        let ignored = ContractConfiguration(["zone_block.after_end": .text("ignore")])
        #expect(tape("{}", last: nil).outcome("MK-074", ignored) == .notApplicable)
    }

    @Test func `a further refusal holds it back`() {
        #expect(tape(refusal, last: nil).outcome("MK-074", configuration()) == .notObserved)
    }

    @Test func `the scope says whether one request is enough`() {
        var tape = TapeBuilder()
        tape.serve(answer: refusal)
        tape.visitor = nil
        tape.exchange("GET \(TapeBuilder.base)/serve?zone_id=12&\(tape.query)\n\n", nil)
        tape.serve()
        #expect(tape.outcome("MK-074", configuration()) == .notObserved)
        #expect(tape.failing(configuration("one_request")) == ["MK-074"])
    }

    @Test func `a zone that never refused shows nothing`() {
        var tape = TapeBuilder()
        tape.serve()
        tape.visitor = nil
        tape.serve()
        #expect(tape.outcome("MK-074", configuration()) == .notObserved)
    }
}
