import CassetteFormat
import HTTPModel
import SDKContracts
import Verification

/// The audit report for people, as plain text in either language.
package struct AuditText {
    private let report: AuditReport
    private let words: AuditWords

    package init(_ report: AuditReport, _ language: Language = .english) {
        self.report = report
        words = AuditWords(report, language)
    }

    private var lexicon: Lexicon { words.lexicon }

    /// Lines end in a line feed.
    package var text: String {
        var lines = ["\(lexicon(.title)) (\(lexicon(.madeBy, report.tool)))", ""]
        lines += coverage + ["", "\(lexicon(.answer)): \(words.answer)"]
        for finding in report.judgement.findings { lines += [""] + block(finding) }
        lines += [""] + matrix + [""] + rules + [""] + evidence
        return lines.joined(separator: "\n") + "\n"
    }

    private var coverage: [String] {
        let coverage = report.judgement.coverage
        guard !report.joined.isEmpty else {
            return columns(words.observed(coverage) + words.unobserved(coverage))
        }
        var lines = [lexicon(.joinedTapes, "\(report.joined.count)")]
        for (tape, own) in zip(report.joined, coverage.tapes) {
            lines += ["", "\(lexicon(.tape)) \(tape.label): \(SafeText.text(tape.name.lastComponent))"]
            if tape.overlaps { lines.append("  \(lexicon(.overlaps))") }
            lines += columns(words.observed(own)).map { "  \($0)" }
        }
        return lines + [""] + columns(words.unobserved(coverage))
    }

    private func columns(_ lines: [AuditWords.Line]) -> [String] { lines.map { "\($0.label): \($0.text)" } }

    private func block(_ finding: Finding) -> [String] {
        var lines = [
            "\(finding.severity.rawValue) \(lexicon(.fail)) \(finding.code) \(finding.slug)",
            "  \(words.question(finding))", indented(lexicon(.place), words.request(finding)),
        ]
        lines += words.places(finding).map { indented("", $0) }
        lines += words.lines(finding).map { indented($0.label, $0.text) }
        if let anchor = report.anchor(finding.exchange) {
            lines.append(indented(lexicon(.evidenceLabel), "\(lexicon(.leaf, "\(anchor.leaf)")) \(anchor.hash)"))
        }
        return lines
    }

    private func indented(_ label: String, _ text: String) -> String { "  " + Columns.padded(label, 13) + text }

    private var matrix: [String] {
        let matrix = report.matrix
        var lines = [lexicon(.matrix)]
        guard !matrix.cells.isEmpty else { return lines + ["  \(lexicon(.nobodyLearned))"] }
        for host in matrix.hosts {
            let cells = matrix.cells.filter { $0.host == host.name }
            guard !cells.isEmpty else { continue }
            lines.append("  \(SafeText.text(host.name)) (\(lexicon(Phrase(host.party))))")
            for cell in cells {
                let mark = cell.severity.map { "\($0.rawValue) " } ?? ""
                lines.append(
                    "    " + Columns.padded(words.name(cell.kind), 16) + mark
                        + "\(lexicon(.requests, count: cell.requests)), \(lexicon(.values, count: cell.values)): "
                        + words.causes(cell))
            }
        }
        if matrix.droppedHosts > 0 { lines.append("  " + lexicon(.droppedHosts, count: matrix.droppedHosts)) }
        return lines
    }

    private var rules: [String] {
        var lines = [lexicon(.rules)]
        let judgement = report.judgement
        let width = AuditWords.outcomes.map { lexicon(Phrase($0)).count }.max() ?? 0
        for outcome in AuditWords.outcomes {
            for result in judgement.rules where result.verdict.outcome == outcome {
                lines.append(
                    "  \(Columns.padded(lexicon(Phrase(outcome)), width))  \(result.rule.code)  "
                        + words.question(result.rule))
                lines.append(
                    String(repeating: " ", count: width + 12) + words.sentence(result.verdict.reason))
                for remark in result.verdict.remarks.prefix(CoverageText.longestList) {
                    lines.append(
                        String(repeating: " ", count: width + 12)
                            + "\(lexicon(.remark)): \(words.sentence(remark))")
                }
            }
        }
        return lines
    }

    private var evidence: [String] {
        var lines = [lexicon(.evidence)]
        for tape in report.tapes {
            lines.append("  \(lexicon(.tape)) \(SafeText.text(tape.name))")
            if let recorded = words.recorded(tape) { lines.append("    \(recorded)") }
            lines.append(
                "    \(lexicon(.merkleRoot)) \(tape.root) (\(lexicon(.leaves, count: tape.seal.leafCount)))")
        }
        lines.append("  \(lexicon(.configurationDigest)) \(report.configurationDigest)")
        lines.append("  \(lexicon(.evidenceNote))")
        return lines
    }
}

extension String {
    /// What follows the last slash.
    var lastComponent: String { split(separator: "/").last.map(String.init) ?? self }
}
