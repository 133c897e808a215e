/// Arguments as the table understands them.
package struct ParsedCommand: Sendable {
    /// The names of the verbs, without the tool's: `["cassette", "show"]`. For help it is `["help"]`, and the
    /// positionals are the path of the page asked for.
    package let path: [String]
    /// The path in one: `cassette show`.
    package var verb: String { path.joined(separator: " ") }
    package let positionals: [String]
    /// What followed `--`.
    package let passthrough: [String]

    private let given: [String: [String]]
    private let known: [String: Option]

    init(
        path: [String], options: [Option], given: [String: [String]], positionals: [String], passthrough: [String]
    ) {
        self.path = path
        self.positionals = positionals
        self.passthrough = passthrough
        self.given = given
        known = Dictionary(options.map { ($0.name, $0) }) { first, _ in first }
    }

    /// Whether a flag was given. Like the other questions, one for a name that the verb's table lacks is a defect.
    package func flag(_ name: String) -> Bool {
        precondition(known[name].map { $0.value == nil } == true, "no flag --\(name) in the table of \(path)")
        return given[name] != nil
    }

    /// The value of an option, or nil when it was not given.
    package func value(_ name: String) -> String? {
        precondition(known[name]?.isRepeatable == false, "no option --\(name) VALUE in the table of \(path)")
        return values(name).last
    }

    /// The values of an option, in the order they were given.
    package func values(_ name: String) -> [String] {
        precondition(known[name]?.value != nil, "no option --\(name) VALUE in the table of \(path)")
        return given[name] ?? []
    }
}
