import HTTPModel
import SDKContracts
import Verification

/// The audit report as JUnit XML: a test case for each rule. A rule that could not be judged is skipped, not passed.
package struct JUnitReport {
    private let report: AuditReport
    private let words: AuditWords

    package init(_ report: AuditReport, _ language: Language = .english) {
        self.report = report
        words = AuditWords(report, language)
    }

    package var text: String {
        let rules = report.judgement.rules
        var xml = MarkupText()
        xml.raw("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites")
        xml.attribute("name", words.lexicon(.title))
        counts(rules, to: &xml)
        xml.raw(">\n")
        for family in RuleFamily.allCases {
            let own = rules.filter { $0.rule.family == family }
            guard !own.isEmpty else { continue }
            xml.raw("  <testsuite")
            xml.attribute("name", "fita.\(family.rawValue)")
            counts(own, to: &xml)
            // A verdict takes no time that means anything.
            xml.raw(" time=\"0\">\n")
            for result in own { testCase(result, to: &xml) }
            xml.raw("  </testsuite>\n")
        }
        xml.raw("</testsuites>\n")
        return xml.text
    }

    private func counts(_ rules: [Judgement.RuleResult], to xml: inout MarkupText) {
        xml.attribute("tests", "\(rules.count)")
        xml.attribute("failures", "\(rules.count { $0.verdict.outcome == .fail })")
        xml.attribute("errors", "0")
        xml.attribute("skipped", "\(rules.count { $0.verdict.outcome != .fail && $0.verdict.outcome != .pass })")
    }

    private func testCase(_ result: Judgement.RuleResult, to xml: inout MarkupText) {
        let rule = result.rule
        xml.raw("    <testcase")
        xml.attribute("classname", "fita.\(rule.family.rawValue)")
        xml.attribute("name", "\(rule.code) \(rule.slug)")
        xml.raw(" time=\"0\"")
        switch result.verdict.outcome {
        case .pass: xml.raw("/>\n")
        case .fail:
            xml.raw(">\n      <failure")
            xml.attribute("type", rule.severity.rawValue)
            xml.attribute("message", words.question(rule))
            xml.raw(">")
            for finding in result.verdict.findings {
                xml.shown("\n\(words.request(finding))", keepsLines: true)
                for place in words.places(finding) { xml.shown("\n  \(place)", keepsLines: true) }
                for line in words.lines(finding) { xml.shown("\n  \(line.label): \(line.text)", keepsLines: true) }
            }
            xml.raw("\n      </failure>\n    </testcase>\n")
        case .notObserved, .notApplicable, .needsConfig:
            xml.raw(">\n      <skipped")
            xml.attribute(
                "message",
                "\(words.lexicon(Phrase(result.verdict.outcome))): \(words.sentence(result.verdict.reason))")
            xml.raw("/>\n    </testcase>\n")
        }
    }
}
