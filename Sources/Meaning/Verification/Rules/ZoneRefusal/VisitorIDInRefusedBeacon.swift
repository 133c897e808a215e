package import SDKContracts
import AdTimeline

/// MK-070: Do beacons of an ad whose zone refused tracking go without visitor_id?
package struct VisitorIDInRefusedBeacon: Rule {
    package static let description = RuleDescription(
        code: "MK-070", slug: "visitor-id-in-refused-beacon", family: .zoneRefusal, severity: .p0,
        clause: Clause(
            "§5", "o SDK não manda o ID nos beacons e no clique daquele anúncio"),
        question: "Do beacons of an ad whose zone refused tracking go without visitor_id?",
        needs: [.ownContent, .adDocuments],
        explanation: RuleExplanation(
            what: """
                Beacons and pixels of an ad whose /serve answer says tracking: false have no visitor_id, not \
                even an empty one.
                """,
            why: """
                The zone needs a consent that did not come; the answer says so, and the SDK must keep to it at \
                once.
                """,
            evidenceNeeded: """
                A /serve answer whose tracking is JSON false, and a request joined to it by its URL, by a \
                value of the answer or by its zone.
                """,
            example: "#4 answers {\"tracking\":false}; its impression has visitor_id: fail."))

    private var log = RuleLog()

    package init() {}

    package var findings: [Finding] { log.findings }

    package mutating func see(_ sighting: Sighting, _ evidence: Evidence) {
        guard evidence.isBeacon(sighting), !evidence.isUntracked(sighting),
            let fill = evidence.refusingFill(of: sighting)
        else { return }
        log.forbid(
            evidence.visitorFields(sighting), in: sighting, evidence, Self.description,
            message: "a beacon of an ad whose zone refused tracking has visitor_id (#\(fill.exchange))",
            toDo: "keep the refusal with the ad and leave visitor_id out of its requests")
    }

    package func finish(_ evidence: Evidence) -> RuleVerdict {
        log.verdict(
            "beacons of refused ads",
            wouldShow: "an answer of /serve with tracking: false, and a beacon of that ad, would show it")
    }
}
