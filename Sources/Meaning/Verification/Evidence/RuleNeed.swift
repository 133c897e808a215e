import CassetteFormat
import SDKContracts

/// What a rule's verdict rests on that a file of another tool may have lost.
package enum RuleNeed: String, Sendable, Hashable, CaseIterable {
    /// The targets of first-party requests, byte for byte.
    case ownTargets = "the targets of first-party requests as they were sent"
    case otherTargets = "the targets of third-party requests as they were sent"
    case ownContent = "the content of first-party requests"
    case otherContent = "the content of third-party requests"
    /// The answers that tell URLs: of `/serve`, and VAST and VMAP of whatever host.
    case adDocuments = "the documents that answer ad requests"
    case redirects = "the redirects and their Location"
    case cookies = "the Cookie fields"
    case times = "the times of first-party requests"

    /// What stands in for it.
    private var losses: TapeLosses {
        switch self {
        case .ownTargets, .otherTargets: .target
        case .ownContent, .otherContent: [.requestContent, .requestBytes]
        case .adDocuments: [.answerContent, .answerBytes]
        case .redirects: [.redirect, .location]
        case .cookies: .cookies
        case .times: .times
        }
    }

    /// What the tape lost of this for one exchange.
    func lost(of sighting: Sighting) -> TapeLosses {
        let lost = sighting.exchange.losses.intersection(losses)
        guard !lost.isEmpty, concerns(sighting) else { return [] }
        return lost
    }

    /// What the tape lost of this for all exchanges.
    func lost(of whole: TapeLosses) -> TapeLosses { whole.intersection(losses) }

    private func concerns(_ sighting: Sighting) -> Bool {
        switch self {
        case .ownTargets, .ownContent, .times: sighting.isFirstParty
        case .otherTargets, .otherContent: sighting.isThirdParty
        case .adDocuments:
            sighting.role == .serve || sighting.role.isVAST || sighting.role.isVMAP
                || (sighting.answerKind == .xml && !sighting.isFirstParty)
        case .redirects, .cookies: true
        }
    }
}

/// What the tapes of a recording have lost of what rules need.
struct LostEvidence: Sendable {
    private struct Loss {
        let first: Int
        var count = 1
    }

    /// By each need, and for all exchanges.
    private var losses: [RuleNeed: Loss] = [:]
    private var whole: TapeLosses = []
    /// Words of the first gap in which exchanges began, and how many more there are.
    private var gap: (text: String, more: Int)?

    mutating func add(_ whole: TapeLosses) { self.whole.formUnion(whole) }

    /// Exchanges that began in a gap are not on the tape, whatever they were.
    mutating func add(gap text: String) {
        if gap == nil { gap = (text, 0) } else { gap?.more += 1 }
    }

    mutating func see(_ sighting: Sighting) {
        guard !sighting.exchange.losses.isEmpty else { return }
        for need in RuleNeed.allCases {
            guard !need.lost(of: sighting).isEmpty else { continue }
            if losses[need] == nil { losses[need] = Loss(first: sighting.number) } else { losses[need]?.count += 1 }
        }
    }

    /// The verdict, unless it rests on what was lost. A breach stays where its bytes are there and are the wire's.
    func checked(_ verdict: RuleVerdict, of rule: RuleDescription) -> RuleVerdict {
        checkedForGaps(checkedForLosses(verdict, of: rule))
    }

    /// A breach might have passed in a gap, and so might the thing that is missed.
    private func checkedForGaps(_ verdict: RuleVerdict) -> RuleVerdict {
        guard let gap else { return verdict }
        let more = gap.more > 0 ? " (and \(gap.more) more)" : ""
        let why = "\(gap.text)\(more); a recording without one would show it"
        switch verdict.outcome {
        case .pass: return .notObserved("\(verdict.reason), without a breach; but \(why)")
        case .fail:
            let kept = verdict.findings.filter { !$0.places.isEmpty }
            guard kept.count < verdict.findings.count else { return verdict }
            return kept.isEmpty ? .notObserved(why) : .fail(kept, remarks: verdict.remarks + [why])
        case .notObserved, .notApplicable, .needsConfig: return verdict
        }
    }

    private func checkedForLosses(_ verdict: RuleVerdict, of rule: RuleDescription) -> RuleVerdict {
        guard !rule.needs.isEmpty, !(losses.isEmpty && whole.isEmpty) else { return verdict }
        switch verdict.outcome {
        case .pass: return missing(rule).map { .notObserved($0) } ?? verdict
        case .fail:
            let kept = verdict.findings.filter { !isLost($0, of: rule) }
            guard kept.count < verdict.findings.count else { return verdict }
            let why = missing(rule) ?? ""
            return kept.isEmpty ? .notObserved(why) : .fail(kept, remarks: verdict.remarks + [why])
        case .notObserved, .notApplicable, .needsConfig: return verdict
        }
    }

    private func isLost(_ finding: Finding, of rule: RuleDescription) -> Bool {
        rule.needs.contains { need in
            let lost = (finding.lost[need] ?? []).union(need.lost(of: whole))
            guard !lost.isEmpty else { return false }
            return finding.places.isEmpty || !lost.isDisjoint(with: .altering)
        }
    }

    private func missing(_ rule: RuleDescription) -> String? {
        let parts = rule.needs.compactMap { need -> String? in
            if !need.lost(of: whole).isEmpty { return "\(need.rawValue) (of every exchange)" }
            guard let loss = losses[need] else { return nil }
            let more = loss.count > 1 ? " and \(loss.count - 1) more" : ""
            return "\(need.rawValue) (of #\(loss.first)\(more))"
        }
        guard !parts.isEmpty else { return nil }
        return "the file does not tell \(parts.joined(separator: ", nor ")); a recording by fita would show it"
    }
}
