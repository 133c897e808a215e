/// Finds for each request of one run its partner in another: of the same host and method, and of the same path where
/// there is one; of several the most alike, and of equals the earliest.
struct RunAlignment {
    /// For each request of the first run, the position of its partner in the second.
    private(set) var partners: [Int?]
    /// Positions in the second run of requests without a partner, in order.
    private(set) var left: [Int] = []

    /// Requests of the same host, method and path that are looked at for the most alike one.
    static let candidateLimit = 64

    private struct Group: Hashable {
        let host: String
        let method: String
        /// Nil where only the number of its segments counts.
        let path: String?
        let segments: Int
    }

    init(_ first: [SentRequest], _ second: [SentRequest]) {
        partners = Array(repeating: nil, count: first.count)
        var free = Array(second.indices)
        for byPath in [true, false] {
            var waiting: [Group: [Int]] = [:]
            for place in free { waiting[Self.group(second[place], byPath: byPath), default: []].append(place) }
            for place in first.indices where partners[place] == nil {
                let group = Self.group(first[place], byPath: byPath)
                guard let candidates = waiting[group], !candidates.isEmpty else { continue }
                let nearest = Self.nearest(first[place], candidates, in: second)
                partners[place] = candidates[nearest]
                waiting[group]?.remove(at: nearest)
            }
            free = waiting.values.flatMap(\.self).sorted()
        }
        left = free
    }

    private static func group(_ request: SentRequest, byPath: Bool) -> Group {
        Group(
            host: request.host, method: request.method, path: byPath ? request.path : nil,
            segments: request.segmentCount)
    }

    /// The position among the candidates of the most alike one.
    private static func nearest(_ request: SentRequest, _ candidates: [Int], in run: [SentRequest]) -> Int {
        var best = (place: 0, distance: Int.max)
        for (place, candidate) in candidates.prefix(candidateLimit).enumerated() {
            let distance = distance(request, run[candidate])
            if distance < best.distance { best = (place, distance) }
            if distance == 0 { break }
        }
        return best.place
    }

    /// A place that one alone has tells requests apart more than another value does.
    private static func distance(_ a: SentRequest, _ b: SentRequest) -> Int {
        var distance = 0
        var shared = 0
        for (place, value) in a.values {
            if let other = b.values[place] {
                shared += 1
                if value != other { distance += 1 }
            } else {
                distance += 3
            }
        }
        return distance + 3 * (b.values.count - shared)
    }
}
