import IdentityTrace
import CassetteFormat
import HTTPModel
import SDKContracts
import Verification

/// The audit report as comma-separated values (RFC 4180): a row for each finding, rule, and cell of the matrix.
///
/// A spreadsheet shows every value as text: one that it would compute with gets an apostrophe before it.
package struct CSVReport {
    private let report: AuditReport
    private let words: AuditWords

    package init(_ report: AuditReport, _ language: Language = .english) {
        self.report = report
        words = AuditWords(report, language)
    }

    /// The names of the columns are the same in every language.
    private static let columns = [
        "row", "rule", "slug", "severity", "verdict", "tape", "exchange", "host", "field", "request", "places", "saw",
        "cause", "message", "clause", "do", "leaf_sha256", "tape_sha256",
    ]

    package var text: String {
        var rows = [Self.columns.joined(separator: ",")]
        rows += report.judgement.findings.map(finding)
        rows += report.judgement.rules.map(rule)
        rows += report.matrix.cells.map(cell)
        rows += report.tapes.map { tape in
            row(["row": "tape", "tape": tape.name, "tape_sha256": tape.root])
        }
        return rows.map { $0 + "\r\n" }.joined()
    }

    private func finding(_ finding: Finding) -> String {
        let place = words.labels.place(finding.exchange)
        let anchor = report.anchor(finding.exchange)
        return row([
            "row": "finding", "rule": finding.code, "slug": finding.slug, "severity": finding.severity.rawValue,
            "verdict": words.lexicon(.fail), "tape": place?.tape.label ?? "",
            "exchange": "\(place?.number ?? finding.exchange)",
            "request": words.saw.mask.masked(SafeText.text(finding.request)),
            "places": words.places(finding).joined(separator: "; "), "saw": words.seen(finding),
            "cause": words.sentence(finding.cause.text), "message": words.message(finding),
            "clause": words.clause(finding.clause), "do": words.sentence(finding.toDo),
            "leaf_sha256": anchor?.hash ?? "", "tape_sha256": anchor?.root ?? "",
        ])
    }

    private func rule(_ result: Judgement.RuleResult) -> String {
        row([
            "row": "rule", "rule": result.rule.code, "slug": result.rule.slug,
            "severity": result.rule.severity.rawValue, "verdict": words.lexicon(Phrase(result.verdict.outcome)),
            "message": "\(words.question(result.rule)) \(words.sentence(result.verdict.reason))",
            "clause": words.clause(result.rule.clause),
        ])
    }

    private func cell(_ cell: DisclosureMatrix.Cell) -> String {
        row([
            "row": "disclosure", "severity": cell.severity?.rawValue ?? "", "exchange": "\(cell.first)",
            "host": SafeText.text(cell.host), "field": words.name(cell.kind), "cause": words.causes(cell),
            "message": "\(words.lexicon(.requests, count: cell.requests)), "
                + words.lexicon(.values, count: cell.values),
        ])
    }

    private func row(_ values: [String: String]) -> String {
        Self.columns.map { Self.field(values[$0] ?? "") }.joined(separator: ",")
    }

    static func field(_ text: String) -> String {
        var text = SafeText.text(text)
        if let first = text.utf8.first, "=+-@".utf8.contains(first) { text = "'" + text }
        let isPlain = text.utf8.allSatisfy { $0 != UInt8(ascii: ",") && $0 != UInt8(ascii: "\"") }
        return isPlain ? text : "\"" + text.replacing("\"", with: "\"\"") + "\""
    }
}
