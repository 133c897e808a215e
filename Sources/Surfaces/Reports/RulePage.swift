package import Verification

/// One rule in full (`fita explain MK-042`).
package struct RulePage {
    private let rule: RuleDescription
    private let lexicon: Lexicon

    package init(_ rule: RuleDescription, language: Language = .english) {
        self.rule = rule
        lexicon = Lexicon(language)
    }

    /// The page of the rule with this code, or nil where there is none.
    ///
    /// - Parameter severities: those that a configuration gives, by code.
    package init?(code: String, severities: [String: String] = [:], language: Language = .english) {
        guard let rule = AllRules.rule(code) else { return nil }
        self.init(rule.description.graded(by: severities), language: language)
    }

    package var text: String {
        let explanation = lexicon.explanation(rule)
        let question = lexicon.question(rule.code, rule.question)
        var parts = [
            "\(rule.code) \(rule.slug) (\(rule.severity.rawValue))\n\(question)",
            section(.ruleWhat, explanation.what), section(.ruleWhy, explanation.why),
            section(.ruleEvidence, explanation.evidenceNeeded + lossy), section(.ruleExample, explanation.example),
        ]
        var clause = "“\(rule.clause.words)” (\(lexicon(.guide, rule.clause.section)))"
        if let derivation = rule.clause.derivation { clause += "; \(lexicon.sentence(derivation))" }
        parts.append(section(.ruleClause, clause))
        if !rule.related.isEmpty {
            parts.append(section(.ruleRelated, lexicon(.alsoBroken, rule.related.joined(separator: ", "))))
        }
        return parts.joined(separator: "\n\n") + "\n"
    }

    /// What a file of another tool must tell besides.
    private var lossy: String {
        guard !rule.needs.isEmpty else { return "" }
        let needs = rule.needs.map { lexicon.sentence($0.rawValue) }.joined(separator: "; ")
        return " " + lexicon(.neededOfHAR, needs)
    }

    private func section(_ title: Phrase, _ text: String) -> String {
        "\(lexicon(title))\n" + Self.wrapped(text, width: 96).map { "  \($0)" }.joined(separator: "\n")
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
