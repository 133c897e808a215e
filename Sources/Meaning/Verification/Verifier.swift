package import CassetteFormat
package import IdentityTrace
package import SDKContracts

/// Judges a recording against the contract, item by item as it is told.
///
/// `see` answers at once what can be said now; `finish` judges the whole again with everything known, and only that is
/// the judgement.
package struct Verifier: Sendable {
    private let configuration: ContractConfiguration
    private let limits: VerifierLimits
    private let register: [any Rule.Type]
    private var header: TapeHeader?
    private var marks: [Mark] = []
    private var notes: [String] = []
    private var exchanges: [Exchange] = []
    private var search: BaseHostSearch
    private var live: Pass?

    package init(
        configuration: ContractConfiguration = ContractConfiguration(), limits: VerifierLimits = VerifierLimits(),
        rules: [any Rule.Type] = AllRules.register
    ) {
        self.configuration = configuration
        self.limits = limits
        register = rules
        search = BaseHostSearch(configuration, limits)
    }

    /// What can be said of an item at once.
    package struct Glimpse: Sendable {
        /// The exchange in the contract's terms; nil where it has no request to read, or the item is no exchange.
        package var sighting: Sighting?
        /// What a document of the recording wanted with it.
        package var purpose: String?
        /// Provisional: later items may add to them, and explain them better.
        package var findings: [Finding] = []
        package var values = KnownValues()
    }

    /// Takes in one item, and answers what can be said of it now. Where nobody looks yet, ``take(_:)`` costs less.
    @discardableResult
    package mutating func see(_ item: TapeItem) -> Glimpse {
        take(item)
        switch item {
        case .mark(let mark): live?.state.apply(mark)
        case .exchange:
            if let last = exchanges.last { return judgeLive(last) }
        case .header, .client, .upstream, .note, .gap: break
        }
        return Glimpse()
    }

    /// Takes in one item for the judgement at the end.
    package mutating func take(_ item: TapeItem) {
        switch item {
        case .header(let header):
            self.header = header
        case .mark(let mark):
            marks.append(mark)
        case .note(_, let text):
            notes.append(text)
        case .gap(let gap):
            notes.append(gap.text)
        case .client, .upstream:
            break
        case .exchange(let exchange):
            let kept = withoutMedia(exchange)
            exchanges.append(kept)
            search.see(kept)
        }
    }

    private mutating func judgeLive(_ exchange: Exchange) -> Glimpse {
        if live == nil, case .known(let hosts) = search.result(header) {
            let contract = MetrikeContract(configuration: configuration, hosts: hosts, limits: limits.contract)
            var pass = Pass(contract: contract, hosts: hosts, rules: register, limits: limits)
            for mark in marks { pass.state.apply(mark) }
            live = pass
        }
        guard var pass = live else {
            let contract = MetrikeContract(configuration: configuration, hosts: nil, limits: limits.contract)
            return Glimpse(sighting: contract.sighting(of: exchange, state: DeclaredState()))
        }
        live = nil
        defer { live = pass }
        guard let sighting = pass.evidence.contract.sighting(of: exchange, state: pass.state) else { return Glimpse() }
        pass.evidence.learn(sighting)
        let findings = pass.see(sighting)
        return Glimpse(
            sighting: sighting, purpose: pass.purpose(of: sighting), findings: findings,
            values: pass.evidence.values)
    }

    /// Media and large answers are of no use to any rule; their sizes and digests stay.
    private func withoutMedia(_ exchange: Exchange) -> Exchange {
        var exchange = exchange
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

    /// The judgement of everything seen.
    package func finish() -> Judgement {
        let exchanges = exchanges.sorted { $0.number < $1.number }
        let search = search.result(header)
        var survey = CoverageSurvey(marks: marks, notes: notes, search: search)
        guard case .known(let hosts) = search else {
            let contract = MetrikeContract(configuration: configuration, hosts: nil, limits: limits.contract)
            let sightings = sightings(of: exchanges, contract)
            for exchange in exchanges { survey.add(exchange) }
            for sighting in sightings { survey.add(sighting) }
            return judgement(withoutHosts: search, survey.coverage, sightings)
        }
        let contract = MetrikeContract(configuration: configuration, hosts: hosts, limits: limits.contract)
        let sightings = sightings(of: exchanges, contract)
        var pass = Pass(contract: contract, hosts: hosts, rules: register, limits: limits)
        for sighting in sightings { pass.evidence.learn(sighting) }
        for sighting in sightings { _ = pass.see(sighting) }
        for mark in marks { pass.evidence.finalState.apply(mark) }
        for exchange in exchanges { survey.add(exchange) }
        for sighting in sightings { survey.add(sighting) }
        survey.add(pass.evidence.timeline, sightings)
        return pass.judgement(header: header, coverage: survey.coverage)
    }

    private func sightings(of exchanges: [Exchange], _ contract: MetrikeContract) -> [Sighting] {
        var state = DeclaredState()
        var rest = marks[...]
        var result: [Sighting] = []
        for exchange in exchanges {
            while let mark = rest.first, mark.afterExchange < exchange.number {
                state.apply(mark)
                rest.removeFirst()
            }
            if let sighting = contract.sighting(of: exchange, state: state) { result.append(sighting) }
        }
        return result
    }

    private func judgement(
        withoutHosts search: BaseHostSearch.Result, _ coverage: Coverage, _ sightings: [Sighting]
    ) -> Judgement {
        let verdict: RuleVerdict
        if case .ambiguous(let hosts) = search {
            let names = hosts.joined(separator: ", ")
            verdict = .needsConfig("name the base URL: more than one host is asked for ads (\(names))")
        } else if sightings.isEmpty {
            verdict = .notObserved("a recording with requests would show it")
        } else {
            verdict = .needsConfig("name the base URL: no request shows which host is the ad server's")
        }
        return Judgement(
            header: header, coverage: coverage,
            rules: register.map { Judgement.RuleResult(rule: $0.description, verdict: verdict) }, findings: [],
            values: KnownValues(), names: configuration.names, sightings: sightings, purposes: [:])
    }
}
