import IdentityTrace
import SDKContracts

/// The part that rules about third-party requests share: one finding for each request that has breaches of a concern.
struct BoundaryLog {
    var log = RuleLog()

    /// Counts the request as judged and reports its breaches of this concern, if any.
    mutating func see(
        _ sighting: Sighting, _ evidence: Evidence, _ rule: RuleDescription, _ concern: Breach.Concern,
        message: (String) -> String, toDo: String, severity: Severity? = nil
    ) {
        log.judged += 1
        let breaches = evidence.breaches(of: sighting.number).filter { $0.concern == concern }
        guard let first = breaches.first else { return }
        log.findings.append(
            Finding(
                rule, at: sighting, places: breaches.map(\.place), decoded: breaches.compactMap(\.decoded),
                saw: Self.saw(breaches, evidence.values), cause: first.cause,
                message: message(Self.names(breaches, evidence)), toDo: toDo, severity: severity))
    }

    /// The contract's names of what was told, each once.
    static func names(_ breaches: [Breach], _ evidence: Evidence) -> String {
        var names: [String] = []
        for breach in breaches {
            let name = evidence.configuration.name(breach.kind)
            if !names.contains(name) { names.append(name) }
        }
        return names.joined(separator: ", ")
    }

    private static func saw(_ breaches: [Breach], _ values: KnownValues) -> Saw {
        var pieces: [Saw.Piece] = []
        for breach in breaches {
            let name = breach.place.name.isEmpty ? breach.place.surface.rawValue : breach.place.name
            pieces.append(.text((pieces.isEmpty ? "" : " ") + name + "="))
            pieces.append(Saw.value(breach.kind, breach.shown, values))
            if let disguise = breach.disguise { pieces.append(.text(" (\(disguise))")) }
        }
        return Saw(pieces)
    }
}
