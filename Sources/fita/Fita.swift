import CommandLineSyntax
import Platform

@main
enum Fita {
    static func main() {
        let arguments = Array(CommandLine.arguments.dropFirst())
        if arguments == ["--version"] {
            StandardStream.output.write("fita \(Version.number)\n")
            CurrentProcess.exit(ExitStatus.clean.rawValue)
        }
        do throws(VerbFailure) {
            CurrentProcess.exit(try run(arguments))
        } catch {
            StandardStream.error.write(error.text)
            CurrentProcess.exit(error.status.rawValue)
        }
    }

    private static func run(_ arguments: [String]) throws(VerbFailure) -> Int32 {
        let parser = CommandLineParser(tool: VerbTable.tool)
        let command: ParsedCommand
        do throws(UsageError) {
            guard !arguments.isEmpty else {
                StandardStream.error.write(try parser.helpPage(for: []))
                return ExitStatus.usage.rawValue
            }
            command = try parser.parse(arguments)
            if command.path == ["help"] {
                StandardStream.output.write(try parser.helpPage(for: command.positionals))
                return ExitStatus.clean.rawValue
            }
        } catch {
            throw VerbFailure(.usage, error.sentence, action: error.helpCommand)
        }
        return try perform(command)
    }

    private static func perform(_ command: ParsedCommand) throws(VerbFailure) -> Int32 {
        switch command.path[0] {
        case "record": try RecordVerb.run(command)
        case "replay": try ReplayVerb.run(command)
        case "verify": try VerifyVerb.run(command)
        case "leaks": try LeaksVerb.run(command)
        case "redact": try RedactVerb.run(command)
        case "audit": try AuditVerb.run(command)
        case "evidence": try EvidenceVerb.run(command)
        case "list": try ListVerb.run(command)
        case "clicks": try ClicksVerb.run(command)
        case "show": try ShowVerb.run(command)
        case "rules": try RulesVerb.run(command)
        case "consent": try ConsentVerb.run(command)
        case "explain": try ExplainVerb.run(command)
        case "config": try ConfigVerb.run(command)
        case "witness": try WitnessVerb.run(command)
        case "mark": try MarkVerb.run(command)
        case "ca": try CAVerb.run(command)
        case "fsck": try FsckVerb.run(command)
        case "repair": try RepairVerb.run(command)
        case "pack": try PackVerb.run(command)
        case "demo": try DemoVerb.run(command)
        case "stand-in": try StandInVerb.run(command)
        case "reference-sdk": try ReferenceSDKVerb.run(command)
        case "rehearse": try RehearseVerb.run(command)
        case "completions": CompletionsVerb.run(command)
        case let verb: preconditionFailure("the verb \(verb) of the table has no code")
        }
    }
}

/// `fita completions SHELL`.
enum CompletionsVerb {
    static func run(_ command: ParsedCommand) -> Int32 {
        for shell in Shell.allCases where command.positionals.contains(shell.rawValue) {
            StandardStream.output.write(CommandLineParser(tool: VerbTable.tool).completions(for: shell))
        }
        return ExitStatus.clean.rawValue
    }
}
