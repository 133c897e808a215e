/// A shell that completions can be written for.
package enum Shell: String, Sendable, CaseIterable {
    case bash, zsh, fish
}

extension CommandLineParser {
    /// A script that makes the shell complete the tool's verbs, options and values.
    package func completions(for shell: Shell) -> String {
        let places = Place.all(below: tool)
        return switch shell {
        case .bash: BashCompletion(tool: tool.name, places: places).script
        case .zsh: ZshCompletion(tool: tool.name, places: places).script
        case .fish: FishCompletion(tool: tool.name, places: places).script
        }
    }
}

/// A verb with its path and all options it takes, as completions see it.
struct Place {
    /// Names from the tool's on, parted by spaces.
    let path: String
    let verb: Verb
    let options: [Option]

    static func all(below tool: Verb) -> [Place] { all(tool, path: tool.name, inherited: []) }

    private static func all(_ verb: Verb, path: String, inherited: [Option]) -> [Place] {
        let options = inherited + verb.options
        let place = Place(path: path, verb: verb, options: options + [.helpFlag])
        return [place] + verb.subverbs.flatMap { all($0, path: "\(path) \($0.name)", inherited: options) }
    }

    /// What the positionals can be.
    var kinds: [ArgumentKind] { verb.positionals.map(\.kind) }

    var takesFile: Bool {
        kinds.contains { if case .file = $0 { true } else { false } }
    }

    /// Words that a positional can be.
    var choices: [String] {
        kinds.flatMap { kind -> [String] in if case .choice(_, let words) = kind { words } else { [] } }
    }

    /// The option as typed, in each of its forms.
    static func forms(_ option: Option) -> [String] { ["--\(option.name)"] + (option.short.map { ["-\($0)"] } ?? []) }
}

extension String {
    /// In single quotes for bash and zsh.
    var shellQuoted: String {
        "'" + split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
    }

    /// In single quotes for fish.
    var fishQuoted: String {
        "'" + flatMap { $0 == "'" || $0 == "\\" ? ["\\", $0] : [$0] } + "'"
    }
}
