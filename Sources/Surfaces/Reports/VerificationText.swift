import HTTPModel
import IdentityTrace
package import Verification

/// The verification report for people: coverage, the answer in one sentence, the findings, the rules.
package struct VerificationText {
    private let judgement: Judgement
    private let tapes: [JoinedTape]
    private let labels: ExchangeLabels
    private let saw: SawText
    private let places: PersonalPlaces
    private let sameSite: SameSiteHosts?

    /// - Parameters:
    ///   - tapes: those that were judged as one; empty for a tape that stands alone.
    ///   - sameSite: third-party hosts that belong to the base host's site.
    package init(
        _ judgement: Judgement, tapes: [JoinedTape] = [], reveals: Bool = false, sameSite: SameSiteHosts? = nil
    ) {
        self.judgement = judgement
        self.tapes = tapes
        self.sameSite = sameSite
        labels = ExchangeLabels(tapes)
        let mask = Mask(values: judgement.values, names: judgement.names, reveals: reveals)
        saw = SawText(mask: mask, names: judgement.names)
        places = PersonalPlaces(mask: mask, values: judgement.values, names: judgement.names)
    }

    /// Lines end in a line feed.
    package var text: String {
        let coverage = CoverageText(
            coverage: judgement.coverage, places: places, labels: labels, sameSite: sameSite)
        var lines = tapes.isEmpty ? coverage.lines : coverage.lines(of: tapes)
        lines += ["", answer]
        for finding in judgement.findings { lines += [""] + block(finding) }
        lines += [""] + table
        return lines.joined(separator: "\n") + "\n"
    }

    /// The answer in one sentence.
    package var answer: String {
        let failed = judgement.count(.fail)
        let passed = judgement.count(.pass)
        let rest = judgement.rules.count - failed - passed
        var others =
            "\(passed) rule\(passed == 1 ? "" : "s") pass\(passed == 1 ? "es" : ""), \(rest) could not be judged"
        if judgement.coverage.hasGaps { others += "; what the recording lacks (above) was not judged" }
        if failed == 0 {
            return passed == 0
                ? "Answer: nothing could be judged." : "Answer: no breach was found; \(others)."
        }
        let grades = Severity.allCases.compactMap { severity -> String? in
            let count = judgement.findings.filter { $0.severity == severity }.count
            return count == 0 ? nil : "\(count) \(severity.rawValue)"
        }
        let findings = judgement.findings.count
        return "Answer: \(failed) rule\(failed == 1 ? "" : "s") broken, \(findings) finding\(findings == 1 ? "" : "s") "
            + "(\(grades.joined(separator: ", "))); \(others)."
    }

    /// One finding, a line each part.
    package func block(_ finding: Finding) -> [String] { FindingText(saw, labels).lines(finding) }

    private func labelled(_ text: String) -> String { SafeText.text(labels.labelled(text)) }

    private var table: [String] {
        let order: [RuleVerdict.Outcome] = [.fail, .pass, .needsConfig, .notObserved, .notApplicable]
        let width = judgement.rules.map(\.rule.slug.count).max() ?? 0
        var lines = ["Rules"]
        for outcome in order {
            for result in judgement.rules where result.verdict.outcome == outcome {
                lines.append(
                    "  " + Columns.padded(outcome.rawValue, 16) + result.rule.code + "  "
                        + Columns.padded(result.rule.slug, width + 2) + labelled(result.verdict.reason))
                for remark in result.verdict.remarks.prefix(CoverageText.longestList) {
                    lines.append(String(repeating: " ", count: 18) + "remark: " + labelled(remark))
                }
            }
        }
        return lines
    }
}

/// Third-party hosts below the base host's registrable domain. A label: they are third parties all the same.
package struct SameSiteHosts: Sendable {
    let hosts: [String]
    /// The digest of the public suffix list that says so.
    let list: String

    package init(hosts: [String], list: String) {
        self.hosts = hosts
        self.list = list
    }
}

/// Text in columns.
enum Columns {
    static func padded(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(0, width - text.count))
    }

    static func right(_ text: String, _ width: Int) -> String {
        String(repeating: " ", count: max(0, width - text.count)) + text
    }
}
