import SDKContracts

/// The comparison under way: partners are looked for, then their places are held side by side.
struct Comparison {
    typealias Place = SentRequest.Place

    private let runs: [[SentRequest]]

    private(set) var findings: [Covariation.Finding] = []
    private(set) var variations: [Covariation.Variation] = []
    private(set) var followed: [Place: Int] = [:]
    private(set) var aligned = (first: 0, third: 0)
    private(set) var all = (first: 0, third: 0)
    /// What follows the identity at the first party: under each identity the values, with their names.
    private(set) var identities: (a: [[UInt8]: String], b: [[UInt8]: String]) = ([:], [:])

    private struct Spot: Hashable {
        let isFirstParty: Bool
        let host: String
        let method: String
        let path: String?
        let place: Place?
    }

    private var findingAt: [Spot: Int] = [:]
    private var variationAt: [Spot: Int] = [:]
    private var counts: [Spot: Covariation.CountDifference] = [:]
    /// The paths that each identity asks for.
    private let asked: (a: Set<Spot>, b: Set<Spot>)

    /// - Parameter runs: A, again A, B, again B.
    init(_ runs: [[SentRequest]]) {
        self.runs = runs
        asked = (Set(runs[0].map(Self.path)), Set(runs[2].map(Self.path)))
    }

    var countDifferences: [Covariation.CountDifference] {
        counts.values.sorted { ($0.host, $0.path, $0.method) < ($1.host, $1.path, $1.method) }
    }

    mutating func compare() {
        let again = RunAlignment(runs[0], runs[1])
        let other = RunAlignment(runs[0], runs[2])
        let otherAgain = RunAlignment(runs[0], runs[3])
        for place in runs[0].indices {
            let request = runs[0][place]
            count(request)
            let partners = (
                again.partners[place].map { runs[1][$0] }, other.partners[place].map { runs[2][$0] },
                otherAgain.partners[place].map { runs[3][$0] }
            )
            switch partners {
            case (let a2?, let b?, let b2?):
                if request.isFirstParty { aligned.first += 1 } else { aligned.third += 1 }
                compare(request, a2, b, b2)
            case (let a2?, nil, nil):
                add(request, .a, Covariation.Numbers(a: request.number, a2: a2.number))
            default: vary(request, nil)
            }
        }
        for place in again.left {
            count(runs[1][place])
            vary(runs[1][place], nil)
        }
        // What B has besides is its own where both runs of B have it.
        let (rest, restAgain) = (other.left.map { runs[2][$0] }, otherAgain.left.map { runs[3][$0] })
        let own = RunAlignment(rest, restAgain)
        for (request, partner) in zip(rest, own.partners) {
            count(request)
            if let partner {
                add(request, .b, Covariation.Numbers(b: request.number, b2: restAgain[partner].number))
            } else {
                vary(request, nil)
            }
        }
        for place in own.left {
            count(restAgain[place])
            vary(restAgain[place], nil)
        }
    }

    private mutating func count(_ request: SentRequest) {
        if request.isFirstParty { all.first += 1 } else { all.third += 1 }
    }

    private mutating func compare(_ a: SentRequest, _ a2: SentRequest, _ b: SentRequest, _ b2: SentRequest) {
        let numbers = Covariation.Numbers(a: a.number, a2: a2.number, b: b.number, b2: b2.number)
        let places = Set(a.values.keys).union(a2.values.keys).union(b.values.keys).union(b2.values.keys)
        let all = [a, a2, b, b2]
        for place in places.sorted() {
            // Where a name is missing the rest of its part is another one for that, which is told already.
            if place.isRest,
                places.contains(where: { name in
                    place.isRest(of: name) && all.contains { $0.values[name] == nil }
                })
            {
                continue
            }
            let (one, other) = (a.values[place], b.values[place])
            guard one == a2.values[place], other == b2.values[place] else {
                vary(a, place)
                continue
            }
            guard one != other else { continue }
            if a.isFirstParty {
                followed[place, default: 0] += 1
                if !place.isRest {
                    if let one { identities.a[one] = identities.a[one] ?? place.name }
                    if let other { identities.b[other] = identities.b[other] ?? place.name }
                }
            } else {
                add(a, .value(place, a: one, b: other), at: place, numbers)
            }
        }
    }

    // MARK: Telling

    private static func path(_ request: SentRequest) -> Spot {
        Spot(
            isFirstParty: request.isFirstParty, host: request.host, method: request.method, path: request.path,
            place: nil)
    }

    private mutating func vary(_ request: SentRequest, _ place: Place?) {
        let spot = Spot(
            isFirstParty: request.isFirstParty, host: request.host, method: place == nil ? request.method : "",
            path: nil, place: place)
        if let index = variationAt[spot] {
            variations[index].requestCount += 1
        } else {
            variationAt[spot] = variations.count
            variations.append(
                Covariation.Variation(
                    isFirstParty: request.isFirstParty, host: request.host, place: place, first: request.number))
        }
    }

    /// A request of one identity alone. Where the other asks for the same path besides, only how often differs.
    private mutating func add(_ request: SentRequest, _ identity: Covariation.Identity, _ numbers: Covariation.Numbers)
    {
        guard !request.isFirstParty else { return }
        let path = Self.path(request)
        if asked.a.contains(path), asked.b.contains(path) {
            counts[path] = Covariation.CountDifference(
                host: request.host, method: request.method, path: request.path, a: times(path, runs[0]),
                b: times(path, runs[2]))
        } else {
            add(request, .request(identity), at: nil, numbers)
        }
    }

    /// The path without what follows the identity in it: so many requests are told as one.
    private static func shape(_ request: SentRequest, _ kind: Covariation.Kind) -> String {
        switch kind {
        case .request(let identity): return "\(request.segmentCount) segments under \(identity.rawValue)"
        case .value(let place, _, _):
            guard place.surface == .path else { return request.path }
            return request.path.split(separator: "/", omittingEmptySubsequences: false).enumerated()
                .map { "\($0)" == place.name ? "" : String($1) }.joined(separator: "/")
        }
    }

    private func times(_ path: Spot, _ run: [SentRequest]) -> Int { run.count { Self.path($0) == path } }

    private mutating func add(
        _ request: SentRequest, _ kind: Covariation.Kind, at place: Place?, _ numbers: Covariation.Numbers
    ) {
        let spot = Spot(
            isFirstParty: false, host: request.host, method: request.method, path: Self.shape(request, kind),
            place: place)
        if let index = findingAt[spot] {
            findings[index].requestCount += 1
        } else {
            findingAt[spot] = findings.count
            findings.append(
                Covariation.Finding(
                    host: request.host, method: request.method, path: request.path, kind: kind, explanation: nil,
                    numbers: numbers))
        }
    }
}
