import TestTape
import Testing
import Verification

@Suite("MK-194")
struct ClickSentTwiceTests {
    private func tape(_ wait: UInt64, _ scale: String? = nil, second: String = "&ad=1") -> TapeBuilder {
        var tape = TapeBuilder()
        if let scale { tape.mark("clock_scale", scale) }
        tape.click(to: "https://shop.example/?mk_cid=c1a2b3c4", with: "&ad=1")
        tape.wait(milliseconds: wait)
        tape.click(to: "https://shop.example/?mk_cid=d5e6f7a8", with: second)
        return tape
    }

    @Test func `a second later holds, before that breaks`() {
        #expect(tape(900).failing() == [])
        #expect(tape(900).outcome("MK-194") == .pass)
        #expect(tape(899).failing() == ["MK-194"])
    }

    @Test func `two ads may be tapped at once`() {
        #expect(tape(0, second: "&ad=2").failing() == [])
    }

    @Test func `the app's clock counts`() {
        #expect(tape(0, "20").outcome("MK-194") == .pass)
        #expect(tape(0, "2").outcome("MK-194") == .fail)
    }

    @Test func `a clock that is too fast shows nothing`() {
        #expect(tape(0, "101").outcome("MK-194") == .notObserved)
        #expect(TapeBuilder().outcome("MK-194") == .notObserved)
    }
}
