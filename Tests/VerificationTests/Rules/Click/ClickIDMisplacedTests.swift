import TestTape
import Testing
import Verification

@Suite("MK-171")
struct ClickIDMisplacedTests {
    private func tape(_ location: String) -> TapeBuilder {
        var tape = TapeBuilder()
        tape.click(to: location)
        return tape
    }

    @Test func `a parameter of the query holds`() {
        #expect(tape("https://shop.example/?a=1&mk_cid=c1a2b3c4#top").outcome("MK-171") == .pass)
    }

    @Test(arguments: [
        "https://shop.example/#mk_cid=c1a2b3c4", "https://shop.example/?a=1#/x?mk_cid=c1a2b3c4",
        "https://shop.example/?a=1?mk_cid=c1a2b3c4", "https://shop.example/?a=1&amp;mk_cid=c1a2b3c4",
        "https://shop.example/?MK_CID=c1a2b3c4", "https://go.example/?u=https%3A%2F%2Fshop%2F%3Fmk_cid%3Dc1a2b3c4",
    ])
    func `an ID where no server takes it breaks`(location: String) {
        #expect(tape(location).failing() == ["MK-171"])
    }
}
