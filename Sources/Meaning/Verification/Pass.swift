import AdTimeline
import CassetteFormat
import IdentityTrace
import SDKContracts

/// One reading of the recording by all rules.
struct Pass: Sendable {
    var evidence: Evidence
    var state = DeclaredState()
    private var rules: [any Rule]

    private var names: OpenNames

    /// - Parameter survey: what is known of the recording already; nothing of one that is still running.
    init(
        contract: MetrikeContract, hosts: FirstPartyHosts, rules: [any Rule.Type], limits: VerifierLimits,
        survey: Survey? = nil
    ) {
        evidence = Evidence(
            contract: contract, hosts: hosts, values: survey?.values ?? KnownValues(),
            processes: survey?.processes ?? ProcessMap(), limits: limits)
        if let survey { evidence.finalState = survey.finalState }
        names = OpenNames(contract)
        self.rules = rules.map { $0.init() }
    }

    /// Lets every rule see the sighting.
    mutating func judge(_ sighting: Sighting) {
        evidence.add(sighting)
        names.see(sighting, evidence)
        Self.show(sighting, evidence, to: &rules)
    }

    /// The evidence is lent to all rules at once: lent to each, it would be copied each time.
    private static func show(_ sighting: Sighting, _ evidence: Evidence, to rules: inout [any Rule]) {
        for index in rules.indices { rules[index].see(sighting, evidence) }
    }

    /// Lets every rule see the sighting; answers what they found in it.
    mutating func see(_ sighting: Sighting) -> [Finding] {
        evidence.add(sighting)
        var new: [Finding] = []
        for index in rules.indices {
            let count = rules[index].findings.count
            rules[index].see(sighting, evidence)
            new += rules[index].findings.dropFirst(count)
        }
        return new
    }

    func judgement(
        header: TapeHeader?, coverage: Coverage, sightings: [Sighting], purposes: [Int: String]
    ) -> Judgement {
        let results = rules.map { rule in
            let named = names.checked(rule.finish(evidence), of: rule.description)
            let verdict = evidence.lost.checked(named, of: rule.description)
            return Judgement.RuleResult(rule: rule.description, verdict: verdict)
                .graded(by: evidence.configuration.severities)
        }
        let findings = results.flatMap(\.verdict.findings).enumerated().sorted { a, b in
            (a.element.severity, a.element.exchange, a.element.code, a.offset)
                < (b.element.severity, b.element.exchange, b.element.code, b.offset)
        }.map(\.element)
        return Judgement(
            header: header, coverage: coverage, hosts: evidence.hosts, rules: results, findings: findings,
            values: evidence.values,
            names: evidence.configuration.names, sightings: sightings, purposes: purposes,
            clicks: evidence.clicks.chains, forgottenClicks: evidence.clicks.forgottenCount)
    }

    /// What a document of the recording wanted with the request.
    func purpose(of sighting: Sighting) -> String? {
        guard let join = evidence.timeline.join(of: sighting.number) else { return nil }
        let isHop = join.told.role == .redirect && join.purpose != .redirect
        return isHop ? "\(join.purpose.name) redirect" : join.purpose.name
    }
}
