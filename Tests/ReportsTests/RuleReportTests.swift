import Foundation
import Reports
import Testing
import Verification

@Suite struct RuleReportTests {
    @Test func `the list of rules`() throws {
        try expectGolden(RuleList().text, "rules.txt")
    }

    @Test func `the list as JSON is JSON`() throws {
        let json = try JSONSerialization.jsonObject(with: Data(RuleList().json)) as? [String: Any]
        #expect((json?["rules"] as? [Any])?.count == AllRules.register.count)
    }

    @Test func `the page of a rule`() throws {
        try expectGolden(#require(RulePage(code: "mk-042")).text, "rule.txt")
    }

    @Test func `there is no page for an unknown code`() {
        #expect(RulePage(code: "MK-999") == nil)
    }
}
