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
    package init?(_ exchange: Exchange) {
        guard let head = exchange.request.head, exchange.ingress != .tunnel else { return nil }
        if case .refused = exchange.end { return nil }
        self.init(
            method: Array(head.methodBytes), origin: exchange.origin, target: ComparableRequest.originForm(head),
            contentType: head.first("content-type"), body: exchange.request.body.payload)
    }

    /// The target without scheme and authority; an empty path is `/` (RFC 9112 §3.2.1).
    package static func originForm(_ head: RequestHead) -> [UInt8] {
        if head.targetBytes.first == UInt8(ascii: "/") { return Array(head.targetBytes) }
        let url = URLBytes(head.targetBytes)
        guard url.host != nil else { return Array(head.targetBytes) }
        let rest = Array(url.bytes[url.path.lowerBound...])
        return rest.first == UInt8(ascii: "/") ? rest : [UInt8(ascii: "/")] + rest
    }

    /// Method, origin, target and body, bytes as they are: nothing is taken for equal that a server could tell apart.
    var key: [UInt8] {
        method + [0x20] + Array(origin.text.utf8) + target + [0x0A] + body
    }

    /// For people.
    package var line: String { "\(String(display: method)) \(origin.text)\(String(display: target))" }
}

/// Finds recorded answers: the same request gets the recorded answers one after the other, each once.
package struct ReplayIndex: Sendable {
    private struct Slot {
        var entries: [Int]
        var next = 0
    }

    private var slots: [[UInt8]: Slot] = [:]
    private var requests: [ComparableRequest] = []
    private var numbers: [Int] = []
    private var isPlayed: [Bool] = []
    private var byPath: [[UInt8]: [Int]] = [:]

    package init() {}

    /// Adds an exchange, in the order of the tape; gives its place, or nil if it cannot be played.
    package mutating func add(_ exchange: Exchange) -> Int? {
        guard let request = ComparableRequest(exchange) else { return nil }
        let place = requests.count
        requests.append(request)
        numbers.append(exchange.number)
        isPlayed.append(false)
        slots[request.key, default: Slot(entries: [])].entries.append(place)
        byPath[ReplayIndex.path(request), default: []].append(place)
        return place
    }

    package enum Outcome: Sendable {
        /// The place of the exchange to play.
        case hit(Int)
        case miss(ReplayMiss)
    }

    package mutating func match(_ request: ComparableRequest) -> Outcome {
        let key = request.key
        guard let index = slots.index(forKey: key) else { return .miss(miss(request)) }
        let next = slots.values[index].next
        guard next < slots.values[index].entries.count else {
            let used = slots.values[index].entries.map { numbers[$0] }
            return .miss(ReplayMiss(request: request, exhausted: used, nearest: []))
        }
        let place = slots.values[index].entries[next]
        slots.values[index].next = next + 1
        isPlayed[place] = true
        return .hit(place)
    }

    /// Numbers of the exchanges that nobody asked for.
    package var unplayed: [Int] {
        zip(numbers, isPlayed).lazy.filter { !$0.1 }.map(\.0)
    }

    package func request(at place: Int) -> ComparableRequest { requests[place] }

    private static func path(_ request: ComparableRequest) -> [UInt8] {
        Array(request.target.prefix { $0 != UInt8(ascii: "?") })
    }

    /// The most alike recorded requests, at most three.
    package func miss(_ request: ComparableRequest) -> ReplayMiss {
        let samePath = byPath[ReplayIndex.path(request)] ?? []
        let candidates = samePath.isEmpty ? Array(requests.indices) : samePath
        let scored = candidates.prefix(ReplayMiss.candidateLimit).map { place in
            let difference = RequestDifference(recorded: requests[place], asked: request)
            return NearRequest(
                number: numbers[place], request: requests[place], difference: difference, isPlayed: isPlayed[place])
        }
        let nearest = scored.sorted { ($0.difference.weight, $0.number) < ($1.difference.weight, $1.number) }.prefix(3)
        return ReplayMiss(request: request, exhausted: [], nearest: Array(nearest))
    }
}
