import TestTape
import Testing
import Verification

@Suite("MK-185")
struct LocationUnescapedTests {
    private func tape(_ location: String) -> TapeBuilder {
        var tape = TapeBuilder()
        tape.click(to: location)
        return tape
    }

    @Test func `an encoded URL holds`() {
        #expect(tape("https://shop.example/?q=ver%C3%A3o&mk_cid=c1a2b3c4").outcome("MK-185") == .pass)
    }

    @Test(arguments: ["https://shop.example/?q=verão&mk_cid=c1a2b3c4", "https://shop.example/?q=a b&mk_cid=c1a2b3c4"])
    func `raw bytes break`(location: String) {
        #expect(tape(location).failing() == ["MK-185"])
    }

    @Test func `without a click nothing is seen`() {
        #expect(TapeBuilder().outcome("MK-185") == .notObserved)
    }
}
