import CassetteFormat
package import SDKContracts
import HTTPModel

/// The told URLs of a recording and the requests that followed them.
///
/// Sightings are given in the order of their numbers. Each is joined first, then its answer is read.
package struct AdTimeline: Sendable {
    package private(set) var told: [ToldURL] = []
    /// Told URLs beyond the limit, which are not joined.
    package private(set) var droppedCount = 0
    package private(set) var fills: [Fill] = []
    /// The VAST and VMAP answers, by exchange.
    package private(set) var documents: [Int: AnsweredMarkup] = [:]

    private let contract: MetrikeContract
    private let limits: TimelineLimits
    private var joins: [Int: Join] = [:]
    private var fillOfRequest: [Int: Int] = [:]
    /// Positions in `fills` by the opaque values of the answer, and by zone; each list in order.
    private var fillsByKey: [[UInt8]: [Int]] = [:]
    private var fillsByZone: [[UInt8]: [Int]] = [:]
    /// Position in `fills` by exchange.
    private var fillPositions: [Int: Int] = [:]
    private var hops: [Int: Int] = [:]
    /// Where in `told` the URLs of an exchange stand: they are taken in together.
    private var toldRanges: [Int: Range<Int>] = [:]
    private var templates: [URLTemplate] = []
    private var index = TemplateIndex()
    private var answered: [TapeTime] = []
    private var askedCount: [Int] = []

    package init(contract: MetrikeContract, limits: TimelineLimits = TimelineLimits()) {
        self.contract = contract
        self.limits = limits
    }

    // MARK: Answers

    /// What asked for the request, if a document of the recording did.
    package func join(of request: Int) -> Join? { joins[request] }

    /// The `/serve` answer that a request belongs to.
    package func fill(of request: Int) -> Fill? { fillOfRequest[request].map { fills[$0] } }

    package func fill(answeredBy exchange: Int) -> Fill? { fillPositions[exchange].map { fills[$0] } }

    /// The request that followed a redirect.
    package func nextHop(after exchange: Int) -> Int? { hops[exchange] }

    /// The URLs that one exchange's answer tells, in document order.
    package func told(by exchange: Int) -> ArraySlice<ToldURL> { told[toldRanges[exchange] ?? 0..<0] }

    // MARK: Taking in

    package mutating func see(_ sighting: Sighting) {
        join(sighting)
        if sighting.isFirstParty { joinFill(sighting) }
        let start = told.count
        read(sighting)
        if told.count > start { toldRanges[sighting.number] = start..<told.count }
    }

    private mutating func join(_ sighting: Sighting) {
        // A URL that lost or changed what it is indexed by is looked for only where no better is found.
        guard
            let best = best(of: index.candidates(sighting.host, sighting.target), for: sighting)
                ?? best(of: index.lateCandidates(sighting.host, sighting.target), for: sighting)
        else { return }
        askedCount[best.position] += 1
        let url = told[best.position]
        let parent = joins[url.document]
        joins[sighting.number] = Join(
            request: sighting.number, told: url, agreement: best.match.agreement, added: best.match.added,
            expanded: best.match.expanded, breakReference: url.breakReference ?? parent?.breakReference,
            purpose: url.role == .redirect ? (parent?.purpose ?? .redirect) : url.role,
            root: parent?.root ?? url.document)
        if url.role == .redirect, hops[url.document] == nil { hops[url.document] = sighting.number }
    }

    private func best(
        of candidates: [Int], for sighting: Sighting
    ) -> (position: Int, match: URLTemplate.Match)? {
        var best: (position: Int, match: URLTemplate.Match)?
        for position in candidates {
            guard answered[position] <= sighting.exchange.start, told[position].document < sighting.number,
                let match = templates[position].match(sighting.target), isCredible(match, told[position])
            else { continue }
            if let current = best, !isBetter((position, match), than: current) { continue }
            best = (position, match)
        }
        return best
    }

    /// A request that lost parameters joins a redirect, or a tracker of which something is left.
    private func isCredible(_ match: URLTemplate.Match, _ url: ToldURL) -> Bool {
        match.agreement != .reduced || url.role == .redirect || url.role.isTracker
    }

    private func isBetter(
        _ a: (position: Int, match: URLTemplate.Match), than b: (position: Int, match: URLTemplate.Match)
    ) -> Bool {
        if a.match.agreement != b.match.agreement { return a.match.agreement < b.match.agreement }
        let (asked, otherAsked) = (askedCount[a.position] > 0, askedCount[b.position] > 0)
        if asked != otherAsked { return !asked }
        if a.match.added.count != b.match.added.count { return a.match.added.count < b.match.added.count }
        return told[a.position].document > told[b.position].document
    }

    /// A beacon or click belongs to the answer that told its URL, or whose values it repeats, or to the latest answer
    /// of the zone it names.
    private mutating func joinFill(_ sighting: Sighting) {
        switch sighting.role {
        case .serve, .vast, .vmap: return
        default: break
        }
        if let root = joins[sighting.number]?.root, let position = fillPositions[root] {
            fillOfRequest[sighting.number] = position
            return
        }
        let values = sighting.parameters.filter { $0.literal == .text || $0.literal == .number }.map(\.value)
        let segments = sighting.target.pathBytes.split(separator: UInt8(ascii: "/")).map(Array.init)
        let byKey = (values + segments).compactMap { latest(fillsByKey[$0], before: sighting) }.max()
        let position = byKey ?? sighting.value(.zone).flatMap { latest(fillsByZone[$0], before: sighting) }
        if let position { fillOfRequest[sighting.number] = position }
    }

    /// The latest of these fills that was answered before the request began.
    private func latest(_ positions: [Int]?, before sighting: Sighting) -> Int? {
        positions?.last { fills[$0].answered <= sighting.exchange.start }
    }

    private mutating func read(_ sighting: Sighting) {
        guard let response = sighting.exchange.response else { return }
        if let (location, range) = sighting.location {
            add(
                ToldURL(
                    document: sighting.number, line: nil,
                    place: EvidencePlace(part: .responseHead, surface: .header, name: "location", range: range),
                    role: .redirect, url: URLReference.resolved(location, from: sighting), breakReference: nil),
                answered: response.time)
            return
        }
        if isOnClick(sighting), let navigation = PageNavigation(sighting) {
            add(
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
            for url in reading.told { add(url, answered: response.time) }
            addFill(
                Fill(
                    exchange: sighting.number, answered: response.time, zone: sighting.value(.zone),
                    refusal: reading.refusal, refusalPlace: reading.refusalPlace),
                keys: withoutIdentity(reading.keys, sighting))
        } else if sighting.answerKind == .xml, sighting.answer.isRead,
            let (urls, document) = MarkupReader(contract: contract).read(sighting)
        {
            for url in urls { add(url, answered: response.time) }
            documents[sighting.number] = document
        }
    }

    /// A page that moves on matters on the way of a click alone.
    private func isOnClick(_ sighting: Sighting) -> Bool {
        sighting.role == .click || joins[sighting.number]?.told.role == .redirect
    }

    private mutating func addFill(_ fill: Fill, keys: Set<[UInt8]>) {
        let position = fills.count
        fills.append(fill)
        fillPositions[fill.exchange] = position
        for key in keys { fillsByKey[key, default: []].append(position) }
        if let zone = fill.zone { fillsByZone[zone, default: []].append(position) }
    }

    /// A value that the request itself carried as identity ties nothing.
    private func withoutIdentity(_ keys: Set<[UInt8]>, _ sighting: Sighting) -> Set<[UInt8]> {
        var keys = keys
        for kind in FieldKind.identity { for field in sighting.fields(kind) { keys.remove(field.value) } }
        return keys
    }

    private mutating func add(_ url: ToldURL, answered time: TapeTime) {
        guard told.count < limits.toldCount else {
            droppedCount += 1
            return
        }
        guard let template = URLTemplate(url.url) else { return }
        let position = told.count
        told.append(url)
        templates.append(template)
        answered.append(time)
        askedCount.append(0)
        index.add(position, template)
    }
}
