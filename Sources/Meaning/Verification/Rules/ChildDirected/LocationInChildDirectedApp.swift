package import SDKContracts

/// MK-083: Does a child-directed app send no location?
package struct LocationInChildDirectedApp: Rule {
    package static let description = RuleDescription(
        code: "MK-083", slug: "location-in-child-directed-app", family: .childDirected, severity: .p0,
        clause: Clause("§5", "não lê localização (mesmo com collectLocation = true)"),
        question: "Does a child-directed app send no location?",
        needs: [.ownContent],
        explanation: RuleExplanation(
            what: """
                Where the app is child-directed (a mark, or child_directed=1 in the same process) no first- \
                party request has latitude or longitude.
                """,
            why: "Location of children is what the law protects most.",
            evidenceNeeded: "The mark child_directed=1 or the flag on the wire, and first-party requests.",
            example: "POST /beacon {\"child_directed\":1,\"lat\":-23.55,\"lon\":-46.63}: fail."))

    private var log = RuleLog()

    package init() {}

    package var findings: [Finding] { log.findings }

    package mutating func see(_ sighting: Sighting, _ evidence: Evidence) {
        guard evidence.isSDKRequest(sighting), evidence.isChildDirected(sighting) else { return }
        log.forbid(
            evidence.locationFields(sighting), in: sighting, evidence, Self.description,
            message: "location is sent by a child-directed app",
            toDo: "do not read location where childDirected is set")
    }

    package func finish(_ evidence: Evidence) -> RuleVerdict {
        if log.judged > 0, log.findings.isEmpty, evidence.finalState.collectLocation != true {
            return .notObserved("that location is asked for in vain: the mark collect_location=1 would show it")
        }
        return log.verdict("requests", wouldShow: "a request of a child-directed app would show it")
    }
}
