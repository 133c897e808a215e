package import SDKContracts

/// MK-082: Does a child-directed app send no visitor_id?
package struct VisitorIDInChildDirectedApp: Rule {
    package static let description = RuleDescription(
        code: "MK-082", slug: "visitor-id-in-child-directed-app", family: .childDirected, severity: .p0,
        clause: Clause(
            "§5", "o SDK não gera nem envia o UUID de instalação"),
        question: "Does a child-directed app send no visitor_id?",
        needs: [.ownContent],
        explanation: RuleExplanation(
            what: """
                Where the app is child-directed (a mark, or child_directed=1 in the same process) no first- \
                party request has visitor_id, not even an empty one, also after tracking is turned on.
                """,
            why: "A persistent identifier of a child needs a parent's consent; the SDK promises not to have one.",
            evidenceNeeded: "The mark child_directed=1 or the flag on the wire, and first-party requests.",
            example: "GET /serve?child_directed=1&visitor_id=...: fail."))

    private var log = RuleLog()

    package init() {}

    package var findings: [Finding] { log.findings }

    package mutating func see(_ sighting: Sighting, _ evidence: Evidence) {
        guard evidence.isSDKRequest(sighting), evidence.isChildDirected(sighting) else { return }
        log.forbid(
            evidence.visitorFields(sighting), in: sighting, evidence, Self.description,
            message: "a child-directed app sends visitor_id",
            toDo: "generate no UUID where childDirected is set")
    }

    package func finish(_ evidence: Evidence) -> RuleVerdict {
        if log.judged == 0, evidence.finalState.childDirected == false {
            return .notApplicable("the app is marked child_directed=0")
        }
        return log.verdict(
            "requests of a child-directed app",
            wouldShow: "the mark child_directed=1, or a request that says so, would show it")
    }
}
