import TestTape
import Testing
import Verification

@Suite("MK-190")
struct ClickIDLostInSiteTests {
    /// A landing, a further page of the site, perhaps a conversion.
    private func tape(_ page: String, converts: String?, referer: String = ClickRow.landing) -> TapeBuilder {
        var tape = TapeBuilder()
        tape.click(to: ClickRow.landing)
        ClickRow.visit(&tape, ClickRow.landing)
        ClickRow.visit(&tape, page, fields: "Referer: \(referer)\n")
        if let converts { tape.conversion(with: converts) }
        return tape
    }

    @Test func `an ID that stays in the links holds`() {
        let tape = tape("https://shop.example/cart?mk_cid=c1a2b3c4", converts: #","mk_cid":"c1a2b3c4""#)
        #expect(tape.outcome("MK-190") == .pass)
    }

    @Test func `an ID that the site keeps elsewhere holds`() {
        let tape = tape("https://shop.example/cart", converts: #","mk_cid":"c1a2b3c4""#)
        #expect(tape.verdict("MK-190")?.outcome == .pass)
        #expect(tape.verdict("MK-190")?.remarks.count == 1)
    }

    @Test func `a conversion without it breaks, at the page that lost it`() throws {
        let tape = tape("https://shop.example/cart", converts: "")
        #expect(tape.failing() == ["MK-176", "MK-190"])
        #expect(try #require(tape.judged().findings.first { $0.code == "MK-190" }).exchange == 3)
    }

    @Test(arguments: ["https://other.example/cart", "https://shop.example/cart"])
    func `a page of another site, or from elsewhere, is not judged`(page: String) {
        let referer = page.contains("shop") ? "https://search.example/" : ClickRow.landing
        #expect(tape(page, converts: nil, referer: referer).outcome("MK-190") == .notObserved)
    }
}
