import CassetteFormat
import CassetteStore
import Platform
import SDKContracts
import StandInServer
import Verification

/// Cassettes in pairs: for each rule one that holds it and one that breaks it, as small as they can be.
final class TwinCassettes {
    private let root: String
    private var holding: Set<String> = []
    private var breaking: Set<String> = []

    init(_ root: String) throws(VerbFailure) {
        self.root = root
        try make(root)
    }

    /// For every rule that the tape shows to hold and that has no such cassette yet.
    func addHolding(_ tape: JudgedTape, scenario: String) throws(VerbFailure) {
        let file = try FaultConfiguration()
        for result in tape.judgement.rules where !FaultConfiguration.codes.contains(result.rule.code) {
            try addHolding(tape, scenario: scenario, only: result.rule.code, file)
        }
    }

    /// For one rule, judged by this configuration.
    func addHolding(
        _ tape: JudgedTape, scenario: String, only code: String, _ file: FaultConfiguration
    ) throws(VerbFailure) {
        guard tape.judgement.findings.isEmpty,
            let rule = tape.judgement.rules.first(where: { $0.rule.code == code && $0.verdict.outcome == .pass })?.rule,
            holding.insert(code).inserted
        else { return }
        let small = smallest(tape, file) { judgement in
            judgement.findings.isEmpty && TwinCassettes.outcome(of: rule, judgement) == .pass
        }
        try write(small, tape, rule, "holds-\(scenario)", file)
    }

    func addBreaking(_ tape: JudgedTape, fault: String, _ file: FaultConfiguration) throws(VerbFailure) {
        guard let rule = AllRules.rule(String(fault.prefix(6)))?.description,
            TwinCassettes.outcome(of: rule, tape.judgement) == .fail
        else { return }
        breaking.insert(rule.code)
        let allowed = Set([rule.code] + rule.related)
        let small = smallest(tape, file) { judgement in
            TwinCassettes.outcome(of: rule, judgement) == .fail
                && judgement.findings.allSatisfy { allowed.contains($0.code) }
        }
        try write(small, tape, rule, "breaks-\(fault.dropFirst(7))", file)
    }

    private static func outcome(of rule: RuleDescription, _ judgement: Judgement) -> RuleVerdict.Outcome? {
        judgement.rules.first { $0.rule.code == rule.code }?.verdict.outcome
    }

    private func smallest(
        _ tape: JudgedTape, _ file: FaultConfiguration, where holds: (Judgement) -> Bool
    ) -> [TapeItem] {
        let facts = tape.items.filter {
            if case .exchange = $0 { false } else if case .mark = $0 { false } else { true }
        }
        let told = tape.items.filter { if case .exchange = $0 { true } else if case .mark = $0 { true } else { false } }
        let small = Reduction.smallest(told) { part in
            var verifier = Verifier(configuration: file.configuration)
            for item in TapeExcerpt.of(facts + part) { verifier.take(item) }
            return holds(verifier.finish())
        }
        return TapeExcerpt.of(facts + small)
    }

    private func write(
        _ items: [TapeItem], _ tape: JudgedTape, _ rule: RuleDescription, _ name: String, _ file: FaultConfiguration
    ) throws(VerbFailure) {
        guard let header = tape.judgement.header else { return }
        let folder = "\(root)/\(rule.slug)"
        try make(folder)
        do {
            try TapeFile.write(header, items, to: "\(folder)/\(name).fita")
            if let text = file.text { try FileSystem.write(Array((text + "\n").utf8), to: "\(folder)/fita.json") }
            if file.configuration.vendorListPath == StandIn.vendorListName {
                try FileSystem.write(Array(StandIn.vendorList.utf8), to: "\(folder)/\(StandIn.vendorListName)")
            }
            let readme = "\(folder)/README.md"
            if !FileSystem.exists(readme) { try FileSystem.write(Array(TwinCassettes.page(rule).utf8), to: readme) }
        } catch {
            throw VerbFailure(.environment, "\(error)", action: "name an empty folder with --twins DIR")
        }
    }

    private static func page(_ rule: RuleDescription) -> String {
        """
        # \(rule.code) \(rule.slug)

        \(rule.question)

        `holds-*` and `breaks-*` are excerpts of recordings of the reference SDK against the stand-in server, on one
        machine, made by `Scripts/rehearse --twins`: the exchanges and marks without which the rule would not say what
        it says. A `fita.json` beside them is the configuration by which they are judged. All values are made up.

        """
    }

    private func make(_ folder: String) throws(VerbFailure) {
        do throws(PlatformError) {
            try FileSystem.makeFolder(folder)
        } catch {
            throw VerbFailure(.environment, "\(error)")
        }
    }

    var summary: String {
        let missing = AllRules.register.map { $0.description.code }.filter {
            !holding.contains($0) || !breaking.contains($0)
        }
        return "twins: \(holding.count) rules with a holding cassette, \(breaking.count) with a breaking one"
            + (missing.isEmpty ? "\n" : "; without one of the two: \(missing.joined(separator: " "))\n")
    }
}
