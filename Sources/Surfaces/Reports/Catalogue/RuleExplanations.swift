import Verification

/// What each rule looks at, why, on what evidence, and an example, in Portuguese. English stands with the rule itself.
enum RuleExplanations {
    /// By code.
    static let portuguese: [String: RuleExplanation] = {
        let evidence = pairs([requestEvidence, personEvidence, playEvidence])
        return pairs([requestRules, personRules, playRules]).reduce(into: [:]) { result, rule in
            guard let more = evidence[rule.key] else { return }
            result[rule.key] = RuleExplanation(
                what: rule.value.first, why: rule.value.second, evidenceNeeded: more.first, example: more.second)
        }
    }()

    /// What two tables of the catalogue say of a rule: what it looks at and why, or the evidence and an example.
    typealias Pair = (first: String, second: String)

    private static func pairs(_ tables: [String]) -> [String: Pair] {
        Dictionary(tables.flatMap(entries).map { ($0.code, $0.pair) }) { first, _ in first }
    }

    /// A table has a rule's code, the first of two texts set in by two spaces, and the second by four.
    static func entries(_ table: String) -> [(code: String, pair: Pair)] {
        var result: [(code: String, pair: Pair)] = []
        var code = ""
        var (first, second): ([Substring], [Substring]) = ([], [])
        func take() {
            guard !code.isEmpty else { return }
            result.append((code, (first.joined(separator: " "), second.joined(separator: " "))))
        }
        for line in table.split(separator: "\n") {
            if line.hasPrefix("    ") {
                second.append(line.dropFirst(4))
            } else if line.hasPrefix("  ") {
                first.append(line.dropFirst(2))
            } else {
                take()
                code = String(line)
                (first, second) = ([], [])
            }
        }
        take()
        return result
    }
}
