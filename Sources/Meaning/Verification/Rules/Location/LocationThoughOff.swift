package import SDKContracts

/// MK-090: Is location absent unless the app asked for it to be collected?
package struct LocationThoughOff: Rule {
    package static let description = RuleDescription(
        code: "MK-090", slug: "location-though-off", family: .location, severity: .p0,
        clause: Clause("§5", "GPS — opt-in, default OFF"),
        question: "Is location absent unless the app asked for it to be collected?",
        needs: [.ownContent],
        explanation: RuleExplanation(
            what: """
                Unless the mark collect_location=1 stands before it, no first-party request has latitude or \
                longitude.
                """,
            why: """
                Location is the publisher's choice, made knowingly; a default that sends it takes the choice \
                away.
                """,
            evidenceNeeded: "The mark collect_location=0, or no coordinate on the wire.",
            example: "mark collect_location=0, then POST /beacon {\"lat\":-23.55,...}: fail."))

    private var log = RuleLog()
    /// The first request with location that no mark explains.
    private var undeclared: Int?

    package init() {}

    package var findings: [Finding] { log.findings }

    package mutating func see(_ sighting: Sighting, _ evidence: Evidence) {
        guard evidence.isSDKRequest(sighting) else { return }
        let location = evidence.locationFields(sighting)
        switch sighting.state.collectLocation {
        case true?: return
        case false?:
            log.forbid(
                location, in: sighting, evidence, Self.description,
                message: "location is sent although the app did not ask for it",
                toDo: "read location only where collectLocation is set")
        case nil:
            if location.isEmpty { log.judged += 1 } else { undeclared = undeclared ?? sighting.number }
        }
    }

    package func finish(_ evidence: Evidence) -> RuleVerdict {
        if log.findings.isEmpty, let undeclared {
            return .needsConfig("mark collect_location=1 or 0: #\(undeclared) has a coordinate")
        }
        if log.judged == 0, evidence.finalState.collectLocation == true {
            return .notApplicable("the app is marked collect_location=1")
        }
        return log.verdict("requests", wouldShow: "a first-party request would show it")
    }
}
