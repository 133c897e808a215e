extension CommandLineParser {
    /// The help page of the tool (an empty path) or of a verb, at 80 columns, with a line feed at its end.
    package func helpPage(for path: [String]) throws(UsageError) -> String {
        var verb = tool
        var names = [tool.name]
        var inherited: [Option] = []
        for name in path {
            guard let next = verb.subverbs.first(where: { $0.name == name }) else {
                let near = Spelling.nearest(to: name, among: verb.subverbs.map(\.name))
                let hint = near.map { "; did you mean \($0.quoted)?" } ?? ""
                throw UsageError(
                    .unknownVerb, names, "\(names.joined(separator: " ")) has no verb \(name.quoted)" + hint)
            }
            inherited += verb.options
            verb = next
            names.append(name)
        }
        return HelpPage(verb: verb, title: names.joined(separator: " "), inherited: inherited).text
    }
}

/// The page of one verb.
struct HelpPage {
    private static let width = 80
    /// Where the right-hand column begins.
    private static let column = 24

    private let verb: Verb
    private let title: String
    private let inherited: [Option]

    init(verb: Verb, title: String, inherited: [Option]) {
        self.verb = verb
        self.title = title
        self.inherited = inherited
    }

    var text: String {
        var sections = [TextColumns.wrapped("\(title): \(verb.summary)", width: Self.width)]
        sections.append(usage)
        if !verb.discussion.isEmpty { sections.append(TextColumns.wrapped(verb.discussion, width: Self.width)) }
        sections.append(table("verbs", verb.subverbs.map { ($0.name, $0.summary) }))
        sections.append(table("arguments", arguments))
        sections.append(table("options", (verb.options + inherited + [.helpFlag]).map { (left($0), right($0)) }))
        if !verb.subverbs.isEmpty {
            let tool = title.split(separator: " ")
            let help = ([tool[0], "help"] + tool.dropFirst() + ["VERB"]).joined(separator: " ")
            sections.append("\"\(help)\" shows the page of a verb.")
        }
        return sections.filter { !$0.isEmpty }.joined(separator: "\n\n") + "\n"
    }

    private var usage: String {
        var words = ["usage: \(title)"]
        if !(verb.options + inherited).isEmpty { words.append("[OPTION]...") }
        if !verb.subverbs.isEmpty { words.append("VERB [...]") }
        for positional in verb.positionals {
            let placeholder = positional.kind.placeholder
            switch positional.count {
            case .one: words.append(placeholder)
            case .zeroOrOne: words.append("[\(placeholder)]")
            case .oneOrMore: words.append("\(placeholder)...")
            case .zeroOrMore: words.append("[\(placeholder)...]")
            }
        }
        if let passthrough = verb.passthrough {
            let rest = "-- \(passthrough.placeholder)..."
            words.append(passthrough.isRequired ? rest : "[\(rest)]")
        }
        return TextColumns.wrapped(words.joined(separator: " "), width: Self.width)
    }

    private var arguments: [(String, String)] {
        var rows = verb.positionals.map { ($0.kind.placeholder, $0.help + choices($0.kind)) }
        if let passthrough = verb.passthrough { rows.append((passthrough.placeholder, passthrough.help)) }
        return rows
    }

    private func left(_ option: Option) -> String {
        let short = option.short.map { "-\($0), " } ?? "    "
        return short + "--" + option.name + (option.value.map { " " + $0.placeholder } ?? "")
    }

    private func right(_ option: Option) -> String {
        var notes: [String] = []
        if option.isRepeatable { notes.append("may be repeated") }
        if let text = option.defaultText { notes.append("default: \(text)") }
        return option.help + (option.value.map(choices) ?? "")
            + (notes.isEmpty ? "" : " (" + notes.joined(separator: "; ") + ")")
    }

    private func choices(_ kind: ArgumentKind) -> String {
        if case .choice(_, let words) = kind { ": " + words.joined(separator: ", ") } else { "" }
    }

    private func table(_ name: String, _ rows: [(String, String)]) -> String {
        if rows.isEmpty { return "" }
        let lines = rows.map { left, right in
            TextColumns.row("  " + left, right, column: Self.column, width: Self.width)
        }
        return ([name + ":"] + lines).joined(separator: "\n")
    }
}
