/// A tool, or something it can do: one row of the table, with what it takes and the verbs below it.
///
/// The outermost verb is the tool itself. Options of a verb are taken by all verbs below it too.
package struct Verb: Sendable {
    package var name: String
    /// One line, without a full stop.
    package var summary: String
    /// Paragraphs for the help page, parted by empty lines. Lines that begin with a space stay as they are.
    package var discussion: String
    package var options: [Option]
    package var positionals: [Positional]
    /// What follows `--` untouched; nil makes `--` end the options only.
    package var passthrough: Passthrough?
    /// A verb with verbs below it does nothing alone.
    package var subverbs: [Verb]

    package init(
        _ name: String, _ summary: String, discussion: String = "", options: [Option] = [],
        positionals: [Positional] = [], passthrough: Passthrough? = nil, subverbs: [Verb] = []
    ) {
        self.name = name
        self.summary = summary
        self.discussion = discussion
        self.options = options
        self.positionals = positionals
        self.passthrough = passthrough
        self.subverbs = subverbs
    }
}

/// The kind of an argument, with the placeholder that stands for it in help.
package enum ArgumentKind: Sendable, Hashable {
    case text(String)
    /// A path; completions offer files.
    case file(String)
    /// One of a few words; any other is refused.
    case choice(String, [String])

    package var placeholder: String {
        switch self {
        case .text(let placeholder), .file(let placeholder), .choice(let placeholder, _): placeholder
        }
    }
}

/// A named argument: `--listen HOST:PORT`, or a flag such as `--no-tape`.
package struct Option: Sendable {
    /// Without dashes.
    package var name: String
    package var short: Character?
    /// Nil for a flag.
    package var value: ArgumentKind?
    package var isRepeatable: Bool
    package var help: String
    /// What holds when the option is absent, for the help page.
    package var defaultText: String?

    package init(
        _ name: String, short: Character? = nil, _ value: ArgumentKind? = nil, isRepeatable: Bool = false,
        help: String, defaultText: String? = nil
    ) {
        self.name = name
        self.short = short
        self.value = value
        self.isRepeatable = isRepeatable
        self.help = help
        self.defaultText = defaultText
    }
}

/// An argument known by its place.
package struct Positional: Sendable {
    package enum Count: Sendable {
        case one, zeroOrOne, oneOrMore, zeroOrMore
    }

    package var kind: ArgumentKind
    package var count: Count
    package var help: String

    package init(_ kind: ArgumentKind, _ count: Count = .one, help: String) {
        self.kind = kind
        self.count = count
        self.help = help
    }
}

/// The arguments after `--`, such as a command to run.
package struct Passthrough: Sendable {
    package var placeholder: String
    package var isRequired: Bool
    package var help: String

    package init(_ placeholder: String, isRequired: Bool = false, help: String) {
        self.placeholder = placeholder
        self.isRequired = isRequired
        self.help = help
    }
}

extension Verb {
    /// Takes part in every table: the page of this verb or another.
    static let help = Verb(
        "help", "show the page of a verb", positionals: [Positional(.text("VERB"), .zeroOrMore, help: "the verb")])
}

extension Option {
    /// Taken by every verb.
    static let helpFlag = Option("help", short: "h", help: "show this page")
}
