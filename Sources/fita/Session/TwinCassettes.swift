import CassetteFormat
import CassetteStore
import Platform
import SDKContracts
import Verification

/// Cassettes in pairs: for each rule one that holds it and one that breaks it, as small as they can be.
final class TwinCassettes {
    private let root: String
    private let configuration: ContractConfiguration
    private var holding: Set<String> = []
    private var breaking: Set<String> = []

    init(_ root: String) throws(VerbFailure) {
        self.root = root
        configuration = try .standIn()
        try make(root)
    }

    /// For every rule that the tape shows to hold and that has no such cassette yet.
    func addHolding(_ tape: JudgedTape, scenario: String) throws(VerbFailure) {
        guard tape.judgement.findings.isEmpty else { return }
        for result in tape.judgement.rules where result.verdict.outcome == .pass {
            let rule = result.rule
            guard holding.insert(rule.code).inserted else { continue }
            let small = smallest(tape) { judgement in
                judgement.findings.isEmpty && TwinCassettes.outcome(of: rule, judgement) == .pass
            }
            try write(small, tape, rule, "holds-\(scenario)")
        }
    }

    func addBreaking(_ tape: JudgedTape, fault: String) throws(VerbFailure) {
        guard let rule = AllRules.rule(String(fault.prefix(6)))?.description,
            TwinCassettes.outcome(of: rule, tape.judgement) == .fail
        else { return }
        breaking.insert(rule.code)
        let allowed = Set([rule.code] + rule.related)
        let small = smallest(tape) { judgement in
            TwinCassettes.outcome(of: rule, judgement) == .fail
                && judgement.findings.allSatisfy { allowed.contains($0.code) }
        }
        try write(small, tape, rule, "breaks-\(fault.dropFirst(7))")
    }

    private static func outcome(of rule: RuleDescription, _ judgement: Judgement) -> RuleVerdict.Outcome? {
        judgement.rules.first { $0.rule.code == rule.code }?.verdict.outcome
    }

    private func smallest(_ tape: JudgedTape, where holds: (Judgement) -> Bool) -> [TapeItem] {
        let facts = tape.items.filter {
            if case .exchange = $0 { false } else if case .mark = $0 { false } else { true }
        }
        let told = tape.items.filter { if case .exchange = $0 { true } else if case .mark = $0 { true } else { false } }
        let small = Reduction.smallest(told) { part in
            var verifier = Verifier(configuration: configuration)
            for item in TapeExcerpt.of(facts + part) { verifier.take(item) }
            return holds(verifier.finish())
        }
        return TapeExcerpt.of(facts + small)
    }

    private func write(_ items: [TapeItem], _ tape: JudgedTape, _ rule: RuleDescription, _ name: String)
        throws(VerbFailure)
    {
        guard let header = tape.judgement.header else { return }
        let folder = "\(root)/\(rule.slug)"
        try make(folder)
        do {
            try TapeFile.write(header, items, to: "\(folder)/\(name).fita")
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
        it says. All values are made up.

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
