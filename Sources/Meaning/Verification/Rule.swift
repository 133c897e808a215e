package import SDKContracts

/// One statement of the contract, judged over a recording.
///
/// A rule keeps what it has seen in itself; it is used for one recording. It is given every sighting in the order of
/// the numbers, then finishes.
package protocol Rule: Sendable {
    static var description: RuleDescription { get }

    init()

    /// What has been found so far.
    var findings: [Finding] { get }

    mutating func see(_ sighting: Sighting, _ evidence: Evidence)

    func finish(_ evidence: Evidence) -> RuleVerdict
}

extension Rule {
    package var description: RuleDescription { Self.description }
}

/// A rule's answer for one recording.
package struct RuleVerdict: Sendable, Hashable {
    package enum Outcome: String, Sendable, Hashable, CaseIterable {
        case pass, fail
        case notObserved = "not-observed"
        case notApplicable = "not-applicable"
        case needsConfig = "needs-config"
    }

    package let outcome: Outcome
    /// What was judged, what would show it, or which name or mark is missing; one sentence.
    package let reason: String
    package let findings: [Finding]
    /// What the rule saw besides, in no way a breach.
    package var remarks: [String] = []

    package static func pass(_ reason: String, remarks: [String] = []) -> RuleVerdict {
        RuleVerdict(outcome: .pass, reason: reason, findings: [], remarks: remarks)
    }

    /// - Parameter more: findings that were not kept.
    package static func fail(_ findings: [Finding], more: Int = 0, remarks: [String] = []) -> RuleVerdict {
        let count = findings.count
        var words = "\(count) finding\(count == 1 ? "" : "s")"
        if more > 0 { words += ", and \(more) more that are not kept" }
        return RuleVerdict(outcome: .fail, reason: words, findings: findings, remarks: remarks)
    }

    /// `reason` says what would show it.
    package static func notObserved(_ reason: String) -> RuleVerdict {
        RuleVerdict(outcome: .notObserved, reason: reason, findings: [])
    }

    package static func notApplicable(_ reason: String) -> RuleVerdict {
        RuleVerdict(outcome: .notApplicable, reason: reason, findings: [])
    }

    /// `reason` names the missing option or mark.
    package static func needsConfig(_ reason: String) -> RuleVerdict {
        RuleVerdict(outcome: .needsConfig, reason: reason, findings: [])
    }
}

/// What most rules keep: how many things they judged, and what they found.
package struct RuleLog: Sendable {
    package var judged = 0
    /// The first ones, up to ``findingCount``.
    package var findings: [Finding] = [] {
        didSet {
            guard findings.count > Self.findingCount else { return }
            droppedCount += findings.count - Self.findingCount
            findings.removeLast(findings.count - Self.findingCount)
        }
    }
    package private(set) var droppedCount = 0
    package var remarks: [String] = []

    /// Further remarks would tell nothing new.
    static let remarkLimit = 20

    /// So many findings of one rule are kept; further ones are counted.
    package static let findingCount = 10_000

    package init() {}

    /// Fail with findings, pass with something judged, otherwise not observed. `things` names what was judged, in the
    /// plural.
    package func verdict(_ things: String, wouldShow: String) -> RuleVerdict {
        if !findings.isEmpty { return .fail(findings, more: droppedCount, remarks: remarks) }
        if judged == 0 { return .notObserved(wouldShow) }
        return .pass("\(things): \(judged)", remarks: remarks)
    }

    /// The verdict of a rule about outstream ads, besides which so many started whose format nothing told.
    package func outstreamVerdict(_ things: String, wouldShow: String, unnamed: Int) -> RuleVerdict {
        guard unnamed > 0, findings.isEmpty else { return verdict(things, wouldShow: wouldShow) }
        let gap = "name formats.tokens: what the tokens are used for, of \(unnamed) video ad\(unnamed == 1 ? "" : "s")"
        if judged == 0 { return .needsConfig(gap) }
        return .pass("\(things): \(judged)", remarks: remarks + [gap])
    }
}
