package import SDKContracts

/// MK-075: Is no location sent about an ad whose zone refused tracking?
package struct LocationInRefusedZone: Rule {
    package static let description = RuleDescription(
        code: "MK-075", slug: "location-in-refused-zone", family: .zoneRefusal, severity: .p0,
        clause: Clause(
            "§5",
            "numa zona que respondeu tracking: false ou em app infantil (childDirected), ela não é enviada"
        ),
        question: "Is no location sent about an ad whose zone refused tracking?",
        needs: [.ownContent, .adDocuments],
        explanation: RuleExplanation(
            what: """
                A beacon, pixel or click of an ad whose /serve answer says tracking: false has no latitude or \
                longitude.
                """,
            why: "The zone needs a consent that did not come; location needs it no less than the ID.",
            evidenceNeeded: """
                A /serve answer with tracking: false, requests joined to it, and a sign that the app collects \
                location at all.
                """,
            example: "#4 answers {\"tracking\":false}; its impression has lat and lon: fail."))

    private var log = RuleLog()

    package init() {}

    package var findings: [Finding] { log.findings }

    package mutating func see(_ sighting: Sighting, _ evidence: Evidence) {
        guard evidence.isSDKRequest(sighting), !evidence.isUntracked(sighting),
            evidence.refusingFill(of: sighting) != nil
        else { return }
        log.forbid(
            evidence.locationFields(sighting), in: sighting, evidence, Self.description,
            message: "location is sent about an ad whose zone refused tracking",
            toDo: "drop location from the requests of a refused ad")
    }

    package func finish(_ evidence: Evidence) -> RuleVerdict {
        if !evidence.collectsLocation {
            return .notObserved(
                "location was never collected: the mark collect_location=1 or a coordinate would show it")
        }
        return log.verdict(
            "requests", wouldShow: "an answer of /serve with tracking: false, and beacons of that ad, would show it")
    }
}
