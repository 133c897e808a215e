import CommandLineSyntax
import Foundation
import Testing

@Suite struct ShellCompletionTests {
    private static let bash = "/bin/bash"

    private static func run(_ program: String, _ arguments: [String]) throws -> (output: String, status: Int32) {
        let process = Process()
        let pipe = Pipe()
        process.executableURL = URL(filePath: program)
        process.arguments = arguments
        process.standardOutput = pipe
        process.standardError = pipe
        try process.run()
        let data = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return (String(decoding: data, as: UTF8.self), process.terminationStatus)
    }

    @Test(
        .enabled(if: FileManager.default.isExecutableFile(atPath: bash)),
        arguments: [
            ("re", "record"),
            ("", "record exec tape version completions help --quiet --help"),
            ("tape ", "show join list --quiet --help"),
            ("tape s", "show"),
            ("-q tape j", "join"),
            ("record --no", "--no-tape"),
            ("record --format j", "json junit"),
            ("record --listen ", ""),
            ("record x", ""),
            ("tape show --", "--quiet --help"),
            ("completions z", "zsh"),
            ("exec -- --", ""),
        ])
    func `bash completes verbs, options and choices`(_ line: String, _ expected: String) throws {
        let words = ["tool"] + line.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
        let script = """
            \(SampleTable.parser.completions(for: .bash))
            COMP_WORDS=(\(words.map { "'\($0)'" }.joined(separator: " ")))
            COMP_CWORD=\(words.count - 1)
            _tool
            printf '%s' "${COMPREPLY[*]}"
            """
        let (output, status) = try Self.run(Self.bash, ["--norc", "-c", script])
        #expect(output == expected)
        #expect(status == 0)
    }

    @Test(arguments: [
        ("re", "record"), ("tape s", "show"), ("-q tape j", "join"), ("record --format j", "json junit"),
        ("record --no", "--no-tape"), ("completions z", "zsh"), ("record --listen ", ""),
    ])
    func `fish completes verbs, options and choices`(_ line: String, _ expected: String) throws {
        guard let fish = Self.program("fish") else { return }
        let script = SampleTable.parser.completions(for: .fish) + "\ncomplete -C 'tool \(line)'\n"
        let (output, status) = try Self.run(fish, ["--no-config", "-c", script])
        let words = output.split(separator: "\n").map { $0.prefix { $0 != "\t" } }
        #expect(words.joined(separator: " ") == expected)
        #expect(status == 0)
    }

    /// The shell's own completion functions are replaced by ones that print what they are given.
    @Test(arguments: [
        ("tape ", "show join list --quiet --help"), ("-q tape j", "show join list --quiet --help"),
        ("record --format j", "text json junit"), ("record --listen ", "HOST:PORT"), ("record --rules ", "FILES"),
        ("exec -- ", "FILES"), ("completions ", "bash zsh fish --quiet --help"),
    ])
    func `zsh is offered verbs, options and choices`(_ line: String, _ expected: String) throws {
        guard let zsh = Self.program("zsh") else { return }
        let words = ["tool"] + line.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
        let script = """
            compdef() { }
            compadd() { shift; print -n -- "$*" }
            _message() { print -n -- "$1" }
            _files() { print -n FILES }
            _describe() { print -n -- "${(@)candidates%%:*}" }
            \(SampleTable.parser.completions(for: .zsh))
            words=(\(words.map { "'\($0)'" }.joined(separator: " ")))
            CURRENT=\(words.count)
            _tool
            """
        let (output, status) = try Self.run(zsh, ["-f", "-c", script])
        #expect(output == expected)
        #expect(status == 0)
    }

    private static func program(_ name: String) -> String? {
        let paths = ["/bin/\(name)", "/usr/bin/\(name)", "/opt/homebrew/bin/\(name)"]
        let found = paths.first { FileManager.default.isExecutableFile(atPath: $0) }
        if found == nil { print("note: \(name) is absent; its completions are not tried") }
        return found
    }

    @Test(arguments: Shell.allCases)
    func `every verb and option of the table is offered`(_ shell: Shell) {
        let script = SampleTable.parser.completions(for: shell)
        for name in ["record", "exec", "tape", "show", "join", "list", "listen", "connect-to", "no-tape", "junit"] {
            #expect(script.contains(name), "\(name)")
        }
    }

    @Test func `quotes in a help text do not end the script's own`() {
        let parser = CommandLineParser(tool: Verb("t", "", subverbs: [Verb("v", "it's \\ fine")]))
        #expect(parser.completions(for: .zsh).contains(#"'v:it'\''s \ fine'"#))
        #expect(parser.completions(for: .fish).contains(#"-d 'it\'s \\ fine'"#))
    }
}
