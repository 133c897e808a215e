package import CassetteFormat
package import HTTPModel

/// A request as the matcher compares it.
package struct ComparableRequest: Sendable {
    package let method: [UInt8]
    package let origin: ServerOrigin
    /// Origin form, the bytes as sent.
    package let target: [UInt8]
    /// The content without transfer framing.
    package let body: [UInt8]

    package init(method: [UInt8], origin: ServerOrigin, target: [UInt8], contentType: ArraySlice<UInt8>?, body: [UInt8])
    {
        self.method = method
        self.origin = origin
        self.target = target
        self.body = MultipartBoundary.normalized(body, contentType: contentType)
    }

    /// Of a recorded exchange; nil for what no client can ask again: tunnels, refused bytes.
    package init?(_ recorded: RecordedRequest) {
        guard let head = recorded.head, recorded.ingress != .tunnel, !recorded.isRefused else { return nil }
        self.init(
            method: Array(head.methodBytes), origin: recorded.origin, target: ComparableRequest.originForm(head),
            contentType: head.first("content-type"), body: recorded.content)
    }

    package init?(_ exchange: Exchange) { self.init(RecordedRequest(exchange)) }

    /// The target without scheme and authority; an empty path is `/` (RFC 9112 §3.2.1).
    /// - Parameter path: where the path begins in the head of an absolute target, if that is known already.
    package static func originForm(_ head: RequestHead, path: Range<Int>? = nil) -> [UInt8] {
        let rest: [UInt8]
        if let path {
            rest = Array(head.bytes[path])
        } else {
            if head.targetBytes.first == UInt8(ascii: "/") { return Array(head.targetBytes) }
            let url = URLBytes(head.targetBytes)
            guard url.host != nil else { return Array(head.targetBytes) }
            rest = Array(url.bytes[url.path.lowerBound...])
        }
        return rest.first == UInt8(ascii: "/") ? rest : [UInt8(ascii: "/")] + rest
    }

    /// Method, origin, target and body, bytes as they are: nothing is taken for equal that a server could tell apart.
    var digest: RequestDigest { RequestDigest(high: hash(0), low: hash(1)) }

    private func hash(_ half: UInt8) -> Int {
        var hasher = Hasher()
        hasher.combine(half)
        hasher.combine(origin.scheme == .https)
        hasher.combine(origin.port)
        var host = origin.host
        host.withUTF8 { add($0, to: &hasher) }
        method.withUnsafeBufferPointer { add($0, to: &hasher) }
        target.withUnsafeBufferPointer { add($0, to: &hasher) }
        body.withUnsafeBufferPointer { add($0, to: &hasher) }
        return hasher.finalize()
    }

    private func add(_ part: UnsafeBufferPointer<UInt8>, to hasher: inout Hasher) {
        hasher.combine(part.count)
        hasher.combine(bytes: UnsafeRawBufferPointer(part))
    }

    /// For people.
    package var line: String { "\(String(display: method)) \(origin.text)\(String(display: target))" }

    /// For people, without the query's values.
    package var place: String {
        "\(String(display: method)) \(origin.text)\(String(display: target.prefix { $0 != UInt8(ascii: "?") }))"
    }
}

/// Stands for a request: 128 bits, keyed anew by each process, so that no two requests of a tape share them by accident
/// or by design.
struct RequestDigest: Hashable, Sendable {
    let high: Int
    let low: Int
}

/// Finds recorded answers: the same request gets the recorded answers one after the other, each once.
///
/// Of each request it keeps some forty bytes, not the request: whoever has the tape shows it again to explain a miss.
package struct ReplayIndex: Sendable {
    private struct Entry {
        let number: Int
        let path: Int
        /// The next entry with the same request; -1 for none.
        var next: Int32 = -1
        var isPlayed = false
    }

    /// The entries of one request, first to last, and the one to play next.
    private struct Chain {
        let first: Int32
        var last: Int32
        var next: Int32
    }

    private var chains: [RequestDigest: Chain] = [:]
    private var entries: [Entry] = []
    /// Nil where only equal requests are answered.
    private var alike: AlikeRequests?
    /// Hits that are not the very request.
    package private(set) var alikeCount = 0

    /// - Parameter answersAlike: gives a request that is not on the tape the recorded answer of the most alike one that
    ///   has not been played: same method, same origin, same path where there is one. For runs under another identity
    ///   than the tape's.
    package init(answersAlike: Bool = false) {
        alike = answersAlike ? AlikeRequests() : nil
    }

    /// Makes room for so many more exchanges.
    package mutating func reserve(_ count: Int) {
        entries.reserveCapacity(entries.count + count)
        chains.reserveCapacity(chains.count + count)
    }

    /// Adds an exchange, in the order of the tape; gives its place, or nil if it cannot be played.
    package mutating func add(_ recorded: RecordedRequest) -> Int? {
        guard let request = ComparableRequest(recorded), let place = Int32(exactly: entries.count) else { return nil }
        entries.append(Entry(number: recorded.number, path: ReplayIndex.path(request)))
        alike?.add(request, at: Int(place))
        let key = request.digest
        if let index = chains.index(forKey: key) {
            let last = chains.values[index].last
            entries[Int(last)].next = place
            chains.values[index].last = place
            if chains.values[index].next < 0 { chains.values[index].next = place }
        } else {
            chains[key] = Chain(first: place, last: place, next: place)
        }
        return Int(place)
    }

    package enum Outcome: Sendable {
        /// The place of the exchange to play.
        case hit(Int)
        case miss(ReplayMiss)
    }

    /// - Parameter recorded: the request at a place, read from the tape to explain a miss; nil when it cannot be read
    ///   any more.
    package mutating func match(
        _ request: ComparableRequest, recorded: (Int) -> ComparableRequest?
    ) -> Outcome {
        if let place = equal(request) {
            entries[place].isPlayed = true
            return .hit(place)
        }
        if let place = alike?.nearest(to: request, isPlayed: { entries[$0].isPlayed }, recorded: recorded) {
            entries[place].isPlayed = true
            alikeCount += 1
            return .hit(place)
        }
        return .miss(unanswered(request, recorded: recorded))
    }

    /// The next recording of the very request.
    private mutating func equal(_ request: ComparableRequest) -> Int? {
        guard let index = chains.index(forKey: request.digest) else { return nil }
        var place = Int(chains.values[index].next)
        // It may have been played for an alike one.
        while place >= 0, entries[place].isPlayed { place = Int(entries[place].next) }
        chains.values[index].next = Int32(place)
        guard place >= 0 else { return nil }
        chains.values[index].next = entries[place].next
        return place
    }

    /// Takes back a hit whose answer the client could not take; it may come again with another offer.
    package mutating func putBack(_ place: Int, _ request: ComparableRequest, because why: String) -> ReplayMiss {
        entries[place].isPlayed = false
        if let chain = chains.index(forKey: request.digest), isLinked(place, chains.values[chain].first) {
            chains.values[chain].next = Int32(place)
        } else {
            alikeCount -= 1
        }
        var miss = ReplayMiss(request: request, exhausted: [], nearest: [])
        miss.unfit = UnfitAnswer(number: entries[place].number, why: why)
        return miss
    }

    private func isLinked(_ place: Int, _ first: Int32) -> Bool {
        var entry = Int(first)
        while entry >= 0, entry != place { entry = Int(entries[entry].next) }
        return entry == place
    }

    /// Of a request whose recordings are all played, their numbers; of any other the nearest ones.
    private func unanswered(_ request: ComparableRequest, recorded: (Int) -> ComparableRequest?) -> ReplayMiss {
        guard let chain = chains[request.digest], chain.next < 0 else {
            return miss(request, recorded: recorded)
        }
        var used: [Int] = []
        var entry = chain.first
        while entry >= 0 {
            used.append(entries[Int(entry)].number)
            entry = entries[Int(entry)].next
        }
        return ReplayMiss(request: request, exhausted: used, nearest: [])
    }

    /// The number of the exchange at a place.
    package func number(at place: Int) -> Int { entries[place].number }

    /// Numbers of the exchanges that nobody asked for.
    package var unplayed: [Int] { entries.lazy.filter { !$0.isPlayed }.map(\.number) }

    private static func path(_ request: ComparableRequest) -> Int {
        let end = request.target.firstIndex(of: UInt8(ascii: "?")) ?? request.target.count
        var hasher = Hasher()
        request.target.withUnsafeBytes { hasher.combine(bytes: UnsafeRawBufferPointer(rebasing: $0[..<end])) }
        return hasher.finalize()
    }

    /// The most alike recorded requests, at most three.
    package func miss(_ request: ComparableRequest, recorded: (Int) -> ComparableRequest?) -> ReplayMiss {
        let path = ReplayIndex.path(request)
        let samePath = entries.indices.lazy.filter { entries[$0].path == path }.prefix(ReplayMiss.candidateLimit)
        let candidates = samePath.isEmpty ? Array(entries.indices.prefix(ReplayMiss.candidateLimit)) : Array(samePath)
        let scored = candidates.compactMap { place -> NearRequest? in
            guard let there = recorded(place) else { return nil }
            let difference = RequestDifference(recorded: there, asked: request)
            return NearRequest(
                number: entries[place].number, request: there, difference: difference,
                isPlayed: entries[place].isPlayed)
        }
        let nearest = scored.sorted { ($0.difference.weight, $0.number) < ($1.difference.weight, $1.number) }.prefix(3)
        return ReplayMiss(request: request, exhausted: [], nearest: Array(nearest))
    }
}
