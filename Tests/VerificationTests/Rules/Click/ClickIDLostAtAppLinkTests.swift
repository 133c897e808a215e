import TestTape
import Testing
import Verification

@Suite("MK-175")
struct ClickIDLostAtAppLinkTests {
    private func tape(_ link: String) -> TapeBuilder {
        var tape = TapeBuilder()
        tape.click(to: "https://go.example/r?mk_cid=c1a2b3c4")
        tape.get("https://go.example/r?mk_cid=c1a2b3c4", redirect: link)
        return tape
    }

    @Test func `a link into the app with the ID holds`() {
        #expect(tape("shop://item/1?mk_cid=c1a2b3c4").outcome("MK-175") == .pass)
        #expect(tape("shop://item/1?mk_cid=c1a2b3c4").failing() == [])
    }

    @Test(arguments: ["shop://item/1", "shop://item/1?mk_cid=other-id"])
    func `a link into the app without it breaks`(link: String) {
        #expect(tape(link).failing() == ["MK-175"])
    }
}
