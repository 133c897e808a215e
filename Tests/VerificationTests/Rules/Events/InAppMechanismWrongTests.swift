import TestTape
import Testing
import Verification

@Suite("MK-134")
struct InAppMechanismWrongTests {
    private func tape(_ mechanism: String?) -> TapeBuilder {
        var tape = TapeBuilder()
        tape.serve(answer: #"{"ad":"fill-0001"}"#)
        tape.mechanism = mechanism
        tape.beacon(with: #","ad":"fill-0001""#)
        return tape
    }

    @Test func `sdk holds`() {
        #expect(tape("sdk").outcome("MK-134") == .pass)
        #expect(tape("sdk").failing() == [])
    }

    @Test(arguments: ["mraid-top", "webview-ua", "", nil])
    func `anything else breaks`(mechanism: String?) {
        #expect(tape(mechanism).failing() == ["MK-134"])
    }
}
