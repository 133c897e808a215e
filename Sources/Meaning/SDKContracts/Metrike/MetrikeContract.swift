package import CassetteFormat
import HTTPModel
import MediaTiming

/// The Metrike iOS SDK's contract: reads an exchange into its terms.
///
/// A class, though it never changes: every rule asks it for the configuration.
package final class MetrikeContract: Sendable {
    package let configuration: ContractConfiguration
    /// Nil where neither configuration nor tape names the base URL and none could be inferred.
    package let hosts: FirstPartyHosts?
    package let limits: ContractLimits
    private let kinds: [[UInt8]: FieldKind]
    private let distributionHosts: Set<String>

    package init(
        configuration: ContractConfiguration, hosts: FirstPartyHosts?, limits: ContractLimits = ContractLimits()
    ) {
        self.configuration = configuration
        self.hosts = hosts
        self.limits = limits
        var kinds: [[UInt8]: FieldKind] = [:]
        for kind in FieldKind.allCases {
            for name in configuration.names[kind] ?? [] where kinds[Array(name.utf8)] == nil {
                kinds[Array(name.utf8)] = kind
            }
        }
        self.kinds = kinds
        distributionHosts = Set(configuration.distributionHosts.map(FirstPartyHosts.normalized))
    }

    /// The exchange in the contract's terms; nil where there is no request to read (a tunnel, a refused request).
    ///
    /// - Parameters:
    ///   - mediaSeconds: what ``mediaSeconds(of:)`` gave before the media was let go.
    ///   - serverName: what TLS asked for on the client's connection.
    ///   - peer: who answered on the connection to the origin.
    package func sighting(
        of exchange: Exchange, state: DeclaredState, mediaSeconds: Double? = nil, serverName: String? = nil,
        peer: PeerFacts? = nil
    ) -> Sighting? {
        sighting(
            of: exchange, state: state, readsAnswer: true,
            mediaSeconds: mediaSeconds ?? Self.mediaSeconds(of: exchange), serverName: serverName, peer: peer)
    }

    /// The request alone: its answer's content is not read.
    package func request(of exchange: Exchange) -> Sighting? {
        sighting(
            of: exchange, state: DeclaredState(), readsAnswer: false, mediaSeconds: nil, serverName: nil, peer: nil)
    }

    /// The request alone where it went to the first party.
    package func firstPartyRequest(of exchange: Exchange) -> Sighting? {
        guard hosts?.contains(exchange.origin) == true else { return nil }
        return request(of: exchange).flatMap { $0.isFirstParty ? $0 : nil }
    }

    private func sighting(
        of exchange: Exchange, state: DeclaredState, readsAnswer: Bool, mediaSeconds: Double?, serverName: String?,
        peer: PeerFacts?
    ) -> Sighting? {
        // The request that opens a WebSocket is a request like any other.
        let isTunnel = exchange.tunnel != nil && exchange.response?.head.status != 101
        guard let head = exchange.request.head, !isTunnel, exchange.ingress != .tunnel else { return nil }
        let target = TargetParts(head.targetBytes)
        let content = MessageContent(of: exchange.request.body, head: head, limit: limits.contentSize)
        var parameters = ParameterReader(limits: limits).parameters(head: head, target: target, content: content)
        for index in parameters.indices { parameters[index].kind = kinds[parameters[index].name] }
        let fields = FieldIndex(parameters)
        let wire = WireHosts(exchange, head, serverName: serverName, peer: peer)
        let disagreement = wire.disagreement
        let isTrusted = disagreement == nil && !wire.hasCertificateOfOtherName
        let party: Party = hosts.map { isTrusted && $0.contains(exchange.origin) ? .first : .third } ?? .unknown
        var role = EndpointRole.none
        if party == .first {
            role = endpoint(
                head: head, target: target, hasGoal: fields.has(.goal),
                event: fields[.event].first.map { String(display: $0.value) },
                hasJSON: parameters.indices.contains { parameters[$0].place.surface == .json })
        }
        let (answer, kind) = readsAnswer ? readAnswer(exchange) : (.none, .other)
        return Sighting(
            exchange: exchange, head: head, target: target, host: FirstPartyHosts.normalized(exchange.origin.host),
            party: party, role: role, parameters: parameters, fields: fields, requestContent: content, answer: answer,
            answerKind: kind, mediaSeconds: mediaSeconds, state: state, hostDisagreement: disagreement, peer: peer)
    }

    /// How long the media file plays that the exchange answers, as far as its content is there.
    package static func mediaSeconds(of exchange: Exchange) -> Double? {
        guard let response = exchange.response, response.head.status == 200 || response.head.status == 206,
            response.head.first("content-encoding") == nil
        else { return nil }
        return PlayingTime(response.body.payload)?.seconds
    }

    private func readAnswer(_ exchange: Exchange) -> (MessageContent, MediaKind) {
        guard let response = exchange.response else { return (.none, .other) }
        let declared = MediaKind(head: response.head, content: response.body.payload)
        if declared == .media { return (.none, .media) }
        let content = MessageContent(of: response.body, head: response.head, limit: limits.contentSize)
        return (content, MediaKind(head: response.head, content: content.bytes))
    }

    private func endpoint(
        head: RequestHead, target: TargetParts, hasGoal: Bool, event: String?, hasJSON: Bool
    ) -> EndpointRole {
        guard let path = relativePath(target) else { return .other }
        if Self.isPath(path, configuration.servePath) { return .serve }
        if let token = Self.token(path, after: configuration.vastPath) { return .vast(token: token) }
        if let token = Self.token(path, after: configuration.vmapPath) { return .vmap(token: token) }
        if Self.isPath(path, configuration.clickPath) || Self.isBelow(path, configuration.clickPath) { return .click }
        if hasGoal || configuration.conversionPaths.contains(where: { Self.isPath(path, $0) }) { return .conversion }
        let isBeaconPath =
            isBeaconMethod(head)
            && configuration.beaconPaths.contains { Self.isPath(path, $0) || Self.isBelow(path, $0) }
        if isBeaconPath { return .beacon(event: event) }
        guard hasJSON, head.isMethod("POST") else { return .other }
        // Beacons are native: what a page posts is one only if it says so.
        return event == nil && Sighting.isFromBrowser(head) ? .other : .beacon(event: event)
    }

    private func isBeaconMethod(_ head: RequestHead) -> Bool {
        switch configuration.beaconMethod {
        case .get: head.isMethod("GET")
        case .post: head.isMethod("POST")
        case nil: true
        }
    }

    /// The path after the base URL's own path.
    private func relativePath(_ target: TargetParts) -> ArraySlice<UInt8>? {
        let prefix = hosts?.pathPrefix ?? []
        let path = target.pathBytes
        guard path.starts(with: prefix) else { return nil }
        return path.dropFirst(prefix.count)
    }

    /// Whether a request's path is one of these after the base URL's own, or below one.
    package func asks(_ paths: [String], _ sighting: Sighting) -> Bool {
        guard let path = relativePath(sighting.target) else { return false }
        return paths.contains { Self.isPath(path, $0) || Self.isBelow(path, $0) }
    }

    /// Whether a normalised host is one that the SDK is downloaded from.
    package func isDistributionHost(_ host: String) -> Bool { distributionHosts.contains(host) }

    private static func isPath(_ path: ArraySlice<UInt8>, _ name: String) -> Bool {
        path.elementsEqual(name.utf8) || path.elementsEqual((name + "/").utf8)
    }

    private static func isBelow(_ path: ArraySlice<UInt8>, _ name: String) -> Bool {
        path.starts(with: (name + "/").utf8)
    }

    private static func token(_ path: ArraySlice<UInt8>, after prefix: String) -> [UInt8]? {
        guard path.starts(with: prefix.utf8) else { return nil }
        return Array(path.dropFirst(prefix.utf8.count))
    }

    /// Whether a request on an unnamed host looks like one to the ad server: its path, and app identity in it.
    package func asksForAds(_ sighting: Sighting) -> Bool {
        let path = sighting.target.pathBytes
        let names = [configuration.servePath, configuration.vastPath, configuration.vmapPath]
        guard names.contains(where: { name in Self.containsPath(path, name) }) else { return false }
        return sighting.has(.appBundle) && sighting.has(.sdkVersion)
    }

    private static func containsPath(_ path: ArraySlice<UInt8>, _ name: String) -> Bool {
        name.hasSuffix("/") ? path.starts(with: name.utf8) : isPath(path, name)
    }
}
