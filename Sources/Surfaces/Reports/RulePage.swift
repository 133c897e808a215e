package import Verification

/// One rule in full (`fita explain MK-042`).
package struct RulePage {
    private let rule: RuleDescription

    package init(_ rule: RuleDescription) {
        self.rule = rule
    }

    /// The page of the rule with this code, or nil where there is none.
    ///
    /// - Parameter severities: those that a configuration gives, by code.
    package init?(code: String, severities: [String: String] = [:]) {
        guard let rule = AllRules.rule(code) else { return nil }
        self.init(rule.description.graded(by: severities))
    }

    package var text: String {
        var parts = [
            "\(rule.code) \(rule.slug) (\(rule.severity.rawValue))\n\(rule.question)",
            section("What", rule.explanation.what), section("Why", rule.explanation.why),
            section("Evidence needed", rule.explanation.evidenceNeeded + lossy),
            section("Example", rule.explanation.example),
        ]
        var clause = "“\(rule.clause.words)” (Metrike iOS guide \(rule.clause.section))"
        if let derivation = rule.clause.derivation { clause += "; \(derivation)" }
        parts.append(section("Clause", clause))
        if !rule.related.isEmpty {
            parts.append(
                section("Related", "The same fault may break \(rule.related.joined(separator: ", ")) as well."))
        }
        return parts.joined(separator: "\n\n") + "\n"
    }

    /// What a file of another tool must tell besides.
    private var lossy: String {
        rule.needs.isEmpty
            ? "" : " In another tool's file (HAR): " + rule.needs.map(\.rawValue).joined(separator: "; ") + "."
    }

    private func section(_ title: String, _ text: String) -> String {
        "\(title)\n" + Self.wrapped(text, width: 96).map { "  \($0)" }.joined(separator: "\n")
    }

    private static func wrapped(_ text: String, width: Int) -> [String] {
        var lines: [String] = []
        var line = ""
        for word in text.split(separator: " ") {
            if !line.isEmpty, line.count + 1 + word.count > width {
                lines.append(line)
                line = String(word)
            } else {
                line += line.isEmpty ? String(word) : " \(word)"
            }
        }
        return line.isEmpty ? lines : lines + [line]
    }
}
