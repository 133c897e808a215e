import SDKContracts

/// Finds the rules that speak of a difference between two runs.
struct RunWords {
    let peer: RunProfile.Peer
    let first: RunProfile
    let second: RunProfile
    /// The marks that the runs do not share.
    let changed: Set<String>

    func words(_ kind: RunComparison.Kind) -> [RunComparison.Word] {
        switch kind {
        case .peer(let side): words(peer.party == .first ? ["MK-001"] : ["MK-052"], [side], names: nil, kind: nil)
        case .field(let key, let kind, let side): words(presence(kind), [side], names: [key.name], kind: kind)
        case .values(let key, let kind, _, _): words(change(kind), [.first, .second], names: [key.name], kind: kind)
        }
    }

    /// Findings about these names first; then the rules that are about the field and did not find anything.
    ///
    /// - Parameter names: nil for everything that was sent to the peer.
    private func words(
        _ codes: [String], _ sides: [RunComparison.Side], names: [String]?, kind: FieldKind?
    ) -> [RunComparison.Word] {
        var words: [RunComparison.Word] = []
        func add(_ code: String, _ sense: RunComparison.Word.Sense, _ side: RunComparison.Side) {
            guard !words.contains(where: { $0.code == code && $0.side == side }) else { return }
            words.append(RunComparison.Word(code: code, sense: sense, side: side))
        }
        for side in sides {
            for finding in profile(side).peers[peer]?.findings ?? [] where concerns(finding, names, kind) {
                add(finding.code, .forbids, side)
            }
        }
        // What a rule keeps away in one run is seen in the run that does not send it.
        let others = sides.count == 1 ? [sides[0] == .first ? RunComparison.Side.second : .first] : []
        for code in codes {
            for side in sides where outcome(code, side) == .pass || outcome(code, side) == .fail {
                add(code, .allows, side)
            }
            guard Self.keepingAway.contains(code) else { continue }
            for side in others where outcome(code, side) == .pass { add(code, .demands, side) }
        }
        // Who could not judge is heard where nobody else speaks.
        guard words.isEmpty else { return words }
        for code in codes {
            for side in sides where outcome(code, side) == .notObserved || outcome(code, side) == .needsConfig {
                add(code, .unjudged, side)
            }
        }
        return words
    }

    /// Rules that say when something is not sent.
    private static let keepingAway: Set<String> = [
        "MK-060", "MK-061", "MK-065", "MK-067", "MK-082", "MK-083", "MK-090", "MK-111", "MK-116",
    ]

    private func outcome(_ code: String, _ side: RunComparison.Side) -> RuleVerdict.Outcome? {
        profile(side).judgement.rules.first { $0.rule.code == code }?.verdict.outcome
    }

    private func profile(_ side: RunComparison.Side) -> RunProfile { side == .first ? first : second }

    private func concerns(_ finding: Finding, _ names: [String]?, _ kind: FieldKind?) -> Bool {
        guard let names else { return true }
        if let kind, finding.saw.kinds.contains(kind) { return true }
        return finding.places.contains { names.contains($0.name) }
    }

    private func isChanged(_ keys: String...) -> Bool { keys.contains { changed.contains($0) } }

    /// The rules that say when a field may be sent, as far as the state that differs is theirs.
    private func presence(_ kind: FieldKind?) -> [String] {
        var codes: [String] = []
        switch kind {
        case .visitorID:
            if isChanged("tracking") { codes += ["MK-060", "MK-061"] }
            if isChanged("child_directed") { codes.append("MK-082") }
            if isChanged("cmp", "IABTCF_TCString", "IABTCF_gdprApplies") { codes.append("MK-116") }
            if codes.isEmpty { codes = ["MK-025"] }
        case .latitude, .longitude, .accuracy:
            if isChanged("tracking") { codes.append("MK-065") }
            if isChanged("child_directed") { codes.append("MK-083") }
            if codes.isEmpty || isChanged("collect_location") { codes.append("MK-090") }
        case .sessionID, .clickID: codes = isChanged("tracking") ? ["MK-067"] : []
        case .childDirected: codes = ["MK-080"]
        case .gdpr, .gdprConsent: codes = ["MK-110", "MK-111"]
        case .appBundle, .appName, .appVersion, .sdkVersion: codes = ["MK-020"]
        default: break
        }
        return codes
    }

    /// The rules that say which value a field has.
    private func change(_ kind: FieldKind?) -> [String] {
        switch kind {
        case .visitorID: isChanged("tracking") ? ["MK-063"] : ["MK-025"]
        case .sessionID: ["MK-026"]
        case .clickID: ["MK-174"]
        case .latitude, .longitude: ["MK-091"]
        case .accuracy: ["MK-092"]
        case .childDirected: ["MK-084"]
        case .gdpr: ["MK-112"]
        case .gdprConsent: ["MK-113", "MK-114"]
        case .appBundle, .appName, .appVersion, .sdkVersion: ["MK-021"]
        case .event: ["MK-120"]
        default: []
        }
    }
}
