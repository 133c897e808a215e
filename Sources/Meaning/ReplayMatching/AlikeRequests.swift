import HTTPModel

/// The recorded requests by whom they went to, for the most alike one of those left.
struct AlikeRequests: Sendable {
    /// Requests looked at for one.
    static let candidateLimit = 64

    /// Hashes; a candidate is compared itself before it is taken.
    private var byPath: [Int: [Int]] = [:]
    private var bySegments: [Int: [Int]] = [:]

    mutating func add(_ request: ComparableRequest, at place: Int) {
        byPath[Self.path(request), default: []].append(place)
        bySegments[Self.segments(request), default: []].append(place)
    }

    /// The place of the most alike one, the earliest of several; nil where none is left of the same method and origin
    /// with as many segments in its path.
    mutating func nearest(
        to request: ComparableRequest, isPlayed: (Int) -> Bool, recorded: (Int) -> ComparableRequest?
    ) -> Int? {
        Self.nearest(in: &byPath, Self.path(request), request, isPlayed, recorded)
            ?? Self.nearest(in: &bySegments, Self.segments(request), request, isPlayed, recorded)
    }

    private static func nearest(
        in places: inout [Int: [Int]], _ key: Int, _ request: ComparableRequest, _ isPlayed: (Int) -> Bool,
        _ recorded: (Int) -> ComparableRequest?
    ) -> Int? {
        guard let all = places[key] else { return nil }
        let left = all.filter { !isPlayed($0) }
        places[key] = left
        var best: (place: Int, weight: Int)?
        for place in left.prefix(candidateLimit) {
            guard let there = recorded(place), there.method == request.method, there.origin == request.origin else {
                continue
            }
            let weight = RequestDifference(recorded: there, asked: request).weight
            if weight < best?.weight ?? .max { best = (place, weight) }
        }
        return best?.place
    }

    private static func site(_ request: ComparableRequest) -> Hasher {
        var hasher = Hasher()
        hasher.combine(request.method)
        hasher.combine(request.origin)
        return hasher
    }

    private static func path(_ request: ComparableRequest) -> Int {
        var hasher = site(request)
        hasher.combine(Array(request.target.prefix { $0 != UInt8(ascii: "?") }))
        return hasher.finalize()
    }

    private static func segments(_ request: ComparableRequest) -> Int {
        var hasher = site(request)
        hasher.combine(request.target.prefix { $0 != UInt8(ascii: "?") }.count { $0 == UInt8(ascii: "/") })
        return hasher.finalize()
    }
}
