import SDKContracts
import TestTape
import Testing
import Verification

@Suite("MK-073")
struct OtherZoneUntrackedTests {
    private let configuration = ContractConfiguration(["zone_block.other_zones": .text("fail")])

    /// Zone 12 refuses, then zone 13 is asked.
    private func tape(_ visitor: String?, answer: String = #"{"tracking":false}"#) -> TapeBuilder {
        var tape = TapeBuilder()
        tape.serve(zone: 12, answer: answer)
        tape.visitor = visitor
        tape.serve(zone: 13)
        return tape
    }

    @Test func `another zone with the ID holds`() {
        #expect(tape(TapeBuilder.visitor).outcome("MK-073", configuration) == .pass)
        #expect(tape(TapeBuilder.visitor).failing(configuration) == [])
    }

    @Test func `another zone without it is a remark, or what the key says`() {
        let verdict = tape(nil).verdict("MK-073")
        #expect(verdict?.outcome == .pass)
        #expect(verdict?.remarks.count == 1)
        #expect(tape(nil).failing(configuration) == ["MK-073"])
        let ignored = ContractConfiguration(["zone_block.other_zones": .text("ignore")])
        #expect(tape(nil).outcome("MK-073", ignored) == .notApplicable)
    }

    @Test func `without a refusal nothing shows`() {
        #expect(tape(nil, answer: "{}").outcome("MK-073", configuration) == .notObserved)
    }

    @Test func `an ID that was never sent is not missed`() {
        var tape = TapeBuilder()
        tape.visitor = nil
        tape.serve(zone: 12, answer: #"{"tracking":false}"#)
        tape.serve(zone: 13)
        #expect(tape.outcome("MK-073", configuration) == .notObserved)
    }

    @Test func `while tracking is off no zone has it`() {
        var tape = TapeBuilder()
        tape.serve(zone: 12, answer: #"{"tracking":false}"#)
        tape.mark("tracking", "off")
        tape.visitor = nil
        tape.serve(zone: 13)
        #expect(tape.failing(configuration) == [])
    }
}
