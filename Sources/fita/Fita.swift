import CommandLineSyntax
import Platform

@main
enum Fita {
    static func main() {
        let arguments = Array(CommandLine.arguments.dropFirst())
        do throws(VerbFailure) {
            System_exit(try run(ParsedCommand(arguments)))
        } catch {
            StandardStream.error.write(error.text)
            System_exit(error.status.rawValue)
        }
    }

    private static func run(_ command: ParsedCommand) throws(VerbFailure) -> Int32 {
        switch command.verb {
        case "record": try RecordVerb.run(command)
        case "mark": try MarkVerb.run(command)
        case "ca": try CAVerb.run(command)
        case "--version": { StandardStream.output.write("fita \(Version.number)\n"); return 0 }()
        default: throw VerbFailure(.usage, "unknown verb \(command.verb)")
        }
    }
}
func System_exit(_ code: Int32) -> Never { CurrentProcess.exit(code) }
