internal import HTTPModel
internal import Platform

/// One request the stand-in answered.
package struct StandInRecord: Hashable, Sendable {
    package let request: StandInRequest
    package let status: Int

    /// One line for a log: `204 POST https://ads.metrike.test/beacon`, then the body where there is one.
    package var line: String {
        let body = request.body.isEmpty ? "" : " " + String(display: request.body)
        let text = "\(status) \(request.method) \(request.url)\(body)"
        return String(decoding: text.utf8.map { $0 < 0x20 || $0 == 0x7F ? 0x20 : $0 }, as: UTF8.self)
    }
}

/// One message that the stand-in heard on a WebSocket.
package struct StandInMessage: Hashable, Sendable {
    /// The request that opened the connection.
    package let request: StandInRequest
    package let content: [UInt8]
}

/// Bounds of a stand-in's memory.
package struct StandInLimits: Hashable, Sendable {
    /// Of requests and of messages; later ones are answered but no longer kept.
    package var records = 100_000

    package init() {}
}

/// The other end of every connection of an ad SDK: one value that answers as the ad server of the guide, as two
/// third-party ad servers, as media hosts, as a redirector and as the advertiser's site, by the name of the host asked.
///
/// Answers depend on the seed and on the requests so far, on nothing else: no clock, no socket, no file.
package struct StandIn: Sendable {
    package let hosts: StandInHosts
    package let faults: Set<StandInFault>
    /// The requests answered so far, in order.
    package private(set) var served: [StandInRecord] = []

    /// The messages heard so far, in order.
    package private(set) var heard: [StandInMessage] = []

    private let limits: StandInLimits
    private var metrike: MetrikeRole
    private var thirdParties: ThirdPartyRole
    private let redirector: RedirectorRole
    private let advertiser: AdvertiserRole
    private let media = MediaRole()

    package init(
        hosts: StandInHosts = StandInHosts(), vocabulary: StandInVocabulary = StandInVocabulary(), seed: UInt64 = 1,
        faults: Set<StandInFault> = [], limits: StandInLimits = StandInLimits()
    ) {
        self.hosts = hosts
        self.faults = faults
        self.limits = limits
        metrike = MetrikeRole(
            hosts: hosts, vocabulary: vocabulary, faults: faults, generator: SeededGenerator(seed: seed))
        thirdParties = ThirdPartyRole(hosts: hosts, faults: faults, generator: SeededGenerator(seed: ~seed))
        redirector = RedirectorRole(faults: faults)
        advertiser = AdvertiserRole(faults: faults)
    }

    package mutating func answer(_ request: StandInRequest) -> StandInAnswer {
        var answer = reply(to: request)
        if request.method == "HEAD" { answer.body = [] }
        if served.count < limits.records { served.append(StandInRecord(request: request, status: answer.status)) }
        return answer
    }

    /// Answers a message on the WebSocket that the request has opened.
    package mutating func answer(_ message: [UInt8], over request: StandInRequest) -> [UInt8] {
        if heard.count < limits.records { heard.append(StandInMessage(request: request, content: message)) }
        return Array("{\"ok\":true}".utf8)
    }

    private mutating func reply(to request: StandInRequest) -> StandInAnswer {
        let role = hosts.role(of: request.host)
        if faults.contains(.mediaMissing), role == .metrikeMedia || role == .thirdPartyMedia,
            request.path.hasSuffix(".mp4")
        {
            return .notFound("no such file: \(request.path)")
        }
        return switch role {
        case .metrike: metrike.answer(request)
        case .thirdPartyA, .thirdPartyB: thirdParties.answer(request)
        case .redirector: redirector.answer(request)
        case .advertiser: advertiser.answer(request)
        case .thirdPartyMedia: media.answer(request, stalling: faults.contains(.thirdPartyMediaStalls))
        case .metrikeMedia, .publisherMedia: media.answer(request)
        case .distribution: .text("0.1.1\n", type: "text/plain; charset=utf-8")
        case nil: .notFound("nobody plays the host '\(request.host)'; known: \(hosts.all.joined(separator: ", "))")
        }
    }
}
