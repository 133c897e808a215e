package import SDKContracts

/// MK-094: Does every beacon with location also carry visitor_id?
package struct LocationInUntrackedBeacon: Rule {
    package static let description = RuleDescription(
        code: "MK-094", slug: "location-in-untracked-beacon", family: .location, severity: .p0,
        clause: Clause("§5", "A localização só vai em beacon rastreado"),
        question: "Does every beacon with location also carry visitor_id?",
        needs: [.ownContent],
        explanation: RuleExplanation(
            what: """
                A beacon with latitude or longitude has visitor_id with a value. While tracking is off \
                (MK-065), in a refused zone (MK-075) and in a child-directed app (MK-083) location is wrong in \
                itself.
                """,
            why: "A tracked beacon is one whose person has not refused; without the ID nothing shows that.",
            evidenceNeeded: "A beacon with location.",
            example: "POST /beacon {\"lat\":-23.55,\"lon\":-46.63} without visitor_id: fail."))

    private var log = RuleLog()

    package init() {}

    package var findings: [Finding] { log.findings }

    package mutating func see(_ sighting: Sighting, _ evidence: Evidence) {
        guard evidence.isBeacon(sighting) || evidence.isMarkupPixel(sighting), !evidence.isUntracked(sighting),
            evidence.refusingFill(of: sighting) == nil
        else { return }
        let location = evidence.locationFields(sighting)
        guard !location.isEmpty else { return }
        let isTracked = sighting.fields(.visitorID).contains { !$0.value.isEmpty }
        log.forbid(
            isTracked ? [] : location, in: sighting, evidence, Self.description,
            message: "a beacon without visitor_id carries location",
            toDo: "add location only where visitor_id is added")
    }

    package func finish(_ evidence: Evidence) -> RuleVerdict {
        log.verdict("beacons with location", wouldShow: "a beacon with latitude and longitude would show it")
    }
}
