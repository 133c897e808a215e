package import CassetteFormat
package import LeakSearch
package import SDKContracts
import IdentityTrace
import HTTPModel

/// Searches a recording for identity at other hosts than the first party's, and for values that may stand nowhere.
package struct LeakAudit {
    /// What is looked for besides what the recording teaches.
    package struct Given: Sendable {
        /// As if the first party's requests had shown them.
        package var identities: [(kind: FieldKind, value: [UInt8])]
        /// May stand nowhere: canaries, secrets.
        package var forbidden: [SoughtValue]
        package var salts: [KnownSalt]
        /// Names that the network itself showed, such as those that DNS was asked for, by surface.
        package var names: [(surface: SearchSurface, name: String)] = []

        package init(
            identities: [(kind: FieldKind, value: [UInt8])] = [], forbidden: [SoughtValue] = [],
            salts: [KnownSalt] = []
        ) {
            self.identities = identities
            self.forbidden = forbidden
            self.salts = salts
        }
    }

    let search: DisguiseSearch
    let names: [FieldKind: [String]]
    private let limits: VerifierLimits
    private let contract: MetrikeContract
    var pass: Pass?
    var report = LeakReport()
    /// Of what is known, what was given.
    private let givenIdentities: [KnownValue]
    /// Names of connections that were searched, each behind its surface.
    var seenNames: Set<String> = []
    private var connections = ConnectionFacts()
    /// The answer that showed a forbidden value first.
    private var firstAnswers: [String: String] = [:]

    private init(_ survey: Survey, _ configuration: ContractConfiguration, _ limits: VerifierLimits, _ given: Given) {
        search = DisguiseSearch(given.forbidden, salts: given.salts)
        names = configuration.names
        self.limits = limits
        givenIdentities = given.identities.compactMap { survey.values.known($0.kind, $0.value) }
        var hosts: FirstPartyHosts?
        if case .known(let known) = survey.hosts { hosts = known }
        contract = MetrikeContract(configuration: configuration, hosts: hosts, limits: limits.contract)
        pass = hosts.map { Pass(contract: contract, hosts: $0, rules: [], limits: limits, survey: survey) }
        report.firstParty = hosts?.baseHost
        report.learned = survey.values
        report.givenCount = given.forbidden.count + given.identities.count
        if hosts == nil, !given.identities.isEmpty {
            let missing = SearchGap.passedUnread("no first party is known, at which alone these may stand")
            let kinds = given.identities.map { configuration.name($0.kind) }.joined(separator: ", ")
            report.add(LeakReport.Gap(exchange: 0, part: "values of \(kinds)", gap: missing))
        }
        for gap in search.gaps { report.add(LeakReport.Gap(exchange: 0, part: "values", gap: gap)) }
    }

    /// Reads the recording twice, and once more where the ad server's host is not named.
    ///
    /// - Parameter reading: gives all items in the order of the cassette, each time it is called.
    package static func search<Failure>(
        configuration: ContractConfiguration = ContractConfiguration(), limits: VerifierLimits = VerifierLimits(),
        given: Given = Given(), reading: (Verifier.Reading, (TapeItem) -> Void) throws(Failure) -> Void
    ) throws(Failure) -> LeakReport {
        var survey = Survey(configuration, limits)
        try reading(.requests) { survey.see($0) }
        if survey.isToBeReadAgain {
            survey.beginAgain()
            try reading(.requests) { survey.see($0) }
        }
        survey.learn(given.identities)
        var audit = LeakAudit(survey, configuration, limits, given)
        try reading(.everything) { item in
            switch item {
            case .exchange(let exchange): audit.see(exchange)
            case .mark(let mark): audit.see(mark)
            case .client(let facts):
                audit.connections.see(facts)
                audit.see(facts)
            case .upstream(let facts): audit.connections.see(facts)
            case .gap(let gap):
                let missing = SearchGap.passedUnread(gap.text)
                audit.report.add(LeakReport.Gap(exchange: 0, part: "the recording", gap: missing))
            case .header, .note, .losses: break
            }
        }
        for (surface, name) in given.names { audit.see(captured: name, surface) }
        for gap in audit.pass?.evidence.searchGaps ?? [] {
            audit.report.add(LeakReport.Gap(exchange: 0, part: "the recording", gap: .passedUnread(gap)))
        }
        return audit.report
    }

    private mutating func see(_ mark: Mark) {
        for appearance in search.search(Array(mark.value.utf8)).appearances where appearance.strength > .weak {
            report.add(
                LeakFinding(
                    value: appearance.value, exchange: mark.afterExchange, request: "mark \(mark.key)", host: "",
                    part: "mark", place: mark.key, range: appearance.range, path: appearance.path,
                    layers: appearance.layers, innermost: appearance.innermost, cause: .unjoined, shown: [],
                    isGiven: true))
        }
    }

    private mutating func see(_ exchange: Exchange) {
        report.exchangeCount += 1
        if let words = Self.unread(exchange) {
            report.add(LeakReport.Gap(exchange: exchange.number, part: "tunnel", gap: .passedUnread(words)))
        }
        if !search.isEmpty {
            take(search.search(requestOf: exchange), exchange, isAnswer: false)
            take(search.search(answerOf: exchange), exchange, isAnswer: true)
        }
        readMessages(of: exchange)
        guard pass != nil else { return }
        let kept = exchange.withoutMedia(limits)
        let sighting = contract.sighting(
            of: kept, state: DeclaredState(), serverName: connections.serverName(of: exchange),
            peer: connections.peer(of: exchange))
        guard let sighting else {
            return see(dialled: exchange)
        }
        pass?.judge(sighting)
        guard sighting.isThirdParty else { return }
        report.thirdPartyCount += 1
        for (surface, gap) in pass?.evidence.surfaceGaps ?? [] {
            report.add(LeakReport.Gap(exchange: exchange.number, part: surface.rawValue, gap: gap))
        }
        switch sighting.requestContent.reading {
        case .external, .overLimit:
            report.add(gap(exchange, .absentContent))
        case .unreadable(let coding, let why):
            report.add(gap(exchange, .unreadable(coding: coding, why: why)))
        case .none, .plain, .decoded: break
        }
        for breach in pass?.evidence.breaches(of: sighting.number) ?? [] { report.add(finding(breach, sighting)) }
    }

    /// What passed in the exchange beside HTTP and the messages on the tape, in words; nil where nothing did.
    private static func unread(_ exchange: Exchange) -> String? {
        let count = exchange.unframedCount
        guard count > 0 else { return nil }
        return exchange.isWebSocket
            ? "\(count) bytes of a WebSocket connection that are no frame on the tape"
            : "\(count) bytes of a connection that passed unread"
    }

    private func gap(_ exchange: Exchange, _ gap: SearchGap) -> LeakReport.Gap {
        LeakReport.Gap(exchange: exchange.number, part: SearchSurface.requestContent.rawValue, gap: gap)
    }

    private func finding(_ breach: Breach, _ sighting: Sighting) -> LeakFinding {
        let appearance = breach.appearance
        let place = breach.place
        let known = pass?.evidence.values.known(breach.kind, breach.shown)
        let name = names[breach.kind]?.first ?? "value"
        return LeakFinding(
            value: "\(name)\(known.map { ":\($0.ordinal)" } ?? "")", exchange: sighting.number,
            request: sighting.summary, host: sighting.host, part: place.part.rawValue,
            place: Self.words(place),
            range: place.range, path: breach.disguise ?? "plain", layers: breach.layers,
            innermost: appearance?.innermost ?? place.range, cause: breach.cause,
            shown: appearance?.isPlain == true ? breach.shown : sighting.bytes(at: place),
            isGiven: known.map(isGiven) ?? false)
    }

    func isGiven(_ known: KnownValue) -> Bool {
        givenIdentities.contains { $0.kind == known.kind && $0.ordinal == known.ordinal }
    }

    /// `query uid`; of a message only which one.
    private static func words(_ place: EvidencePlace) -> String {
        if place.part == .webSocketMessage { return place.name }
        return place.name.isEmpty ? place.surface.rawValue : "\(place.surface.rawValue) \(place.name)"
    }

    /// - Parameter message: of the WebSocket connection, where it was found in one.
    mutating func take(
        _ found: ExchangeReport, _ exchange: Exchange, isAnswer: Bool, shown message: WebSocketMessage? = nil
    ) {
        for (surface, gap) in found.gaps where gap != .absentContent {
            report.add(LeakReport.Gap(exchange: exchange.number, part: surface.rawValue, gap: gap))
        }
        for placed in found.found where placed.appearance.strength > .weak {
            let appearance = placed.appearance
            let cause: Cause
            if isAnswer {
                cause = .serverAnswer
                if firstAnswers[appearance.value] == nil {
                    firstAnswers[appearance.value] = "#\(exchange.number)" + (message.map { " \($0.label)" } ?? "")
                }
            } else {
                cause = Self.cause(placed.place, firstAnswers[appearance.value], exchange)
            }
            report.add(
                LeakFinding(
                    value: appearance.value, exchange: exchange.number, request: Self.summary(exchange),
                    host: exchange.origin.host, part: placed.surface.rawValue, place: placed.place,
                    range: appearance.range, path: appearance.path, layers: appearance.layers,
                    innermost: appearance.innermost, cause: cause,
                    shown: Self.shown(placed, message.map(\.payload) ?? Self.bytes(placed.surface, exchange)),
                    isGiven: true))
        }
    }

    private static func cause(_ place: String, _ answer: String?, _ exchange: Exchange) -> Cause {
        switch place {
        case "field referer": .referer
        case "field cookie": .cookie
        default:
            answer.map { .serverSupplied(at: $0) }
                ?? (exchange.request.head.map(Sighting.isFromBrowser) == true ? .webView : .unjoined)
        }
    }

    private static func summary(_ exchange: Exchange) -> String {
        guard let head = exchange.request.head else { return exchange.origin.authority }
        let path = TargetParts(head.targetBytes).pathBytes
        return "\(String(display: head.methodBytes)) \(exchange.origin.host)\(String(display: path))"
    }

    private static func shown(_ placed: PlacedAppearance, _ bytes: [UInt8]) -> [UInt8] {
        placed.appearance.range.upperBound <= bytes.count ? Array(bytes[placed.appearance.range]) : []
    }

    private static func bytes(_ surface: SearchSurface, _ exchange: Exchange) -> [UInt8] {
        switch surface {
        case .requestHead: exchange.request.headBytes
        case .requestContent: exchange.request.body.payload
        case .responseHead: exchange.response?.head.bytes ?? []
        case .responseContent: exchange.response?.body.payload ?? []
        case .authority: Array(exchange.origin.host.utf8)
        case .serverName, .resolvedName, .requestTrailer, .responseTrailer, .webSocketMessage: []
        }
    }
}
