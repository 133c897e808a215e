import LeakSearch

/// What follows the identity at whom, by four runs of one command on one tape: two under identity A, two under B.
package struct Covariation: Sendable {
    package enum Identity: String, Sendable, Hashable, CaseIterable {
        case a = "A"
        case b = "B"
    }

    /// The numbers of partners on the tapes of the runs; nil where a run has none.
    package struct Numbers: Sendable, Hashable {
        package var a: Int?
        package var a2: Int?
        package var b: Int?
        package var b2: Int?
    }

    /// A known disguise of a value that follows the identity at the first party too: `fita leaks` finds it as well.
    package struct Explanation: Sendable, Hashable {
        /// The name under which the first party gets the value.
        package let value: String
        /// `base64 > sha256(lower)`.
        package let path: String
    }

    package enum Kind: Sendable, Hashable {
        /// A place that holds something else under the other identity; nil where it is not there.
        case value(SentRequest.Place, a: [UInt8]?, b: [UInt8]?)
        /// A request that is made under one identity alone.
        case request(Identity)
    }

    /// Something at a third party that follows the identity; told once for all requests of a path.
    package struct Finding: Sendable, Hashable {
        package let host: String
        package let method: String
        package let path: String
        /// As it was first.
        package let kind: Kind
        package let explanation: Explanation?
        /// Of the first request.
        package let numbers: Numbers
        package internal(set) var requestCount = 1
    }

    /// What differs between two runs of one identity: whether it follows the identity besides cannot be told.
    package struct Variation: Sendable, Hashable {
        package let isFirstParty: Bool
        package let host: String
        /// Nil for a request that some runs alone have.
        package let place: SentRequest.Place?
        package let first: Int
        package internal(set) var requestCount = 1
    }

    /// How often the identities ask for the same thing, where they differ in that alone.
    package struct CountDifference: Sendable, Hashable {
        package let host: String
        package let method: String
        package let path: String
        package internal(set) var a = 0
        package internal(set) var b = 0
    }

    /// At third parties, by the order in run A.
    package private(set) var findings: [Finding] = []
    package private(set) var moreFindings = 0
    package private(set) var variations: [Variation] = []
    package private(set) var moreVariations = 0
    package private(set) var countDifferences: [CountDifference] = []
    /// Places at the first party that follow the identity, by name, and in how many requests.
    package private(set) var followed: [(place: SentRequest.Place, requestCount: Int)] = []
    /// Requests to third parties that all four runs have, and all that any has.
    package private(set) var alignedCount = 0
    package private(set) var thirdPartyCount = 0
    package private(set) var firstPartyAlignedCount = 0
    package private(set) var firstPartyCount = 0
    /// Not compared: not on the tapes, no requests, or beyond the limit.
    package let unreadCount: Int
    package let droppedCount: Int

    package static let mostFindings = 1_000
    package static let mostVariations = 1_000

    package enum Answer: Sendable, Hashable {
        case follows
        case nothingFollows
        /// The first party got the same bytes under both identities: the command has not taken the identity up, or has
        /// one of its own in each run.
        case identityUnseen
        /// No request to a third party is in all four runs.
        case nothingCompared
    }

    package var answer: Answer {
        if !findings.isEmpty { return .follows }
        if followed.isEmpty { return .identityUnseen }
        return alignedCount == 0 ? .nothingCompared : .nothingFollows
    }

    /// - Parameters:
    ///   - a: the runs under the one identity.
    ///   - b: those under the other.
    package init(a: (ReplayedRun, ReplayedRun), b: (ReplayedRun, ReplayedRun)) {
        let runs = [a.0, a.1, b.0, b.1]
        unreadCount = runs.reduce(0) { $0 + $1.unreadCount }
        droppedCount = runs.reduce(0) { $0 + $1.droppedCount }
        var comparison = Comparison(runs.map(\.requests))
        comparison.compare()
        followed = comparison.followed.map { ($0.key, $0.value) }.sorted { ($1.1, $0.0) < ($0.1, $1.0) }
        alignedCount = comparison.aligned.third
        thirdPartyCount = comparison.all.third
        firstPartyAlignedCount = comparison.aligned.first
        firstPartyCount = comparison.all.first
        countDifferences = comparison.countDifferences
        variations = Array(comparison.variations.prefix(Self.mostVariations))
        moreVariations = comparison.variations.count - variations.count
        let explainers = (
            Explainer(comparison.identities.a, a.0.appValues), Explainer(comparison.identities.b, b.0.appValues)
        )
        findings = comparison.findings.prefix(Self.mostFindings).map { finding in
            let (a, b) = Self.shown(finding)
            return Finding(
                host: finding.host, method: finding.method, path: finding.path, kind: finding.kind,
                explanation: explainers.0.explanation(of: a) ?? explainers.1.explanation(of: b),
                numbers: finding.numbers, requestCount: finding.requestCount)
        }
        moreFindings = comparison.findings.count - findings.count
    }

    /// The bytes that follow, under each identity.
    private static func shown(_ finding: Finding) -> (a: [UInt8]?, b: [UInt8]?) {
        switch finding.kind {
        case .value(_, let a, let b): (a, b)
        case .request(.a): (Array((finding.host + finding.path).utf8), nil)
        case .request(.b): (nil, Array((finding.host + finding.path).utf8))
        }
    }
}

/// Knows the values of one identity in every form that the search for leaks knows.
private struct Explainer {
    private let search: DisguiseSearch

    init(_ identities: [[UInt8]: String], _ appValues: [String: [UInt8]]) {
        let sought = identities.filter { $0.key.count >= SoughtValue.shortest }.map { SoughtValue($0.value, $0.key) }
            .sorted { ($0.name, $0.bytes.count) < ($1.name, $1.bytes.count) }
        search = DisguiseSearch(sought, salts: appValues.sorted { $0.key < $1.key }.map { KnownSalt($0.key, $0.value) })
    }

    func explanation(of value: [UInt8]?) -> Covariation.Explanation? {
        guard let value, !value.isEmpty else { return nil }
        let found = search.search(value, wholeValues: [0..<value.count]).appearances
        return found.first { $0.strength > .weak }.map { Covariation.Explanation(value: $0.value, path: $0.path) }
    }
}
