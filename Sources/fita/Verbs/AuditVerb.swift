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
        let paths = command.positionals
        guard paths.count == 2 else {
            throw VerbFailure(.usage, "audit diff wants two tapes", action: "fita audit diff OFF ON")
        }
        let configuration = try ContractOption.configuration(command)
        let format = try OutputFormat(command)
        let (first, second) = (
            try profile(paths[0], configuration), try profile(paths[1], configuration)
        )
        let report = ComparisonReport(
            RunComparison(first, second), ComparisonReport.Run(path: paths[0], first.judgement),
            ComparisonReport.Run(path: paths[1], second.judgement), language: try OutputForm.language(command),
            reveals: command.flag("reveal"))
        let bytes = format == .text ? Array(report.text.utf8) : report.json
        try OutputForm.write(bytes, to: command.value("output"))
        return report.hasForbidden ? ExitStatus.findings.rawValue : ExitStatus.clean.rawValue
    }

    private static func profile(
        _ path: String, _ configuration: ContractConfiguration
    ) throws(VerbFailure) -> RunProfile {
        let tape = try JudgedTape(path, configuration)
        let contract = MetrikeContract(configuration: configuration, hosts: tape.judgement.hosts)
        var profile = RunProfile(tape.judgement)
        try tape.input.read { item in
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
