import TestTape
import Testing
import Verification

@Suite("MK-135")
struct ViewableMechanismWrongTests {
    private func tape(_ mechanism: String?, event: String = "viewable") -> TapeBuilder {
        var tape = TapeBuilder()
        tape.serve(answer: #"{"ad":"fill-0001"}"#)
        tape.viewableMechanism = mechanism
        tape.beacon(event, with: #","ad":"fill-0001""#)
        return tape
    }

    @Test func `native-sdk holds`() {
        #expect(tape("native-sdk").outcome("MK-135") == .pass)
        #expect(tape("native-sdk").failing() == [])
    }

    @Test(arguments: ["intersection-observer", nil])
    func `anything else breaks`(mechanism: String?) {
        #expect(tape(mechanism).failing() == ["MK-135"])
    }

    @Test func `another event needs none`() {
        #expect(tape(nil, event: "impression").outcome("MK-135") == .notObserved)
    }
}
