import CassetteFormat
import SDKContracts

/// Reads a surveyed recording once more, item by item, and judges it.
struct Judge: Sendable {
    private let survey: Survey
    private let contract: MetrikeContract
    private let limits: VerifierLimits
    private let register: [any Rule.Type]
    /// Nil where the ad server's host is not known: no rule can judge then.
    private var pass: Pass?
    private var coverage: CoverageSurvey
    private var state = DeclaredState()
    /// Marks whose exchange has not come yet.
    private var waiting: [Mark] = []
    private var hasSightings = false
    private var kept: [Sighting]?
    private var connections = ConnectionFacts()
    /// What media files said of their length before they were let go, by exchange.
    var mediaSeconds: [Int: Double] = [:]
    private var purposes: [Int: String] = [:]

    init(
        _ survey: Survey, _ configuration: ContractConfiguration, _ limits: VerifierLimits,
        rules: [any Rule.Type], keepsSightings: Bool
    ) {
        self.survey = survey
        self.limits = limits
        register = rules
        coverage = CoverageSurvey(search: survey.hosts)
        var hosts: FirstPartyHosts?
        if case .known(let known) = survey.hosts { hosts = known }
        contract = MetrikeContract(configuration: configuration, hosts: hosts, limits: limits.contract)
        pass = hosts.map { Pass(contract: contract, hosts: $0, rules: rules, limits: limits, survey: survey) }
        kept = keepsSightings ? [] : nil
    }

    mutating func see(_ item: TapeItem) {
        switch item {
        case .header: break
        case .client(let facts): connections.see(facts)
        case .upstream(let facts): connections.see(facts)
        case .mark(let mark):
            if mark.key == MetrikeVocabulary.joinedTapeMark { connections.forget() }
            waiting.append(mark)
            coverage.add(mark)
        case .note(_, let text): coverage.add(note: text)
        case .gap(let gap):
            let text = coverage.add(gap)
            if gap.exchanges != nil { pass?.evidence.lost.add(gap: text) }
        case .losses(let losses): pass?.evidence.lost.add(losses)
        case .exchange(let exchange): see(exchange)
        }
    }

    private mutating func see(_ exchange: Exchange) {
        while let mark = waiting.first, mark.afterExchange < exchange.number {
            state.apply(mark)
            waiting.removeFirst()
        }
        coverage.add(exchange)
        let seconds = mediaSeconds[exchange.number] ?? MetrikeContract.mediaSeconds(of: exchange)
        let exchange = exchange.withoutMedia(limits)
        guard
            let sighting = contract.sighting(
                of: exchange, state: state, mediaSeconds: seconds, serverName: connections.serverName(of: exchange),
                peer: connections.peer(of: exchange))
        else { return }
        hasSightings = true
        coverage.add(sighting)
        pass?.judge(sighting)
        if let timeline = pass?.evidence.timeline { coverage.add(timeline, of: sighting.number) }
        guard kept != nil else { return }
        kept?.append(sighting)
        purposes[sighting.number] = pass?.purpose(of: sighting)
    }

    func finish() -> Judgement {
        var coverage = coverage
        guard let pass else { return withoutHosts(coverage.coverage) }
        coverage.finish(pass.evidence.timeline)
        for gap in pass.evidence.searchGaps { coverage.add(note: gap) }
        return pass.judgement(
            header: survey.header, coverage: coverage.coverage, sightings: kept ?? [], purposes: purposes)
    }

    private func withoutHosts(_ coverage: Coverage) -> Judgement {
        let verdict: RuleVerdict
        if case .ambiguous(let hosts) = survey.hosts {
            let names = hosts.joined(separator: ", ")
            verdict = .needsConfig("name the base URL: more than one host is asked for ads (\(names))")
        } else if !hasSightings {
            verdict = .notObserved("a recording with requests would show it")
        } else {
            verdict = .needsConfig("name the base URL: no request shows which host is the ad server's")
        }
        return Judgement(
            header: survey.header, coverage: coverage, hosts: nil,
            rules: register.map { Judgement.RuleResult(rule: $0.description, verdict: verdict) }, findings: [],
            values: survey.values, names: contract.configuration.names, sightings: kept ?? [], purposes: [:],
            clicks: [], forgottenClicks: 0)
    }
}

extension Exchange {
    /// Media and large contents are of no use to any rule; their sizes and digests stay.
    func withoutMedia(_ limits: VerifierLimits) -> Exchange {
        var exchange = self
        if let response = exchange.response,
            response.body.payload.count > limits.answerSize
                || MediaKind(head: response.head, content: response.body.payload) == .media
        {
            exchange.response?.body.payload = []
            exchange.response?.body.isExternal = true
        }
        if exchange.request.body.payload.count > limits.contract.contentSize {
            exchange.request.body.payload = []
            exchange.request.body.isExternal = true
        }
        return exchange
    }
}
