import CassetteFormat
import CommandLineSyntax
import Cryptography
import Platform
import Reports
import SDKContracts
import Verification

/// `fita audit report|diff|covary|schema`.
enum AuditVerb {
    static func run(_ command: ParsedCommand) throws(VerbFailure) -> Int32 {
        switch command.path.last {
        case "report": return try report(command)
        case "diff": return try diff(command)
        case "covary": return try CovaryVerb.run(command)
        case "schema":
            StandardStream.output.write(AuditSchema.text + "\n")
            return ExitStatus.clean.rawValue
        default:
            throw VerbFailure(.usage, "audit: report, diff, covary or schema is wanted", action: "fita help audit")
        }
    }

    private static func report(_ command: ParsedCommand) throws(VerbFailure) -> Int32 {
        let form = try OutputForm.form(command)
        let language = try OutputForm.language(command)
        let marks = command.values("mark")
        let tapes = try AuditedTapes(
            command.positionals, try ContractOption.reading(command),
            marks: marks.map { text throws(VerbFailure) in try TapeMark(text) }, reveals: command.flag("reveal"))
        let bytes = form.bytes(tapes.report, language)
        if let keyPath = command.value("sign") {
            guard let output = command.value("output") else {
                throw VerbFailure(
                    .usage, "--sign wants a report that is a file", action: "give --output FILE besides")
            }
            let key = try SigningKeyFile.read(keyPath)
            try OutputForm.write(bytes, to: output)
            let recipe = EvidenceStatement.Recipe(
                format: form.rawValue, language: language.rawValue, reveals: command.flag("reveal"), marks: marks,
                configurationDigest: tapes.report.configurationDigest)
            try EvidenceFiles(report: output).write(tapes.report, bytes, recipe, key)
        } else {
            try OutputForm.write(bytes, to: command.value("output"))
        }
        return tapes.report.judgement.findings.isEmpty ? ExitStatus.clean.rawValue : ExitStatus.findings.rawValue
    }

    private static func diff(_ command: ParsedCommand) throws(VerbFailure) -> Int32 {
        let sides = try sides(command)
        let configuration = try ContractOption.configuration(command)
        let format = try OutputFormat(command)
        let (first, second) = (try run(sides.first, configuration), try run(sides.second, configuration))
        let report = ComparisonReport(
            RunComparison(first.profile, second.profile), first.run, second.run,
            language: try OutputForm.language(command), reveals: command.flag("reveal"))
        let bytes = format == .text ? Array(report.text.utf8) : report.json
        try OutputForm.write(bytes, to: command.value("output"))
        return report.hasForbidden ? ExitStatus.findings.rawValue : ExitStatus.clean.rawValue
    }

    /// The tapes of each run: one and one, or those before `--` and those behind it.
    private static func sides(_ command: ParsedCommand) throws(VerbFailure) -> (first: [String], second: [String]) {
        let (paths, rest) = (command.positionals, command.passthrough)
        if rest.isEmpty, paths.count == 2 { return ([paths[0]], [paths[1]]) }
        if let option = rest.first(where: { $0.hasPrefix("-") }) {
            throw VerbFailure(.usage, "audit diff: \(option) stands behind --", action: "give options before the tapes")
        }
        guard !rest.isEmpty else {
            throw VerbFailure(
                .usage, "audit diff wants two tapes, or -- between the tapes of the two runs",
                action: "fita audit diff OFF ON, fita audit diff OFF-1 OFF-2 -- ON-1 ON-2")
        }
        return (paths, rest)
    }

    private static func run(
        _ paths: [String], _ configuration: ContractConfiguration
    ) throws(VerbFailure) -> (profile: RunProfile, run: ComparisonReport.Run) {
        guard paths.count == 1, let path = paths.first else {
            let tapes = try JoinedTapes(paths, configuration)
            let profile = try profile(tapes.judgement, configuration) { take throws(VerbFailure) in
                try tapes.read(own: { _, _ in }, take)
            }
            return (profile, ComparisonReport.Run(tapes.tapes, tapes.judgement))
        }
        let tape = try JudgedTape(path, configuration)
        let profile = try profile(tape.judgement, configuration) { take throws(VerbFailure) in
            try tape.input.read(take)
        }
        return (profile, ComparisonReport.Run(path: path, tape.judgement))
    }

    private static func profile(
        _ judgement: Judgement, _ configuration: ContractConfiguration,
        _ read: ((TapeItem) -> Void) throws(VerbFailure) -> Void
    ) throws(VerbFailure) -> RunProfile {
        let contract = MetrikeContract(configuration: configuration, hosts: judgement.hosts)
        var profile = RunProfile(judgement)
        try read { item in
            if case .exchange(let exchange) = item, let sighting = contract.request(of: exchange) {
                profile.see(sighting)
            }
        }
        return profile
    }
}

/// Where a report goes, in which form and language.
enum OutputForm {
    static func form(_ command: ParsedCommand) throws(VerbFailure) -> ReportForm {
        let name = command.value("format") ?? "text"
        guard let form = ReportForm(rawValue: name) else {
            throw VerbFailure(
                .usage,
                "--format \(name): it is one of "
                    + ReportForm.allCases.map(\.rawValue).joined(separator: ", "))
        }
        return form
    }

    static func language(_ command: ParsedCommand) throws(VerbFailure) -> Language {
        let name = command.value("lang") ?? Language.english.rawValue
        guard let language = Language(rawValue: name) else {
            throw VerbFailure(.usage, "--lang \(name): it is en or pt-BR")
        }
        return language
    }

    /// - Parameter path: nil is standard output.
    static func write(_ bytes: [UInt8], to path: String?) throws(VerbFailure) {
        guard let path else {
            bytes.withUnsafeBytes { _ = StandardStream.output.write($0) }
            return
        }
        do throws(PlatformError) {
            try FileSystem.write(bytes, to: path)
        } catch {
            throw VerbFailure(.environment, "\(path) cannot be written: \(error)", action: "name another file")
        }
    }
}
