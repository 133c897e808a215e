package import SDKContracts

/// MK-093: Is location sent in beacons only?
package struct LocationOutsideBeacon: Rule {
    package static let description = RuleDescription(
        code: "MK-093", slug: "location-outside-beacon", family: .location, severity: .p0,
        clause: Clause("§5", "A localização só vai em beacon rastreado"),
        question: "Is location sent in beacons only?",
        needs: [.ownContent],
        explanation: RuleExplanation(
            what: """
                Requests of /serve, /vast, /vmap, /click and conversions have no latitude or longitude. While \
                tracking is off, in a refused zone and in a child-directed app other rules speak of location.
                """,
            why: "Location serves to find invalid traffic among counted events; no other request needs it.",
            evidenceNeeded: """
                A first-party request other than a beacon, and a sign that the app collects location at all.
                """,
            example: "GET /serve?lat=-23.55&lon=-46.63: fail."))

    private var log = RuleLog()

    package init() {}

    package var findings: [Finding] { log.findings }

    package mutating func see(_ sighting: Sighting, _ evidence: Evidence) {
        guard evidence.isSDKRequest(sighting), !evidence.isUntracked(sighting),
            evidence.refusingFill(of: sighting) == nil
        else { return }
        switch sighting.role {
        case .serve, .vast, .vmap, .click, .conversion: break
        case .beacon, .other, .none: return
        }
        log.forbid(
            evidence.locationFields(sighting), in: sighting, evidence, Self.description,
            message: "location is sent in a \(sighting.role.name) request",
            toDo: "send location in beacons only")
    }

    package func finish(_ evidence: Evidence) -> RuleVerdict {
        if !evidence.collectsLocation {
            return .notObserved(
                "location was never collected: the mark collect_location=1 or a coordinate would show it")
        }
        return log.verdict("requests other than beacons", wouldShow: "a request of /serve or /click would show it")
    }
}
