import HTTPModel
import CassetteFormat
import CassetteStore
import CommandLineSyntax
import Platform
import PublicSuffixes
import Reports
import SDKContracts
import Sockets
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

/// `fita verify FILE...`: judges recordings by the contract, several of them as one.
enum VerifyVerb {
    static func run(_ command: ParsedCommand) throws(VerbFailure) -> Int32 {
        let form = try OutputForm.form(command)
        guard form == .text || form == .json, command.value("output") == nil, command.value("lang") == nil else {
            return try report(form, command)
        }
        let format = try OutputFormat(command)
        let configuration = try ContractOption.configuration(command)
        let marks = try command.values("mark").map { text throws(VerbFailure) in try TapeMark(text) }
        let paths = command.positionals
        guard !paths.isEmpty else { throw VerbFailure(.usage, "verify needs a tape", action: "fita verify FILE...") }
        if command.flag("follow") { return try follow(paths, configuration, marks, format, command) }
        let isJoined = paths.count > 1 && !command.flag("each")
        if !isJoined, let tape = marks.lazy.compactMap(\.tape).first {
            throw VerbFailure(
                .usage, "--mark \(tape):...: tapes have letters where several are judged as one",
                action: "give --mark KEY=VALUE without \(tape):")
        }
        var hasFindings = false
        if isJoined {
            let joined = try JoinedTapes(paths, configuration, marks: marks)
            hasFindings = !joined.judgement.findings.isEmpty
            print(joined.judgement, joined.tapes, format, command)
        } else {
            for path in paths {
                let judgement = try JudgedTape(path, configuration, marks: marks).judgement
                hasFindings = hasFindings || !judgement.findings.isEmpty
                if format == .text, paths.count > 1 { StandardStream.output.write("\(path)\n\n") }
                print(judgement, [], format, command)
                if format == .text, path != paths.last { StandardStream.output.write("\n") }
            }
        }
        return hasFindings ? ExitStatus.findings.rawValue : ExitStatus.clean.rawValue
    }

    /// A report in a form that `fita audit report` makes.
    private static func report(_ form: ReportForm, _ command: ParsedCommand) throws(VerbFailure) -> Int32 {
        guard !command.flag("follow"), !command.flag("each") else {
            throw VerbFailure(
                .usage, "--follow and --each print text or json", action: "leave out --output, --lang and --format")
        }
        let report = try AuditedTapes(
            command.positionals, try ContractOption.reading(command),
            marks: command.values("mark").map { text throws(VerbFailure) in try TapeMark(text) },
            reveals: command.flag("reveal")
        ).report
        try OutputForm.write(form.bytes(report, try OutputForm.language(command)), to: command.value("output"))
        return report.judgement.findings.isEmpty ? ExitStatus.clean.rawValue : ExitStatus.findings.rawValue
    }

    /// Milliseconds between looks at a journal.
    private static let followInterval: UInt64 = 100

    /// Judges a recording under way: its findings as they happen, and the whole when its recorder or the user ends it.
    private static func follow(
        _ paths: [String], _ configuration: ContractConfiguration, _ marks: [TapeMark], _ format: OutputFormat,
        _ command: ParsedCommand
    ) throws(VerbFailure) -> Int32 {
        guard paths.count == 1, marks.allSatisfy({ $0.tape == nil }) else {
            throw VerbFailure(
                .usage, "--follow is for one recording", action: "fita verify --follow run.fitaj")
        }
        let loop = EventLoop()
        let shows = LiveView.Shows(findings: format == .text, reveals: command.flag("reveal"))
        let view = LiveView(configuration, shows)
        for mark in marks { view.see(.mark(mark.mark)) }
        do {
            let tail = try JournalTail(paths[0])
            var failure: (any Error)?
            let look = {
                do { try tail.poll(view.see, damaged: view.see) } catch { failure = error }
                if tail.isOver || failure != nil { loop.stop() }
            }
            let timer = Timer(loop, after: 0, every: followInterval, keepsLoopAlive: true, look)
            let watches = [SignalWatch.interrupt, SignalWatch.terminate].map { signal in
                SignalWatch(loop, signal) { _ in loop.stop() }
            }
            loop.run()
            withExtendedLifetime((timer, watches)) {}
            if let failure { throw failure }
        } catch let error as TapeError {
            throw VerbFailure(.input, lines: "\(error)")
        } catch {
            throw VerbFailure(.input, "\(paths[0]) cannot be read: \(error)", action: "name the journal (.fitaj)")
        }
        let judgement = view.finish()
        print(judgement, [], format, command)
        return judgement.findings.isEmpty ? ExitStatus.clean.rawValue : ExitStatus.findings.rawValue
    }

    private static func print(
        _ judgement: Judgement, _ tapes: [JoinedTape], _ format: OutputFormat, _ command: ParsedCommand
    ) {
        let reveals = command.flag("reveal")
        switch format {
        case .text:
            let text = VerificationText(judgement, tapes: tapes, reveals: reveals, sameSite: sameSite(judgement))
            StandardStream.output.write(text.text)
        case .json:
            VerificationJSON(judgement, tapes: tapes, reveals: reveals).bytes.withUnsafeBytes {
                _ = StandardStream.output.write($0)
            }
            StandardStream.output.write("\n")
        }
    }
}

extension VerifyVerb {
    /// Third-party hosts below the base host's registrable domain; nil where libpsl is not there.
    fileprivate static func sameSite(_ judgement: Judgement) -> SameSiteHosts? {
        guard case .known(let base, _) = judgement.coverage.baseHost, let list = PublicSuffixList.digest else {
            return nil
        }
        let hosts = judgement.coverage.hosts.filter { $0.party == .third }.map(\.host)
        return SameSiteHosts(hosts: hosts.filter { PublicSuffixList.isSameSite($0, base) }, list: list)
    }
}

/// A tape and what the verifier says of it.
struct JudgedTape {
    /// Can be read again.
    let input: TapeInput
    let items: [TapeItem]
    let judgement: Judgement

    /// - Parameters:
    ///   - marks: what the operator says of the whole tape, before its own marks.
    ///   - keepsItems: whether the items are wanted besides.
    init(
        _ path: String, _ configuration: ContractConfiguration, marks: [TapeMark] = [], keepsItems: Bool = false
    ) throws(VerbFailure) {
        let input = try TapeInput(path)
        self.input = input
        var items: [TapeItem] = []
        judgement = try Verifier.judge(configuration: configuration, keepsSightings: keepsItems) {
            reading, take throws(VerbFailure) in
            for mark in marks { take(.mark(mark.mark)) }
            try input.read(leavesOutAnswers: reading == .requests) { item in
                take(item)
                if keepsItems, reading == .everything { items.append(item) }
            }
        }
        self.items = items
    }
}
