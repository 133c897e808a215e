/// What each rule looks at and why, in Portuguese. English stands with the rule itself.
enum RuleExplanations {
    struct Entry: Sendable, Hashable {
        let what: String
        let why: String
    }

    /// By code.
    static let portuguese: [String: Entry] = [requestRules, personRules, playRules].reduce(into: [:]) { result, table in
        for (code, entry) in entries(table) { result[code] = entry }
    }

    /// A table has a rule's code, what it looks at set in by two spaces, and why by four.
    static func entries(_ table: String) -> [(code: String, entry: Entry)] {
        var result: [(code: String, entry: Entry)] = []
        var code = ""
        var (what, why): ([Substring], [Substring]) = ([], [])
        func take() {
            guard !code.isEmpty else { return }
            result.append((code, Entry(what: what.joined(separator: " "), why: why.joined(separator: " "))))
        }
        for line in table.split(separator: "\n") {
            if line.hasPrefix("    ") {
                why.append(line.dropFirst(4))
            } else if line.hasPrefix("  ") {
                what.append(line.dropFirst(2))
            } else {
                take()
                code = String(line)
                (what, why) = ([], [])
            }
        }
        take()
        return result
    }
}
