/// Reads arguments against a table of verbs.
///
/// `--help` or `-h` anywhere before `--` reads as `help` with that verb's path. `--version` in place of a verb reads as
/// the verb `version`, if the table has one.
package struct CommandLineParser: Sendable {
    /// The table, with the verb `help` added.
    package let tool: Verb

    /// The tool's own name stands in the table; it is not among the arguments.
    package init(tool: Verb) {
        var tool = tool
        tool.subverbs.append(.help)
        Self.check(tool, inherited: [.helpFlag])
        self.tool = tool
    }

    private static func check(_ verb: Verb, inherited: [Option]) {
        let options = inherited + verb.options
        precondition(Set(options.map(\.name)).count == options.count, "two options of \(verb.name) have one name")
        let shorts = options.compactMap(\.short)
        precondition(Set(shorts).count == shorts.count, "two options of \(verb.name) have one letter")
        precondition(Set(verb.subverbs.map(\.name)).count == verb.subverbs.count, "two verbs have one name")
        precondition(verb.subverbs.isEmpty || verb.positionals.isEmpty, "\(verb.name) takes verbs or positionals")
        for subverb in verb.subverbs { check(subverb, inherited: options) }
    }

    package func parse(_ arguments: [String]) throws(UsageError) -> ParsedCommand {
        var reading = CommandLineReading(tool: tool, arguments: arguments[...])
        return try reading.command()
    }
}

/// The state of one reading.
private struct CommandLineReading {
    private var rest: ArraySlice<String>
    private var verb: Verb
    /// Names from the tool's on.
    private var path: [String]
    /// Options of all verbs on the path.
    private var options: [Option]
    private var given: [String: [String]] = [:]
    private var positionals: [String] = []
    private var passthrough: [String] = []
    private var wantsHelp = false

    init(tool: Verb, arguments: ArraySlice<String>) {
        rest = arguments
        verb = tool
        path = [tool.name]
        options = [.helpFlag] + tool.options
    }

    private var title: String { path.joined(separator: " ") }

    mutating func command() throws(UsageError) -> ParsedCommand {
        while let argument = rest.popFirst() {
            if argument == "--" {
                if verb.passthrough != nil { passthrough = Array(rest) } else { positionals += rest }
                rest = []
            } else if argument == "--version", path.count == 1, verb.subverbs.contains(where: { $0.name == "version" })
            {
                try descend(to: "version")
            } else if argument.hasPrefix("--") {
                try longOption(argument)
            } else if argument.hasPrefix("-"), argument.count > 1 {
                try shortOption(argument)
            } else if verb.subverbs.isEmpty {
                positionals.append(argument)
            } else {
                try descend(to: argument)
            }
        }
        if wantsHelp { return ParsedCommand(help: Array(path.dropFirst())) }
        try checkCounts()
        return ParsedCommand(
            path: Array(path.dropFirst()), options: options, given: given, positionals: positionals,
            passthrough: passthrough)
    }

    // MARK: Verbs

    private mutating func descend(to name: String) throws(UsageError) {
        guard let next = verb.subverbs.first(where: { $0.name == name }) else {
            throw error(
                .unknownVerb,
                "\(title) has no verb \(name.quoted)" + hint(name, verb.subverbs.map(\.name)) { $0.quoted })
        }
        verb = next
        path.append(name)
        options += next.options
    }

    private func checkCounts() throws(UsageError) {
        if !verb.subverbs.isEmpty {
            throw error(.missingVerb, "\(title) needs a verb: \(verb.subverbs.map(\.name).joined(separator: ", "))")
        }
        let required = verb.positionals.filter { $0.count == .one || $0.count == .oneOrMore }
        if positionals.count < required.count {
            throw error(.missingPositional, "\(title) needs \(required[positionals.count].kind.placeholder)")
        }
        let takesMore = verb.positionals.contains { $0.count == .oneOrMore || $0.count == .zeroOrMore }
        if !takesMore, positionals.count > verb.positionals.count {
            let first = positionals[verb.positionals.count].quoted
            let count = verb.positionals.isEmpty ? "no argument" : "no more than \(verb.positionals.count)"
            throw error(.unexpectedPositional, "\(title) takes \(count), yet \(first) was given")
        }
        // Only a table with one positional can say which argument a list of words belongs to.
        if verb.positionals.count == 1, case .choice(let placeholder, let words) = verb.positionals[0].kind {
            for positional in positionals { try check(positional, placeholder, words) }
        }
        if let passthrough = verb.passthrough, passthrough.isRequired, self.passthrough.isEmpty {
            throw error(.missingPassthrough, "\(title) needs \(passthrough.placeholder) after \"--\"")
        }
    }

    // MARK: Options

    private mutating func longOption(_ argument: String) throws(UsageError) {
        let sides = argument.dropFirst(2).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let name = String(sides[0])
        guard let option = options.first(where: { $0.name == name }) else {
            throw error(
                .unknownOption,
                "\(title) has no option \("--\(name)".quoted)" + hint(name, options.map(\.name)) { "--" + $0 })
        }
        try take(option, as: "--" + name, attached: sides.count == 2 ? String(sides[1]) : nil)
    }

    private mutating func shortOption(_ argument: String) throws(UsageError) {
        guard let option = options.first(where: { $0.short.map { "-\($0)" } == argument }) else {
            throw error(.unknownOption, "\(title) has no option \(argument.quoted)")
        }
        try take(option, as: argument, attached: nil)
    }

    private mutating func take(_ option: Option, as written: String, attached: String?) throws(UsageError) {
        if option.name == Option.helpFlag.name { wantsHelp = true }
        if given[option.name] != nil, !option.isRepeatable {
            throw error(.repeatedOption, "\(written) may be given once, yet it was given again")
        }
        guard let kind = option.value else {
            if let attached {
                throw error(.unexpectedValue, "\(written) takes no value, yet \(attached.quoted) was given")
            }
            given[option.name, default: []].append("")
            return
        }
        guard let value = attached ?? nextValue() else {
            throw error(.missingValue, "\(written) needs a value: \(written) \(kind.placeholder)")
        }
        if case .choice(_, let words) = kind { try check(value, written, words) }
        given[option.name, default: []].append(value)
    }

    /// An argument that begins with two dashes is more likely the next option; as a value it is written after `=`.
    private mutating func nextValue() -> String? {
        guard let next = rest.first, !next.hasPrefix("--") else { return nil }
        return rest.removeFirst()
    }

    // MARK: Wording

    private func check(_ value: String, _ what: String, _ words: [String]) throws(UsageError) {
        if words.contains(value) { return }
        throw error(
            .unknownChoice,
            "\(what) is one of \(words.joined(separator: ", ")), yet \(value.quoted) was given"
                + hint(value, words) { $0.quoted })
    }

    private func hint(_ typed: String, _ names: [String], _ show: (String) -> String) -> String {
        Spelling.nearest(to: typed, among: names).map { "; did you mean \(show($0))?" } ?? ""
    }

    private func error(_ code: UsageError.Code, _ sentence: String) -> UsageError {
        UsageError(code, path, sentence)
    }
}

extension ParsedCommand {
    fileprivate init(help path: [String]) {
        self.init(path: [Verb.help.name], options: [.helpFlag], given: [:], positionals: path, passthrough: [])
    }
}
