import SDKContracts
import TestTape
import Testing
import Verification

@Suite("MK-072")
struct VisitorIDInNextRefusedRequestTests {
    private func tape(zone: Int = 12, visitors: [String?], answers: [String]) -> TapeBuilder {
        var tape = TapeBuilder()
        tape.serve(answer: #"{"tracking":false}"#)
        for (visitor, answer) in zip(visitors, answers) {
            tape.visitor = visitor
            tape.serve(zone: zone, answer: answer)
        }
        return tape
    }

    @Test func `the next request without an ID holds`() {
        let tape = tape(visitors: [nil], answers: ["{}"])
        #expect(tape.outcome("MK-072") == .pass)
        #expect(tape.failing() == [])
    }

    @Test func `the next request with the ID breaks`() {
        #expect(tape(visitors: [TapeBuilder.visitor], answers: ["{}"]).failing() == ["MK-072"])
    }

    @Test func `another zone is not bound`() {
        let tape = tape(zone: 13, visitors: [TapeBuilder.visitor], answers: ["{}"])
        #expect(tape.outcome("MK-072") == .notObserved)
        #expect(tape.failing() == [])
    }

    @Test func `an answer that does not refuse lifts it`() {
        let tape = tape(visitors: [nil, TapeBuilder.visitor], answers: ["{}", "{}"])
        #expect(tape.failing() == [])
    }

    @Test func `a second refusal binds again, unless one request is configured`() {
        let refusal = #"{"tracking":false}"#
        let tape = tape(visitors: [nil, TapeBuilder.visitor], answers: [refusal, "{}"])
        #expect(tape.failing() == ["MK-072"])
        var configuration = ContractConfiguration()
        configuration.zoneBlockScope = .oneRequest
        #expect(tape.failing(configuration) == ["MK-072"])
    }

    @Test func `without a zone a name is asked for`() {
        var tape = TapeBuilder()
        tape.get("\(TapeBuilder.base)/serve?\(tape.query)", json: #"{"tracking":false}"#)
        tape.get("\(TapeBuilder.base)/serve?\(tape.query)", json: "{}")
        #expect(tape.outcome("MK-072") == .needsConfig)
    }
}
