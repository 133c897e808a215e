import TestTape
import Testing
import Verification

@Suite("MK-193")
struct ClickURLTooLongTests {
    private func url(_ size: Int) -> String {
        let start = "https://shop.example/?mk_cid=c1a2b3c4&pad="
        return start + String(repeating: "x", count: size - start.utf8.count)
    }

    private func tape(_ size: Int) -> TapeBuilder {
        var tape = TapeBuilder()
        tape.click(to: url(size))
        return tape
    }

    @Test func `8000 bytes hold, one more breaks`() {
        #expect(tape(8000).failing() == [])
        #expect(tape(8000).verdict("MK-193")?.remarks.count == 1)
        #expect(tape(2000).verdict("MK-193")?.remarks == [])
        #expect(tape(8001).failing() == ["MK-193"])
    }

    @Test func `a refusal breaks`() {
        var tape = tape(3000)
        ClickRow.visit(&tape, url(3000), status: 414, to: "/")
        #expect(tape.outcome("MK-193") == .fail)
    }

    @Test func `a client that cuts the URL breaks`() {
        var tape = tape(3000)
        ClickRow.visit(&tape, url(2048))
        #expect(tape.judged().findings.contains { $0.message == "the URL of #1's link was cut after 2048 bytes" })
    }

    @Test func `without a click nothing is seen`() {
        #expect(TapeBuilder().outcome("MK-193") == .notObserved)
    }
}
