import CassetteFormat
package import SDKContracts
import HTTPModel

/// The told URLs of a recording and the requests that followed them.
///
/// Sightings are given in the order of their numbers. Each is joined first, then its answer is read.
package struct AdTimeline: Sendable {
    private let contract: MetrikeContract
    private let limits: TimelineLimits
    private var book: ToldBook
    private var window: ExchangeWindow
    private var fills = FillBook()
    /// The VAST and VMAP answers, by exchange.
    package private(set) var documents: [Int: AnsweredMarkup] = [:]
    private var joins: [Int: Join] = [:]
    private var fillOfRequest: [Int: Int] = [:]
    private var hops: [Int: Int] = [:]
    /// Where in `book` the URLs of an exchange stand.
    private var toldRanges: [Int: Range<Int>] = [:]
    /// Of the sighting that was taken in last, for which nearly every rule asks.
    private var latest: (request: Int, join: Join?, fill: Fill?) = (0, nil, nil)
    /// Requests that were joined to a document's URL.
    package private(set) var joinedCount = 0

    package init(contract: MetrikeContract, limits: TimelineLimits = TimelineLimits()) {
        self.contract = contract
        self.limits = limits
        book = ToldBook(limits: limits)
        window = ExchangeWindow(limits: limits)
    }

    // MARK: Answers

    /// The told URLs that are remembered, in order.
    package var told: [ToldURL] { book.urls }
    /// Told URLs in all, and of these forgotten for want of room: no later request joins them.
    package var toldCount: Int { book.count }
    package var forgottenCount: Int { book.forgottenCount }

    /// What asked for the request, if a document of the recording did.
    package func join(of request: Int) -> Join? { request == latest.request ? latest.join : joins[request] }

    /// The `/serve` answer that a request belongs to.
    package func fill(of request: Int) -> Fill? {
        request == latest.request ? latest.fill : fillOfRequest[request].flatMap { fills[$0] }
    }

    package func fill(answeredBy exchange: Int) -> Fill? { fills[exchange] }

    /// The zone's last `/serve` answer before the request.
    package func lastFill(ofZone zone: [UInt8], before sighting: Sighting) -> Fill? {
        fills.latest(zone: zone, before: sighting.exchange.start).flatMap { fills[$0] }
    }

    /// Whether the values of early `/serve` answers are no longer known.
    package var hasForgottenFills: Bool { fills.hasForgotten }

    /// How many `/serve` answers refused tracking.
    package var refusalCount: Int { fills.refusalCount }

    /// Whether an answer of `/serve` has told this value, by which later requests name its ad.
    package func isKey(_ value: [UInt8]) -> Bool { fills.isKey(value) }

    /// The request that followed a redirect.
    package func nextHop(after exchange: Int) -> Int? { hops[exchange] }

    /// The URLs that one exchange's answer tells, in document order.
    package func told(by exchange: Int) -> [ToldURL] {
        toldRanges[exchange].map { book.urls(at: $0).map(\.url) } ?? []
    }

    package func toldCount(by exchange: Int) -> Int { toldRanges[exchange]?.count ?? 0 }

    // MARK: Taking in

    package mutating func see(_ sighting: Sighting) {
        join(sighting)
        if sighting.isFirstParty { joinFill(sighting) }
        let start = book.end
        read(sighting)
        if book.end > start { toldRanges[sighting.number] = start..<book.end }
        let size = documents[sighting.number] == nil ? 0 : sighting.answer.bytes.count
        if let oldest = window.add(sighting.number, documentSize: size) { forget(before: oldest) }
        if let oldest = book.forget() { forget(before: min(oldest, sighting.number)) }
        let fill = fillOfRequest[sighting.number].flatMap { fills[$0] }
        latest = (sighting.number, joins[sighting.number], fill)
    }

    /// Forgets what belongs to earlier exchanges, but for what leads to documents whose URLs are remembered.
    private mutating func forget(before oldest: Int) {
        let oldestDocument = book.oldestDocument ?? oldest
        toldRanges = toldRanges.filter { $0.key >= oldestDocument }
        joins = joins.filter { $0.key >= oldest || toldRanges[$0.key] != nil }
        hops = hops.filter { $0.key >= oldest || toldRanges[$0.key] != nil }
        documents = documents.filter { $0.key >= oldest }
        fillOfRequest = fillOfRequest.filter { $0.key >= oldest }
        fills.forget(before: min(oldest, oldestDocument))
    }

    private mutating func join(_ sighting: Sighting) {
        guard let best = book.best(for: sighting) else { return }
        book.noteAsked(best.position)
        let url = book[best.position].url
        let parent = joins[url.document]
        joinedCount += 1
        joins[sighting.number] = Join(
            request: sighting.number, told: url, agreement: best.match.agreement, added: best.match.added,
            expanded: best.match.expanded, breakReference: url.breakReference ?? parent?.breakReference,
            purpose: url.role == .redirect ? (parent?.purpose ?? .redirect) : url.role,
            root: parent?.root ?? url.document)
        if url.role == .redirect, hops[url.document] == nil { hops[url.document] = sighting.number }
    }

    /// A beacon or click belongs to the answer that told its URL, or whose values it repeats, or to the latest answer
    /// of the zone it names.
    private mutating func joinFill(_ sighting: Sighting) {
        switch sighting.role {
        case .serve, .vast, .vmap: return
        default: break
        }
        if let root = joins[sighting.number]?.root, fills[root] != nil {
            fillOfRequest[sighting.number] = root
            return
        }
        let time = sighting.exchange.start
        let values = sighting.parameters.filter { $0.literal == .text || $0.literal == .number }.map(\.value)
        let segments = sighting.target.pathBytes.split(separator: UInt8(ascii: "/")).map(Array.init)
        let byKey = (values + segments).compactMap { fills.latest(key: $0, before: time) }.max()
        let exchange = byKey ?? sighting.value(.zone).flatMap { fills.latest(zone: $0, before: time) }
        if let exchange { fillOfRequest[sighting.number] = exchange }
    }

    private mutating func read(_ sighting: Sighting) {
        guard let response = sighting.exchange.response else { return }
        if let (location, range) = sighting.location {
            book.add(
                ToldURL(
                    document: sighting.number, line: nil,
                    place: EvidencePlace(part: .responseHead, surface: .header, name: "location", range: range),
                    role: .redirect, url: URLReference.resolved(location, from: sighting), breakReference: nil),
                answered: response.time)
            return
        }
        if isOnClick(sighting), let navigation = PageNavigation(sighting) {
            book.add(
                ToldURL(
                    document: sighting.number, line: nil, place: navigation.place, role: .redirect,
                    url: URLReference.resolved(navigation.link[...], from: sighting), breakReference: nil),
                answered: response.time)
            return
        }
        if sighting.role == .serve {
            let reading = AnswerReader(
                configuration: contract.configuration, limits: contract.limits, keyCount: limits.keyCount
            ).read(sighting)
            for url in reading.told { book.add(url, answered: response.time) }
            fills.add(
                Fill(
                    exchange: sighting.number, answered: response.time, zone: sighting.value(.zone),
                    isEmpty: response.head.status == 204 || sighting.answer.isRead && sighting.answer.bytes.isEmpty,
                    refusal: reading.refusal, refusalPlace: reading.refusalPlace),
                keys: withoutIdentity(reading.keys, sighting))
        } else if sighting.answerKind == .xml, sighting.answer.isRead,
            let (urls, document) = MarkupReader(contract: contract).read(sighting)
        {
            for url in urls { book.add(url, answered: response.time) }
            documents[sighting.number] = document
        }
    }

    /// A page that moves on matters on the way of a click alone.
    private func isOnClick(_ sighting: Sighting) -> Bool {
        sighting.role == .click || joins[sighting.number]?.told.role == .redirect
    }

    /// A value that the request itself carried as identity ties nothing.
    private func withoutIdentity(_ keys: Set<[UInt8]>, _ sighting: Sighting) -> Set<[UInt8]> {
        var keys = keys
        for kind in FieldKind.identity { for field in sighting.fields(kind) { keys.remove(field.value) } }
        return keys
    }
}
