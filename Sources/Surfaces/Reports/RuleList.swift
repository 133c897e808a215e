import JSONText
package import Verification

/// All rules (`fita rules`): in text by family, one line each, with severity and the guide's section.
package struct RuleList {
    private let rules: [RuleDescription]
    private let lexicon: Lexicon

    /// - Parameter severities: those that a configuration gives, by code.
    package init(
        _ rules: [any Rule.Type] = AllRules.register, severities: [String: String] = [:],
        language: Language = .english
    ) {
        lexicon = Lexicon(language)
        self.rules = rules.map { $0.description.graded(by: severities) }
    }

    package var text: String {
        let slugWidth = (rules.map(\.slug.count).max() ?? 0) + 2
        let sectionWidth = (rules.map(\.clause.section.count).max() ?? 0) + 2
        var families: [RuleFamily] = []
        for rule in rules where !families.contains(rule.family) { families.append(rule.family) }
        return families.map { family in
            "\(family.rawValue)\n"
                + rules.lazy.filter { $0.family == family }.map { rule in
                    "  \(rule.code)  \(rule.severity.rawValue)  "
                        + Columns.padded(rule.clause.section, sectionWidth) + Columns.padded(rule.slug, slugWidth)
                        + "\(lexicon.question(rule.code, rule.question))\n"
                }.joined()
        }.joined(separator: "\n")
    }

    package var json: [UInt8] {
        var writer = JSONWriter(layout: .indented)
        writer.object { writer in
            writer.field("format", "fita.rules/1")
            writer.field("language", lexicon.language.rawValue)
            writer.field("rules", each: rules) { writer, rule in
                writer.object { writer in
                    writer.field("rule", rule.code)
                    writer.field("slug", rule.slug)
                    writer.field("family", rule.family.rawValue)
                    writer.field("severity", rule.severity.rawValue)
                    writer.field("section", rule.clause.section)
                    writer.field("words", rule.clause.words)
                    writer.field("question", lexicon.question(rule.code, rule.question))
                    writer.field("related", rule.related)
                }
            }
        }
        return writer.bytes + [0x0A]
    }
}
