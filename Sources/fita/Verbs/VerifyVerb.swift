import HTTPModel
import CassetteFormat
import CommandLineSyntax
import Platform
import Reports
import SDKContracts
import Verification

/// Which contract, by name.
enum ContractOption {
    static func check(_ name: String) throws(VerbFailure) {
        guard name == "metrike" else {
            throw VerbFailure(.usage, "there is no contract \(name)", action: "the contract of this version is metrike")
        }
    }

    /// The configuration that the options of a verb give.
    static func configuration(_ command: ParsedCommand) throws(VerbFailure) -> ContractConfiguration {
        if let contract = command.value("contract") { try check(contract) }
        return try reading(command).configuration
    }

    /// The file of `--config`, or `fita.json` in the current folder; `--base-url` stands above it.
    static func reading(_ command: ParsedCommand) throws(VerbFailure) -> ConfigurationReader.Reading {
        var reading = try ConfigurationFile(command.value("config")).reading
        if let base = command.value("base-url") {
            reading.configuration.baseURL = try ProxyOptions.origin(base, option: "--base-url").text
            reading.setKeys.insert("first_party.base_url")
        }
        return reading
    }
}

/// Text for people or JSON for programs.
enum OutputFormat: String {
    case text, json

    init(_ command: ParsedCommand) throws(VerbFailure) {
        let name = command.value("format") ?? "text"
        guard let format = OutputFormat(rawValue: name) else {
            throw VerbFailure(.usage, "--format \(name): it is text or json")
        }
        self = format
    }
}

/// `fita verify FILE...`: judges recordings by the contract.
enum VerifyVerb {
    static func run(_ command: ParsedCommand) throws(VerbFailure) -> Int32 {
        let format = try OutputFormat(command)
        let configuration = try ContractOption.configuration(command)
        let tapes = command.positionals
        guard !tapes.isEmpty else { throw VerbFailure(.usage, "verify needs a tape", action: "fita verify FILE...") }
        var hasFindings = false
        for tape in tapes {
            let judgement = try JudgedTape(tape, configuration).judgement
            hasFindings = hasFindings || !judgement.findings.isEmpty
            switch format {
            case .text:
                if tapes.count > 1 { StandardStream.output.write("\(tape)\n\n") }
                StandardStream.output.write(VerificationText(judgement, reveals: command.flag("reveal")).text)
                if tapes.count > 1, tape != tapes.last { StandardStream.output.write("\n") }
            case .json:
                VerificationJSON(judgement, reveals: command.flag("reveal")).bytes.withUnsafeBytes {
                    _ = StandardStream.output.write($0)
                }
                StandardStream.output.write("\n")
            }
        }
        return hasFindings ? ExitStatus.findings.rawValue : ExitStatus.clean.rawValue
    }
}

/// A tape and what the verifier says of it.
struct JudgedTape {
    let items: [TapeItem]
    let judgement: Judgement

    /// - Parameter keepsItems: whether the items are wanted besides.
    init(
        _ path: String, _ configuration: ContractConfiguration, keepsItems: Bool = false
    ) throws(VerbFailure) {
        let input = try TapeInput(path)
        var items: [TapeItem] = []
        judgement = try Verifier.judge(configuration: configuration, keepsSightings: keepsItems) {
            reading, take throws(VerbFailure) in
            try input.read(leavesOutAnswers: reading == .requests) { item in
                take(item)
                if keepsItems, reading == .everything { items.append(item) }
            }
        }
        self.items = items
    }
}
