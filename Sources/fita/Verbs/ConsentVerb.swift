import CommandLineSyntax
import Platform
import Reports

/// `fita consent STRING`: a consent string decoded, with its three verdicts.
enum ConsentVerb {
    static func run(_ command: ParsedCommand) throws(VerbFailure) -> Int32 {
        let format = try OutputFormat(command)
        guard let string = command.positionals.first else {
            throw VerbFailure(.usage, "consent needs a string", action: "fita consent CPXx...")
        }
        let report = ConsentReport(Array(string.utf8), now: SystemClock.wall().seconds)
        switch format {
        case .text: StandardStream.output.write(report.text)
        case .json: report.json.withUnsafeBytes { _ = StandardStream.output.write($0) }
        }
        return (report.hasErrors ? ExitStatus.findings : .clean).rawValue
    }
}
