import TestTape
import Testing
import Verification

@Suite("MK-076")
struct RefusalNotBooleanTests {
    private func tape(_ answer: String) -> TapeBuilder {
        var tape = TapeBuilder()
        tape.serve(answer: answer)
        return tape
    }

    @Test(arguments: [#"{"tracking":true}"#, #"{"tracking":false}"#])
    func `a boolean holds`(answer: String) {
        #expect(tape(answer).outcome("MK-076") == .pass)
        #expect(tape(answer).failing() == [])
    }

    @Test(arguments: [#"{"tracking":"false"}"#, #"{"tracking":0}"#, #"{"tracking":null}"#, #"{"tracking":{}}"#])
    func `anything else breaks`(answer: String) {
        #expect(tape(answer).failing() == ["MK-076"])
    }

    @Test func `an answer without the member shows nothing`() {
        #expect(tape("{}").outcome("MK-076") == .notObserved)
    }
}
