import TestTape
import Testing
import Verification

@Suite("MK-189")
struct ClickStepIsPageTests {
    private func tape(_ page: String) -> TapeBuilder {
        var tape = TapeBuilder()
        tape.click(to: "https://go.example/r?mk_cid=c1a2b3c4")
        ClickRow.visit(&tape, "https://go.example/r?mk_cid=c1a2b3c4", page: page)
        return tape
    }

    @Test(arguments: [
        "<title>landing</title>", "<a href=\"https://shop.example/\">on</a>", "<meta http-equiv=refresh content=30>",
        "<script>if (location.href == 'x') {}</script>", "<script>location = base + '/x'</script>",
    ])
    func `a landing that stays holds`(page: String) {
        #expect(tape(page).outcome("MK-189") == .pass)
        #expect(tape(page).failing() == [])
    }

    @Test(arguments: [
        "<meta http-equiv=refresh content=0;url=https://shop.example/?mk_cid=c1a2b3c4>",
        "<script>location.replace(\"https://shop.example/?mk_cid=c1a2b3c4\")</script>",
        "<script>window.location = 'https://shop.example/?mk_cid=c1a2b3c4'</script>",
    ])
    func `a page that moves on breaks`(page: String) {
        #expect(tape(page).failing() == ["MK-189"])
    }

    @Test func `without a click nothing is seen`() {
        #expect(TapeBuilder().outcome("MK-189") == .notObserved)
    }
}
