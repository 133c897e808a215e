import TestTape
import Testing
import Verification

@Suite("MK-182")
struct ClickIDOutsideClickChainTests {
    private func tape(_ fired: String) -> TapeBuilder {
        var tape = TapeBuilder()
        tape.click(to: "https://shop.example/?mk_cid=c1a2b3c4")
        tape.get("https://shop.example/?mk_cid=c1a2b3c4")
        tape.get(fired)
        return tape
    }

    @Test(arguments: ["https://px.example/t?x=1", "https://shop.example/cart?mk_cid=c1a2b3c4"])
    func `the ID within the click chain holds`(fired: String) {
        #expect(tape(fired).outcome("MK-182") == .pass)
        #expect(tape(fired).failing() == [])
    }

    @Test func `the ID at another host breaks`() {
        #expect(tape("https://px.example/t?cid=c1a2b3c4").failing() == ["MK-182"])
    }
}
