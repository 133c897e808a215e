import JSONText
package import Verification

/// All rules, one line each (`fita rules`).
package struct RuleList {
    private let rules: [RuleDescription]

    /// - Parameter severities: those that a configuration gives, by code.
    package init(_ rules: [any Rule.Type] = AllRules.register, severities: [String: String] = [:]) {
        self.rules = rules.map { $0.description.graded(by: severities) }
    }

    package var text: String {
        let width = rules.map(\.slug.count).max() ?? 0
        return rules.map {
            "\($0.code)  \($0.severity.rawValue)  \(Columns.padded($0.slug, width + 2))\($0.question)\n"
        }.joined()
    }

    package var json: [UInt8] {
        var writer = JSONWriter(layout: .indented)
        writer.object { writer in
            writer.field("format", "fita.rules/1")
            writer.field("rules", each: rules) { writer, rule in
                writer.object { writer in
                    writer.field("rule", rule.code)
                    writer.field("slug", rule.slug)
                    writer.field("family", rule.family.rawValue)
                    writer.field("severity", rule.severity.rawValue)
                    writer.field("section", rule.clause.section)
                    writer.field("words", rule.clause.words)
                    writer.field("question", rule.question)
                    writer.field("related", rule.related)
                }
            }
        }
        return writer.bytes + [0x0A]
    }
}
