import HTTPModel
package import SDKContracts

/// How sure a proposal is.
package enum Confidence: String, Sendable, Hashable, Comparable {
    /// One reading fits.
    case guess
    /// Several signs agree.
    case likely
    /// The guide's own words stand there, or many signs agree.
    case certain

    package static func < (a: Confidence, b: Confidence) -> Bool { a.rank < b.rank }

    private var rank: Int {
        switch self {
        case .guess: 0
        case .likely: 1
        case .certain: 2
        }
    }
}

/// Where a sign stands.
package struct LearningEvidence: Sendable, Hashable {
    package let exchange: Int
    /// Nil where the sign is the request as a whole.
    package let place: EvidencePlace?
}

/// One key of the configuration with the value that a recording speaks for.
package struct Proposal: Sendable, Hashable {
    /// Of ``ConfigurationKey``.
    package let key: String
    package let value: ConfigurationValue
    package let confidence: Confidence
    /// Why, in one sentence without personal values.
    package let reason: String
    /// In the order of the exchanges.
    package let evidence: [LearningEvidence]

    /// `certain, 12 signs: #3 query e, #5 query e, ...`
    package var evidenceText: String {
        let shown = evidence.prefix(4).map { sign in
            "#\(sign.exchange)" + (sign.place.map { " \($0.surface.rawValue) \($0.name)" } ?? "")
        }
        let rest = evidence.count > shown.count ? ", ..." : ""
        let count = "\(evidence.count) sign\(evidence.count == 1 ? "" : "s")"
        return "\(confidence.rawValue), \(count): \(shown.joined(separator: ", "))\(rest)"
    }
}

/// What a recording says of the open names.
package struct ContractProposal: Sendable {
    /// In the order of ``ConfigurationKey/all``.
    package let proposals: [Proposal]
    /// What could not be learned and why, one sentence each.
    package let undecided: [String]
    /// The default configuration with the proposals in it.
    package let configuration: ContractConfiguration

    init(_ proposals: [Proposal], undecided: [String]) {
        let order = Dictionary(uniqueKeysWithValues: ConfigurationKey.all.enumerated().map { ($1.path, $0) })
        self.proposals = proposals.sorted { (order[$0.key] ?? 0) < (order[$1.key] ?? 0) }
        self.undecided = undecided
        var values: [String: ConfigurationValue] = [:]
        for proposal in proposals { values[proposal.key] = proposal.value }
        configuration = ContractConfiguration(values)
    }

    /// The keys that are proposed.
    package var keys: Set<String> { Set(proposals.map(\.key)) }

    /// A `fita.json` with the proposed keys alone.
    package var fragment: [UInt8] { ConfigurationText(configuration, only: keys).bytes }

    /// For people: each key, its evidence, then what is undecided.
    package var explanation: String {
        var lines: [String] = []
        for proposal in proposals {
            lines.append("\(proposal.key) = \(proposal.value.text)")
            lines.append("  \(proposal.reason)")
            lines.append("  \(proposal.evidenceText)")
        }
        if !undecided.isEmpty { lines.append("not learned") }
        lines += undecided.map { "  \($0)" }
        return lines.map { SafeText.text($0) }.joined(separator: "\n") + "\n"
    }
}
