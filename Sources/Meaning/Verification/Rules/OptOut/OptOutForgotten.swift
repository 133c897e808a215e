package import SDKContracts

/// MK-062: Does the refusal survive a new launch of the app?
package struct OptOutForgotten: Rule {
    package static let description = RuleDescription(
        code: "MK-062", slug: "opt-out-forgotten", family: .optOut, severity: .p0,
        clause: Clause("§5", "A escolha fica gravada e vale nas próximas aberturas do app"),
        question: "Does the refusal survive a new launch of the app?",
        related: ["MK-060", "MK-061"],
        needs: [.ownContent],
        explanation: RuleExplanation(
            what: """
                After tracking was turned off, processes that start later send no visitor_id until tracking is \
                turned on.
                """,
            why: "A refusal that lasts until the next launch is none.",
            evidenceNeeded: """
                A mark tracking=off, then requests of another process (another session_id, or a launch mark).
                """,
            example: "tracking=off in session A; session B sends visitor_id: fail."))

    private var log = RuleLog()

    package init() {}

    package var findings: [Finding] { log.findings }

    package mutating func see(_ sighting: Sighting, _ evidence: Evidence) {
        guard evidence.optOutConcern(of: sighting) == .afterRelaunch else { return }
        log.forbid(
            evidence.visitorFields(sighting), in: sighting, evidence, Self.description,
            message: "visitor_id is sent again by a later process",
            toDo: "store the refusal and read it before anything is sent")
    }

    package func finish(_ evidence: Evidence) -> RuleVerdict {
        if evidence.finalState.tracking == nil, evidence.finalState.optOutCount == 0 {
            return .needsConfig("mark tracking=off where the app turned tracking off (or tracking=on if it never did)")
        }
        return log.verdict("requests while off", wouldShow: "a later launch after the mark tracking=off would show it")
    }
}
