import CassetteFormat
import CassetteStore
import CommandLineSyntax
import HTTPModel
import LeakSearch
import Platform
import Redaction

/// `fita redact FILE -o OUT`: a tape that can be shown, with fakes for personal values and the same findings.
enum RedactVerb {
    /// Bytes of a key that is made for one run.
    private static let keyBytes = 32
    /// A key file shorter than this is guessed.
    private static let shortestKey = 16
    /// Lines printed of what could not be written again or was not searched.
    private static let mostLines = 20

    static func run(_ command: ParsedCommand) throws(VerbFailure) -> Int32 {
        guard command.positionals.count == 1, let path = command.positionals.first else {
            throw VerbFailure(.usage, "redact takes one tape", action: "fita redact run.fita -o shown.fita")
        }
        guard let output = command.value("output") else {
            throw VerbFailure(.usage, "redact writes a new tape", action: "name it with -o")
        }
        guard !FileSystem.exists(output) else {
            throw VerbFailure(.environment, "\(output) is there already", action: "choose another name, or remove it")
        }
        let configuration = try ContractOption.configuration(command)
        let wish = try wish(command)
        var header: TapeHeader?
        var items: [TapeItem] = []
        try TapeInput(path).read { item in
            if case .header(let told) = item { header = told } else { items.append(item) }
        }
        guard let header else {
            throw VerbFailure(.input, "\(path) has no header", action: "fita repair \(path)")
        }
        let redaction: TapeRedaction
        do throws(RedactionError) {
            redaction = try TapeRedaction(
                of: header, items, configuration: configuration, wish: wish)
        } catch {
            throw VerbFailure(
                .input, "\(path) is not redacted: \(error.text)",
                action: "nothing was written; show single exchanges with fita evidence prove instead")
        }
        try TapeArgument.reading(output) { try TapeFile.write(redaction.header, redaction.items, to: output) }
        tell(redaction.report, output)
        return ExitStatus.clean.rawValue
    }

    private static func wish(_ command: ParsedCommand) throws(VerbFailure) -> TapeRedaction.Wish {
        var wish = TapeRedaction.Wish(key: try key(command.value("key")))
        wish.replacesBundle = command.flag("bundle")
        for text in command.values("value") {
            let parts = text.split(separator: "=", maxSplits: 1)
            guard parts.count == 2, parts[1].utf8.count >= SoughtValue.shortest else {
                throw VerbFailure(
                    .usage, "--value \(parts.first ?? ""): it is NAME=VALUE, of \(SoughtValue.shortest) bytes or more",
                    action: "such as idfa=9F3C7D0A-...")
            }
            wish.values.append(SoughtValue("\(parts[0]):\(wish.values.count + 1)", Array(parts[1].utf8)))
        }
        wish.salts = command.values("salt").enumerated().map { KnownSalt("salt:\($0 + 1)", Array($1.utf8)) }
        return wish
    }

    /// Without a file, a key that nobody keeps: fakes of two tapes cannot be joined then.
    private static func key(_ path: String?) throws(VerbFailure) -> [UInt8] {
        do {
            guard let path else { return try SystemRandom.bytes(keyBytes) }
            let key = try FileContent(path).withBytes { Array($0) }
            guard key.count >= shortestKey else {
                throw VerbFailure(
                    .input, "\(path) holds \(key.count) bytes", action: "give a key of \(shortestKey) bytes or more")
            }
            return key
        } catch let failure as VerbFailure {
            throw failure
        } catch {
            throw VerbFailure(.input, "no key: \(error)", action: "name a file of random bytes with --key")
        }
    }

    private static func tell(_ report: RedactionReport, _ output: String) {
        let print = { (line: String) -> Void in StandardStream.output.write(line + "\n") }
        print("\(output): \(report.valueCount) values, \(report.locationCount) places, \(report.replaced) appearances")
        print("  proof   no replaced value is found in it, in any known disguise")
        print("  proof   verify says the same of both tapes: \(report.findingCount) findings")
        let tokens = report.tokens.map { "  token   #\($0.exchange) \($0.part): \($0.what) cannot be written again" }
        if report.digestCount > 0 { print("  digest  \(report.digestCount) in fields made anew of changed contents") }
        let digests = report.staleDigests.map {
            "  digest  #\($0.exchange) \($0.part): \($0.field) was not of this content before, and stays"
        }
        let kept = report.keptShort.map { "  kept    \($0): too short to be looked for" }
        let gaps = report.gaps.map { "  unread  #\($0.exchange) \($0.part): \($0.gap.text)" }
        for lines in [tokens, digests, kept, gaps] {
            for line in lines.prefix(mostLines) { print(line) }
            if lines.count > mostLines { print("          and \(lines.count - mostLines) more") }
        }
    }
}
