package import SDKContracts

/// MK-060: Is visitor_id absent from every request while tracking is off?
package struct VisitorIDWhileOptedOut: Rule {
    package static let description = RuleDescription(
        code: "MK-060", slug: "visitor-id-while-opted-out", family: .optOut, severity: .p0,
        clause: Clause("§2", "Não existe com Metrike.setTrackingEnabled(false)"),
        question: "Is visitor_id absent from every request while tracking is off?",
        related: ["MK-061", "MK-062", "MK-064"],
        needs: [.ownContent],
        explanation: RuleExplanation(
            what: """
                While tracking is marked off, no first-party request has visitor_id: not a value, not an empty \
                one, not null, not zeroes. Ads loaded before (MK-064), later launches (MK-062) and an app that \
                is off from the start (MK-061) have their own rules.
                """,
            why: "The person refused; an identifier that is still sent is tracking against the refusal.",
            evidenceNeeded: "A mark tracking=off, and first-party requests after it.",
            example: "After tracking=off, POST /beacon {\"visitor_id\":null,...}: fail."))

    private var log = RuleLog()

    package init() {}

    package var findings: [Finding] { log.findings }

    package mutating func see(_ sighting: Sighting, _ evidence: Evidence) {
        guard evidence.optOutConcern(of: sighting) == .plain else { return }
        log.forbid(
            evidence.visitorFields(sighting), in: sighting, evidence, Self.description,
            message: "visitor_id is sent while tracking is off",
            toDo: "leave the name out altogether while tracking is off")
    }

    package func finish(_ evidence: Evidence) -> RuleVerdict {
        if evidence.finalState.tracking == nil, evidence.finalState.optOutCount == 0 {
            return .needsConfig("mark tracking=off where the app turned tracking off (or tracking=on if it never did)")
        }
        return log.verdict(
            "requests while off", wouldShow: "a first-party request after the mark tracking=off would show it")
    }
}
