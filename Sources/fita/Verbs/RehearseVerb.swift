import Cryptography
import CassetteFormat
import CassetteStore
import CommandLineSyntax
import Platform
import ReferenceSDK
import SDKContracts
import Sockets
import StandInServer
import Verification

/// `fita rehearse`: every scenario and every fault through the real loop, and what the verifier said of each.
enum RehearseVerb {
    static func run(_ command: ParsedCommand) throws(VerbFailure) -> Int32 {
        CurrentProcess.ignoreBrokenPipes()
        let folder = try WorkFolder(command.value("output"), name: "fita-rehearsal")
        let twins = try command.value("twins").map { path throws(VerbFailure) in try TwinCassettes(path) }
        let rehearsal = try Rehearsal(folder: folder, keepsTapes: command.value("output") != nil, twins: twins)
        let only = command.positionals
        var matrix = Matrix()
        for scenario in Scenario.all where only.isEmpty || only.contains(scenario.name) {
            matrix.add(scenario: scenario.name, try rehearsal.play(scenario.name, [], []))
            if scenario.parts.count > 1 {
                matrix.add(scenario: "\(scenario.name) on tapes", try rehearsal.playParts(scenario, []))
            }
        }
        for fault in SDKFault.allCases where only.isEmpty || only.contains(fault.rawValue) || only.contains(fault.code)
        {
            try rehearse(fault.rawValue, fault.code, &matrix) { () throws(VerbFailure) in
                try rehearsal.playHolding(fault)
                return try rehearsal.play(fault.scenario, [fault], [])
            }
            guard let story = Scenario.named(fault.scenario), story.parts.count > 1 else { continue }
            try rehearse("\(fault.rawValue) on tapes", fault.code, &matrix) { () throws(VerbFailure) in
                try rehearsal.playParts(story, [fault])
            }
        }
        for fault in StandInFault.allCases {
            guard let code = fault.code, only.isEmpty || only.contains(fault.rawValue) || only.contains(code) else {
                continue
            }
            try rehearse(fault.rawValue, code, &matrix) { () throws(VerbFailure) in
                try rehearsal.play(fault.scenario, [], [fault])
            }
        }
        StandardStream.output.write(matrix.text)
        if let twins { StandardStream.output.write(twins.summary) }
        return matrix.holds ? ExitStatus.clean.rawValue : ExitStatus.findings.rawValue
    }

    private static func rehearse(
        _ name: String, _ code: String, _ matrix: inout Matrix, _ play: () throws(VerbFailure) -> Rehearsal.Outcome
    ) throws(VerbFailure) {
        guard let rule = AllRules.rule(code) else { return matrix.skip(name) }
        matrix.add(fault: name, rule: rule.description, try play())
    }
}

/// Plays scenarios through a recording proxy and has the tapes judged.
private final class Rehearsal {
    struct Outcome {
        let exchanges: Int
        /// That were judged as one.
        let tapes: Int
        /// How often each rule failed.
        let failures: [String: Int]

        init(_ judgement: Judgement, tapes: Int) {
            exchanges = judgement.coverage.exchangeCount
            self.tapes = tapes
            failures = judgement.findings.reduce(into: [:]) { $0[$1.code, default: 0] += 1 }
        }
    }

    private let folder: WorkFolder
    private let keepsTapes: Bool
    private let twins: TwinCassettes?
    private let loop = EventLoop()
    private let runner: ChildRun
    private var count = 0

    init(folder: WorkFolder, keepsTapes: Bool, twins: TwinCassettes?) throws(VerbFailure) {
        self.folder = folder
        self.keepsTapes = keepsTapes
        self.twins = twins
        runner = ChildRun(loop, logPath: folder.path("output.txt"))
    }

    /// Plays the story of a fault that only a configuration makes a breach without the fault, where twins are wanted.
    func playHolding(_ fault: SDKFault) throws(VerbFailure) {
        guard twins != nil, fault.configuration != nil else { return }
        _ = try play(fault.scenario, [], [], judgedAs: fault)
    }

    /// - Parameter other: judges by this fault's configuration, and takes the tape for the one that holds its rule.
    func play(
        _ scenario: String, _ faults: Set<SDKFault>, _ serverFaults: Set<StandInFault>,
        judgedAs other: SDKFault? = nil
    ) throws(VerbFailure) -> Outcome {
        guard let story = Scenario.named(scenario) else {
            throw VerbFailure(.usage, "there is no scenario \(scenario)")
        }
        let tape = try record(story, faults, serverFaults, part: nil)
        defer { if !keepsTapes { folder.removeTape(tape) } }
        let own = (other.map { [$0] } ?? faults).compactMap(\.configuration).first
        let file = try FaultConfiguration(own ?? story.configuration)
        let judged = try JudgedTape(tape, file.configuration, keepsItems: true)
        if let twins {
            let names = faults.map(\.rawValue) + serverFaults.map(\.rawValue)
            if let other {
                try twins.addHolding(judged, scenario: scenario, only: other.code, file)
            } else if names.isEmpty {
                try twins.addHolding(judged, scenario: scenario)
            }
            for name in names { try twins.addBreaking(judged, fault: name, file) }
        }
        return Outcome(judged.judgement, tapes: 1)
    }

    /// The path of the tape.
    private func record(
        _ story: Scenario, _ faults: Set<SDKFault>, _ serverFaults: Set<StandInFault>,
        part: (number: Int, device: String)?
    ) throws(VerbFailure) -> String {
        count += 1
        let names = faults.map(\.rawValue) + serverFaults.map(\.rawValue)
        let name = ([story.name] + names.sorted() + (part.map { ["\($0.number)"] } ?? [])).joined(separator: "--")
        let standIn = try StandInSession(loop, faults: serverFaults.union(story.standInFaults))
        defer { standIn.stop() }
        let authority = folder.path("stand-in-ca.pem")
        try folder.write(standIn.authority.certificatePEM, to: authority)
        let tape = folder.path("\(name).fita")
        let record =
            ["record", "-o", tape, "--listen", "127.0.0.1:0", "--ca-dir", folder.path("ca"), "--contract", "metrike"]
            + ["--base-url", "https://ads.metrike.test"] + standIn.recorderOptions(authorityFile: authority)
        let engine =
            [
                "--", runner.program, "reference-sdk", "run", "--scenario", story.name, "--clock-scale",
                "\(story.fastestClock)",
            ] + (part.map { ["--part", "\($0.number)", "--device", $0.device] } ?? [])
            + faults.flatMap { ["--fault", $0.rawValue] }
        let outcome = try runner.run(record + engine)
        guard outcome.status == 0 else {
            throw VerbFailure(.environment, lines: "fita: the rehearsal of \(name) did not run\n\(outcome.output)")
        }
        return tape
    }

    /// Each part of the story on a tape of its own, all judged as one.
    func playParts(_ story: Scenario, _ faults: Set<SDKFault>) throws(VerbFailure) -> Outcome {
        let device = folder.path("device-\(count + 1).json")
        defer { try? FileSystem.remove(device) }
        var tapes: [String] = []
        defer { if !keepsTapes { for tape in tapes { folder.removeTape(tape) } } }
        for part in 1...story.parts.count {
            tapes.append(try record(story, faults, [], part: (part, device)))
        }
        let file = try FaultConfiguration(faults.compactMap(\.configuration).first)
        return Outcome(try JoinedTapes(tapes, file.configuration).judgement, tapes: tapes.count)
    }
}

/// The configuration a fault is judged by: the stand-in's, and what the fault itself needs where the guide is silent on
/// it.
struct FaultConfiguration {
    /// What the fault adds to the stand-in's `fita.json`; nil for nothing.
    let text: String?
    let configuration: ContractConfiguration

    /// Codes of the rules that only a configuration makes judge.
    static let codes = Set(SDKFault.allCases.filter { $0.configuration != nil }.map(\.code))

    init(_ text: String? = nil) throws(VerbFailure) {
        self.text = text
        configuration = try .standIn(adding: text)
    }
}

/// Which fault was found by which rules.
private struct Matrix {
    private var lines: [String] = []
    private var scenarios = 0
    private var cleanScenarios = 0
    private var faults = 0
    private var found = 0
    private var unrelated = 0
    private var skipped: [String] = []
    private var families: [RuleFamily: Family] = [:]

    /// How well the rules of one family find their faults.
    private struct Family {
        var faults = 0
        var found = 0
        /// Rules that failed in these runs and are neither the fault's nor related to it.
        var unrelated = 0
    }

    var holds: Bool { found == faults && unrelated == 0 && cleanScenarios == scenarios }

    mutating func add(scenario name: String, _ outcome: Rehearsal.Outcome) {
        scenarios += 1
        let isClean = outcome.failures.isEmpty
        if isClean { cleanScenarios += 1 }
        let verdict = isClean ? "clean" : Matrix.list(outcome.failures)
        let tapes = outcome.tapes > 1 ? " on \(outcome.tapes) tapes" : ""
        lines.append(Matrix.row("scenario", name, verdict, "\(outcome.exchanges) exchanges\(tapes)"))
    }

    mutating func add(fault name: String, rule: RuleDescription, _ outcome: Rehearsal.Outcome) {
        faults += 1
        if outcome.failures[rule.code] != nil { found += 1 }
        let others = outcome.failures.filter { $0.key != rule.code && !rule.related.contains($0.key) }
        unrelated += others.count
        families[rule.family, default: Family()].faults += 1
        if outcome.failures[rule.code] != nil { families[rule.family]?.found += 1 }
        families[rule.family]?.unrelated += others.count
        let verdict = outcome.failures[rule.code].map { "\(rule.code) x\($0)" } ?? "NOT FOUND"
        let related = outcome.failures.filter { rule.related.contains($0.key) }
        var note = related.isEmpty ? "" : "related: \(Matrix.list(related))"
        if !others.isEmpty { note += " UNRELATED: \(Matrix.list(others))" }
        lines.append(Matrix.row("fault", name, verdict, note))
    }

    mutating func skip(_ name: String) {
        skipped.append(name)
    }

    private static func list(_ failures: [String: Int]) -> String {
        failures.sorted { $0.key < $1.key }.map { "\($0.key) x\($0.value)" }.joined(separator: ", ")
    }

    private static func row(_ kind: String, _ name: String, _ verdict: String, _ note: String) -> String {
        func padded(_ text: String, _ width: Int) -> String {
            text + String(repeating: " ", count: max(1, width - text.count))
        }
        let line = padded(kind, 9) + padded(name, 54) + padded(verdict, 13) + note
        var end = line[...]
        while end.last == " " { end.removeLast() }
        return String(end)
    }

    /// Recall: faults that their rule found. Precision: of the rules that failed, those that should.
    private var familyTable: String {
        func share(_ part: Int, _ whole: Int) -> String { whole == 0 ? "-" : "\(part * 100 / whole) %" }
        var table = Matrix.columns("family", "rules", "faults", "found", "unrelated", "recall", "precision")
        for family in RuleFamily.allCases {
            guard let count = families[family] else { continue }
            table += Matrix.columns(
                family.rawValue, "\(AllRules.register.count { $0.description.family == family })", "\(count.faults)",
                "\(count.found)", "\(count.unrelated)", share(count.found, count.faults),
                share(count.found, count.found + count.unrelated))
        }
        return table + "\n"
    }

    private static func columns(_ first: String, _ others: String...) -> String {
        func padded(_ text: String, _ width: Int) -> String {
            String(repeating: " ", count: max(1, width - text.count)) + text
        }
        return first + String(repeating: " ", count: max(1, 14 - first.count))
            + others.map { padded($0, 11) }.joined() + "\n"
    }

    var text: String {
        var text = lines.joined(separator: "\n") + "\n\n"
        if !skipped.isEmpty {
            text += "not rehearsed, since no rule of this version looks for them: \(skipped.count)\n"
            for name in skipped { text += "  \(name)\n" }
        }
        if !families.isEmpty { text += familyTable }
        return text
            + "faults found \(found)/\(faults), unrelated findings \(unrelated), "
            + "clean scenarios \(cleanScenarios)/\(scenarios)\n"
    }
}
