package import CassetteFormat
package import IdentityTrace
package import SDKContracts

/// Judges a recording against the contract.
///
/// A recording that can be read again is judged by ``judge(configuration:limits:rules:keepsSightings:reading:)`` in
/// bounded memory. A value of this type takes items as they are told and keeps them: `see` answers at once what can be
/// said now; `finish` judges the whole with everything known, and only that is the judgement.
package struct Verifier: Sendable {
    private let configuration: ContractConfiguration
    private let limits: VerifierLimits
    private let register: [any Rule.Type]
    private var header: TapeHeader?
    private var marks: [Mark] = []
    private var notes: [TapeItem] = []
    private var exchanges: [Exchange] = []
    /// What media files say of their length, by exchange: the files themselves are let go.
    private var mediaSeconds: [Int: Double] = [:]
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

    /// How much of a recording a reading wants.
    package enum Reading: Sendable, Hashable {
        /// Requests, and the heads of their answers: contents of answers may be left out.
        case requests
        case everything
    }

    /// Judges a recording that can be read again: twice, and once more where the ad server's host is not named.
    ///
    /// Memory is bounded by the limits, whatever the recording's length, but for what the judgement itself tells.
    /// - Parameters:
    ///   - keepsSightings: whether the judgement lists all exchanges.
    ///   - reading: gives all items in the order of the cassette, each time it is called.
    package static func judge<Failure>(
        configuration: ContractConfiguration = ContractConfiguration(), limits: VerifierLimits = VerifierLimits(),
        rules: [any Rule.Type] = AllRules.register, keepsSightings: Bool = false,
        reading: (Reading, (TapeItem) -> Void) throws(Failure) -> Void
    ) throws(Failure) -> Judgement {
        try judge(configuration, limits, rules, keepsSightings, mediaSeconds: [:], reading)
    }

    /// - Parameter mediaSeconds: what media files said of their length before they were let go, by exchange.
    private static func judge<Failure>(
        _ configuration: ContractConfiguration, _ limits: VerifierLimits, _ rules: [any Rule.Type],
        _ keepsSightings: Bool, mediaSeconds: [Int: Double],
        _ reading: (Reading, (TapeItem) -> Void) throws(Failure) -> Void
    ) throws(Failure) -> Judgement {
        var survey = Survey(configuration, limits)
        try reading(.requests) { survey.see($0) }
        if survey.isToBeReadAgain {
            survey.beginAgain()
            try reading(.requests) { survey.see($0) }
        }
        var judge = Judge(survey, configuration, limits, rules: rules, keepsSightings: keepsSightings)
        judge.mediaSeconds = mediaSeconds
        try reading(.everything) { judge.see($0) }
        return judge.finish()
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
        case .header, .client, .upstream, .note, .gap, .losses: break
        }
        return Glimpse()
    }

    /// Takes in one item for the judgement at the end.
    package mutating func take(_ item: TapeItem) {
        switch item {
        case .header(let header): self.header = header
        case .mark(let mark): marks.append(mark)
        case .note, .gap, .losses, .client, .upstream: notes.append(item)
        case .exchange(let exchange):
            mediaSeconds[exchange.number] = MetrikeContract.mediaSeconds(of: exchange)
            let kept = exchange.withoutMedia(limits)
            exchanges.append(kept)
            if live == nil { search.see(kept) }
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
        guard
            let sighting = pass.evidence.contract.sighting(
                of: exchange, state: pass.state, mediaSeconds: mediaSeconds[exchange.number])
        else { return Glimpse() }
        pass.evidence.learn(sighting)
        let findings = pass.see(sighting)
        return Glimpse(
            sighting: sighting, purpose: pass.purpose(of: sighting), findings: findings,
            values: pass.evidence.values)
    }

    /// The judgement of everything seen.
    package func finish() -> Judgement {
        let exchanges = exchanges.sorted { $0.number < $1.number }
        return Self.judge(configuration, limits, register, true, mediaSeconds: mediaSeconds) { _, take in
            if let header { take(.header(header)) }
            for mark in marks { take(.mark(mark)) }
            for note in notes { take(note) }
            for exchange in exchanges { take(.exchange(exchange)) }
        }
    }
}
