package import SDKContracts

/// MK-061: Does an app that starts with tracking off never have a visitor_id?
package struct VisitorIDThoughNeverTracked: Rule {
    package static let description = RuleDescription(
        code: "MK-061", slug: "visitor-id-though-never-tracked", family: .optOut, severity: .p0,
        clause: Clause("§5", "um app que já começa com a recusa nunca gera o UUID"),
        question: "Does an app that starts with tracking off never have a visitor_id?",
        related: ["MK-060", "MK-062"],
        needs: [.ownContent],
        explanation: RuleExplanation(
            what: """
                Where tracking is marked off before the first request, no first-party request of that process \
                has visitor_id.
                """,
            why: "The UUID must not even be generated; a request that has one proves that it was.",
            evidenceNeeded: "A mark tracking=off before the first exchange, and first-party requests.",
            example: "tracking=off, then GET /serve?visitor_id=...: fail."))

    private var log = RuleLog()

    package init() {}

    package var findings: [Finding] { log.findings }

    package mutating func see(_ sighting: Sighting, _ evidence: Evidence) {
        guard evidence.optOutConcern(of: sighting) == .fromTheStart else { return }
        log.forbid(
            evidence.visitorFields(sighting), in: sighting, evidence, Self.description,
            message: "visitor_id is sent although tracking was off from the start",
            toDo: "apply the refusal before any ID is generated")
    }

    package func finish(_ evidence: Evidence) -> RuleVerdict {
        if evidence.finalState.tracking == nil, evidence.finalState.optOutCount == 0 {
            return .needsConfig("mark tracking=off where the app turned tracking off (or tracking=on if it never did)")
        }
        return log.verdict(
            "requests while off", wouldShow: "a recording that begins with the mark tracking=off would show it")
    }
}
