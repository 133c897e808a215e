package import SDKContracts

/// MK-065: Is no location sent while tracking is off?
package struct LocationWhileOptedOut: Rule {
    package static let description = RuleDescription(
        code: "MK-065", slug: "location-while-opted-out", family: .optOut, severity: .p0,
        clause: Clause(
            "§5",
            "A localização só vai em beacon rastreado: com setTrackingEnabled(false)"
        ),
        question: "Is no location sent while tracking is off?",
        needs: [.ownContent],
        explanation: RuleExplanation(
            what: "While tracking is marked off, no first-party request has latitude or longitude.",
            why: "A coordinate with a time is as good as an identifier.",
            evidenceNeeded: """
                A mark tracking=off, first-party requests after it, and a sign that the app collects location \
                at all.
                """,
            example: "After tracking=off, POST /beacon {\"lat\":-23.55,...}: fail."))

    private var log = RuleLog()

    package init() {}

    package var findings: [Finding] { log.findings }

    package mutating func see(_ sighting: Sighting, _ evidence: Evidence) {
        guard evidence.isSDKRequest(sighting), evidence.isOptedOut(sighting), !evidence.isChildDirected(sighting) else {
            return
        }
        log.forbid(
            evidence.locationFields(sighting), in: sighting, evidence, Self.description,
            message: "location is sent while tracking is off",
            toDo: "send location only in beacons that also carry visitor_id")
    }

    package func finish(_ evidence: Evidence) -> RuleVerdict {
        if evidence.finalState.tracking == nil, evidence.finalState.optOutCount == 0 {
            return .needsConfig("mark tracking=off where the app turned tracking off (or tracking=on if it never did)")
        }
        if !evidence.collectsLocation {
            return .notObserved(
                "location was never collected: the mark collect_location=1 or a coordinate would show it")
        }
        return log.verdict("requests", wouldShow: "a request after the mark tracking=off would show it")
    }
}
