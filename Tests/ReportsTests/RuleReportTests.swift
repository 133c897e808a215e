import Foundation
import Reports
import Testing
import Verification

@Suite struct RuleReportTests {
    @Test func `the list of rules`() throws {
        try expectGolden(RuleList().text, "rules.txt")
    }

    @Test func `the list in Portuguese`() throws {
        try expectGolden(RuleList(language: .portuguese).text, "rules.pt-BR.txt")
        let json = try JSONSerialization.jsonObject(with: Data(RuleList(language: .portuguese).json)) as? [String: Any]
        let first = (json?["rules"] as? [[String: Any]])?.first
        #expect(json?["language"] as? String == "pt-BR")
        #expect(first?["question"] as? String == "Todo caminho que o SDK pede ao servidor de anúncios é conhecido?")
    }

    @Test func `the list as JSON is JSON`() throws {
        let json = try JSONSerialization.jsonObject(with: Data(RuleList().json)) as? [String: Any]
        #expect((json?["rules"] as? [Any])?.count == AllRules.register.count)
    }

    @Test func `the page of a rule`() throws {
        try expectGolden(#require(RulePage(code: "mk-042")).text, "rule.txt")
    }

    @Test func `the page of a rule in Portuguese`() throws {
        try expectGolden(#require(RulePage(code: "MK-042", language: .portuguese)).text, "rule.pt-BR.txt")
        let pages = AllRules.register.map { RulePage($0.description, language: .portuguese).text }
        #expect(pages.allSatisfy { !$0.contains("Evidence needed") && !$0.contains("another tool") })
    }

    @Test func `there is no page for an unknown code`() {
        #expect(RulePage(code: "MK-999") == nil)
    }
}
