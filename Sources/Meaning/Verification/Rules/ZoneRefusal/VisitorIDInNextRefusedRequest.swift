import AdTimeline
import CassetteFormat
package import SDKContracts

/// MK-072: Does the next request of a zone that refused tracking go without visitor_id?
package struct VisitorIDInNextRefusedRequest: Rule {
    package static let description = RuleDescription(
        code: "MK-072", slug: "visitor-id-in-next-request-of-refused-zone", family: .zoneRefusal, severity: .p0,
        clause: Clause(
            "§5", "nem no próximo pedido daquela zona"),
        question: "Does the next request of a zone that refused tracking go without visitor_id?",
        related: ["MK-116"],
        needs: [.ownContent, .adDocuments],
        explanation: RuleExplanation(
            what: """
                After a /serve answer with tracking: false, a /serve request of the same zone has no \
                visitor_id, until an answer of that zone does not refuse (or, if so configured, for one \
                request).
                """,
            why: "The refusal is of the zone, not of one ad.",
            evidenceNeeded: """
                A /serve answer with tracking: false and a later /serve request that names the same zone.
                """,
            example: "#4 zone 12 answers {\"tracking\":false}; #9 GET /serve?zone_id=12&visitor_id=...: fail."))

    private var log = RuleLog()
    private var unnamed = 0
    /// Refusals that have had their one request.
    private var spent: Set<Int> = []

    package init() {}

    package var findings: [Finding] { log.findings }

    package mutating func see(_ sighting: Sighting, _ evidence: Evidence) {
        guard sighting.role == .serve, !evidence.isUntracked(sighting) else { return }
        guard let zone = sighting.value(.zone) else {
            unnamed += 1
            return
        }
        guard let last = evidence.timeline.lastFill(ofZone: zone, before: sighting), last.refusal == .refused else {
            return
        }
        if evidence.configuration.zoneBlockScope == .oneRequest, !spent.insert(last.exchange).inserted { return }
        log.forbid(
            evidence.visitorFields(sighting), in: sighting, evidence, Self.description,
            message: "the zone refused tracking in #\(last.exchange), and its next request has visitor_id",
            toDo: "remember the zone's refusal until an answer of it does not refuse")
    }

    package func finish(_ evidence: Evidence) -> RuleVerdict {
        if log.judged == 0, evidence.timeline.refusalCount > 0, unnamed > 0 {
            return .needsConfig("name the parameter that carries the zone: requests of /serve show none")
        }
        return log.verdict(
            "requests after a refusal",
            wouldShow: "an answer of /serve with tracking: false, and the next request of that zone, would show it")
    }
}
