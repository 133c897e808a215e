import TestTape
import Testing
import Verification

@Suite("MK-037")
struct VisitorIDSharedByAppsTests {
    private func shop(_ visitor: String) -> TapeBuilder {
        var tape = TapeBuilder()
        tape.app[0].1 = "br.com.shop"
        tape.session = TapeBuilder.otherSession
        tape.visitor = visitor
        tape.serve()
        tape.beacon()
        return tape
    }

    private var news: TapeBuilder {
        var tape = TapeBuilder()
        tape.serve()
        return tape
    }

    @Test func `two apps with one visitor_id break once, on one tape or on two`() {
        var tape = news
        tape.session = TapeBuilder.otherSession
        tape.app[0].1 = "br.com.shop"
        tape.serve()
        tape.beacon()
        #expect(tape.failing() == ["MK-037"])
        #expect(tape.verdict("MK-037")?.findings.count == 1)
        #expect(TapeBuilder.joined([news, shop(TapeBuilder.visitor)]).judgement.findings.map(\.code) == ["MK-037"])
        #expect(
            TapeBuilder.joined([news, shop(TapeBuilder.visitor.uppercased())]).judgement.findings.map(\.code)
                == ["MK-037"])
    }

    @Test func `two apps with two values hold`() {
        let judgement = TapeBuilder.joined([news, shop(TapeBuilder.otherVisitor)]).judgement
        #expect(judgement.rules.first { $0.rule.code == "MK-037" }?.verdict.outcome == .pass)
        #expect(judgement.findings.isEmpty)
    }

    @Test func `one app shows nothing`() {
        #expect(news.outcome("MK-037") == .notObserved)
        #expect(shop(TapeBuilder.visitor).outcome("MK-037") == .notObserved)
    }

    @Test func `what is no UUID is another rule's`() {
        let judgement = TapeBuilder.joined([news, shop("42")]).judgement
        #expect(judgement.findings.map(\.code) == ["MK-025", "MK-025"])
    }
}
