import CassetteFormat
import CommandLineSyntax
import Cryptography
import Platform
import Reports
import SDKContracts
import Verification

/// `fita list FILE`: one line an exchange.
enum ListVerb {
    static func run(_ command: ParsedCommand) throws(VerbFailure) -> Int32 {
        let format = try OutputFormat(command)
        let tape = try JudgedTape(
            try TapeArgument.only(command), try ContractOption.configuration(command), keepsItems: true)
        let list = ExchangeList(tape.items, tape.judgement, reveals: command.flag("reveal")) { hex(SHA256.digest($0)) }
        switch format {
        case .text: StandardStream.output.write(list.text)
        case .json: list.jsonLines.withUnsafeBytes { _ = StandardStream.output.write($0) }
        }
        return ExitStatus.clean.rawValue
    }
}

/// `fita clicks FILE`: the way of each click, hop by hop.
enum ClicksVerb {
    static func run(_ command: ParsedCommand) throws(VerbFailure) -> Int32 {
        let format = try OutputFormat(command)
        let tape = try JudgedTape(try TapeArgument.only(command), try ContractOption.configuration(command))
        let list = ClickList(tape.judgement, reveals: command.flag("reveal"))
        switch format {
        case .text: StandardStream.output.write(list.text)
        case .json: list.json.withUnsafeBytes { _ = StandardStream.output.write($0) }
        }
        return ExitStatus.clean.rawValue
    }
}

/// `fita show FILE [N]`: exchanges whole, for eyes.
enum ShowVerb {
    static func run(_ command: ParsedCommand) throws(VerbFailure) -> Int32 {
        let path = try TapeArgument.only(command)
        let wanted = try command.positionals.dropFirst().map { text throws(VerbFailure) in try number(text) }
        let tape = try JudgedTape(path, try ContractOption.configuration(command), keepsItems: true)
        var shown = 0
        for case .exchange(let exchange) in tape.items where wanted.isEmpty || wanted.contains(exchange.number) {
            if shown > 0 { StandardStream.output.write("\n") }
            StandardStream.output.write(ExchangePage(exchange, tape.judgement, reveals: command.flag("reveal")).text)
            shown += 1
        }
        guard shown > 0 || wanted.isEmpty else {
            let list = wanted.map { "#\($0)" }.joined(separator: " ")
            throw VerbFailure(.usage, "\(path) has no exchange \(list)", action: "fita list \(path)")
        }
        return ExitStatus.clean.rawValue
    }

    private static func number(_ text: String) throws(VerbFailure) -> Int {
        guard let number = Int(text.hasPrefix("#") ? String(text.dropFirst()) : text), number > 0 else {
            throw VerbFailure(.usage, "\(text) is no exchange's number", action: "fita list shows the numbers")
        }
        return number
    }
}

/// `fita rules`: what is looked for.
enum RulesVerb {
    static func run(_ command: ParsedCommand) throws(VerbFailure) -> Int32 {
        let severities = try ConfigurationFile(command.value("config")).reading.configuration.severities
        let list = RuleList(severities: severities, language: try OutputForm.language(command))
        switch try OutputFormat(command) {
        case .text: StandardStream.output.write(list.text)
        case .json: list.json.withUnsafeBytes { _ = StandardStream.output.write($0) }
        }
        return ExitStatus.clean.rawValue
    }
}

/// `fita explain CODE`: one rule, in full.
enum ExplainVerb {
    static func run(_ command: ParsedCommand) throws(VerbFailure) -> Int32 {
        guard let code = command.positionals.first else {
            throw VerbFailure(.usage, "explain needs a rule's code", action: "such as fita explain MK-042")
        }
        let severities = try ConfigurationFile(command.value("config")).reading.configuration.severities
        let language = try OutputForm.language(command)
        guard let page = RulePage(code: code, severities: severities, language: language) else {
            throw VerbFailure(.usage, "there is no rule \(code)", action: "fita rules lists them")
        }
        StandardStream.output.write(page.text)
        return ExitStatus.clean.rawValue
    }
}
