import TestTape
import Testing
import Verification

@Suite("MK-136")
struct ClickUnpairedTests {
    private static let shop = "https://shop.example/p?utm=1"

    private func tape(
        copies: Int = 1, tracker: String = "https://t.example/click", _ steps: (inout TapeBuilder) -> Void
    ) -> TapeBuilder {
        var tape = TapeBuilder()
        tape.vast(
            answer: Markup.ad("https://t.example", click: Self.shop, clickTracking: [tracker], copies: copies))
        tape.get("https://t.example/impression")
        tape.get("https://t.example/start")
        steps(&tape)
        tape.serve()
        return tape
    }

    @Test func `a click that opens and tells holds, in either order`() {
        let first = tape {
            $0.get("https://t.example/click")
            $0.browse(Self.shop)
        }
        let second = tape {
            $0.browse(Self.shop)
            $0.get("https://t.example/click")
        }
        for tape in [first, second] {
            #expect(tape.outcome("MK-136") == .pass)
            #expect(tape.failing() == [])
        }
    }

    @Test func `a click that is not told breaks`() {
        #expect(tape { $0.browse(Self.shop) }.failing() == ["MK-136"])
    }

    @Test func `a click that opens nothing breaks where the shop is seen from a browser`() {
        let seen = tape {
            $0.browse("https://shop.example/other")
            $0.get("https://t.example/click")
        }
        #expect(seen.failing() == ["MK-136"])
        #expect(tape { $0.get("https://t.example/click") }.outcome("MK-136") == .notObserved)
    }

    @Test func `a tracker's host that the recording never shows is a gap, no breach`() {
        let verdict = tape(tracker: "https://unseen.example/click") { $0.browse(Self.shop) }.verdict("MK-136")
        #expect(verdict?.outcome == .pass)
        #expect(verdict?.remarks.count == 1)
    }

    @Test func `of a document with two ads nothing is said`() {
        #expect(tape(copies: 2) { $0.browse(Self.shop) }.outcome("MK-136") == .notObserved)
    }

    @Test func `a wrapper's tracker is expected too`() {
        var tape = TapeBuilder()
        let wrapper = Markup.wrapper("https://b.example/vast").replacing(
            "</Wrapper>",
            with: "<Creatives><Creative><Linear><VideoClicks><ClickTracking>https://w.example/click</ClickTracking>"
                + "</VideoClicks></Linear></Creative></Creatives></Wrapper>")
        tape.vast(answer: wrapper)
        tape.get("https://b.example/vast", xml: Markup.ad("https://t.example", click: Self.shop))
        tape.get("https://w.example/other")
        tape.browse(Self.shop)
        tape.serve()
        #expect(tape.failing() == ["MK-136"])
    }

    @Test func `a recording that ends with the click says nothing`() {
        var tape = TapeBuilder()
        tape.vast(
            answer: Markup.ad("https://t.example", click: Self.shop, clickTracking: ["https://t.example/click"]))
        tape.get("https://t.example/impression")
        tape.get("https://t.example/start")
        tape.browse(Self.shop)
        #expect(tape.failing() == [])
    }
}
