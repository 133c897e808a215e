package import SDKContracts
import AdTimeline

/// MK-071: Does the click of an ad whose zone refused tracking go without visitor_id?
package struct VisitorIDInRefusedClick: Rule {
    package static let description = RuleDescription(
        code: "MK-071", slug: "visitor-id-in-refused-click", family: .zoneRefusal, severity: .p0,
        clause: Clause(
            "§5", "o SDK não manda o ID nos beacons e no clique daquele anúncio"),
        question: "Does the click of an ad whose zone refused tracking go without visitor_id?",
        needs: [.ownContent, .adDocuments],
        explanation: RuleExplanation(
            what: "The /click of an ad whose /serve answer says tracking: false has no visitor_id.",
            why: """
                The zone needs a consent that did not come; the answer says so, and the SDK must keep to it at \
                once.
                """,
            evidenceNeeded: """
                A /serve answer whose tracking is JSON false, and a request joined to it by its URL, by a \
                value of the answer or by its zone.
                """,
            example: "#4 answers {\"tracking\":false}; GET /click?visitor_id=...: fail."))

    private var log = RuleLog()

    package init() {}

    package var findings: [Finding] { log.findings }

    package mutating func see(_ sighting: Sighting, _ evidence: Evidence) {
        guard sighting.role == .click, !evidence.isUntracked(sighting),
            let fill = evidence.refusingFill(of: sighting)
        else { return }
        log.forbid(
            evidence.visitorFields(sighting), in: sighting, evidence, Self.description,
            message: "the click of an ad whose zone refused tracking has visitor_id (#\(fill.exchange))",
            toDo: "keep the refusal with the ad and leave visitor_id out of its requests")
    }

    package func finish(_ evidence: Evidence) -> RuleVerdict {
        log.verdict(
            "clicks of refused ads",
            wouldShow: "an answer of /serve with tracking: false, and the click of that ad, would show it")
    }
}
