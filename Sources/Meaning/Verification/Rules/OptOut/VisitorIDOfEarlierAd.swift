package import SDKContracts

/// MK-064: Do requests about an ad loaded before the opt-out go without visitor_id after it?
package struct VisitorIDOfEarlierAd: Rule {
    package static let description = RuleDescription(
        code: "MK-064", slug: "visitor-id-of-earlier-ad", family: .optOut, severity: .p0,
        clause: Clause(
            "§5", "Recusa do usuário (opt-out)",
            derivation: "the ID does not exist while tracking is off, whatever the ad"),
        question: "Do requests about an ad loaded before the opt-out go without visitor_id after it?",
        related: ["MK-060"],
        needs: [.ownContent],
        explanation: RuleExplanation(
            what: """
                A beacon, pixel or click of an ad that was loaded while tracking was on carries no visitor_id \
                when it is sent after tracking was turned off.
                """,
            why: "The ID must be read when a request is made, not when the ad was loaded.",
            evidenceNeeded: "An ad request, then the mark tracking=off, then a request joined to that ad.",
            example: "/serve, tracking=off, then that ad's impression with visitor_id: fail."))

    private var log = RuleLog()

    package init() {}

    package var findings: [Finding] { log.findings }

    package mutating func see(_ sighting: Sighting, _ evidence: Evidence) {
        guard evidence.optOutConcern(of: sighting) == .earlierAd else { return }
        log.forbid(
            evidence.visitorFields(sighting), in: sighting, evidence, Self.description,
            message: "a request about an ad loaded earlier still has visitor_id",
            toDo: "read the ID when the request is made")
    }

    package func finish(_ evidence: Evidence) -> RuleVerdict {
        if evidence.finalState.tracking == nil, evidence.finalState.optOutCount == 0 {
            return .needsConfig("mark tracking=off where the app turned tracking off (or tracking=on if it never did)")
        }
        return log.verdict(
            "requests while off", wouldShow: "a beacon of an ad loaded before the mark tracking=off would show it")
    }
}
