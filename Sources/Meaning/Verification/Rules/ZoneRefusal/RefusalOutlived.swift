package import SDKContracts

/// MK-074: Does a zone have visitor_id again once its refusal has ended?
package struct RefusalOutlived: Rule {
    package static let description = RuleDescription(
        code: "MK-074", slug: "refusal-outlived", family: .zoneRefusal, severity: .p2,
        clause: Clause(
            "§5", "nem no próximo pedido daquela zona",
            derivation: "what ends the refusal is not said; zone_block.scope says it"),
        question: "Does a zone have visitor_id again once its refusal has ended?",
        explanation: RuleExplanation(
            what: """
                A zone's refusal ends with an answer of it that does not refuse (zone_block.scope: until_answer), \
                or after its next request (one_request). A /serve request of it after that has visitor_id again. \
                zone_block.after_end says what its absence counts.
                """,
            why: "A refusal that is never forgotten makes consent that was given later worthless.",
            evidenceNeeded: """
                A /serve answer with tracking: false, its end, then a /serve request of that zone, and a \
                visitor_id sent before.
                """,
            example: """
                zone_block.after_end is fail; zone 12 refuses, then answers without tracking; its next request has \
                no visitor_id: fail.
                """))

    private var log = WeighedLog()

    package init() {}

    package var findings: [Finding] { log.findings }
    private var refusals = ZoneRefusals()
    private var hasSentVisitorID = false

    package mutating func see(_ sighting: Sighting, _ evidence: Evidence) {
        guard sighting.isFirstParty else { return }
        defer {
            refusals.see(sighting, evidence)
            if sighting.has(.visitorID) { hasSentVisitorID = true }
        }
        guard sighting.role == .serve, hasSentVisitorID, !evidence.isUntracked(sighting),
            let zone = sighting.value(.zone), refusals.hasRefused(zone),
            refusals.refusal(of: zone, for: sighting, evidence.configuration.zoneBlockScope) == nil
        else { return }
        log.judge()
        guard !sighting.has(.visitorID) else { return }
        log.take(
            Finding(
                Self.description, at: sighting, saw: .words("no visitor_id"), cause: .sdkOmitted,
                message: "visitor_id is missing though the zone's refusal has ended",
                toDo: "forget the refusal when it ends, or set zone_block.scope"),
            evidence.configuration.readings.zoneBlockOutlived, key: "zone_block.after_end")
    }

    package func finish(_ evidence: Evidence) -> RuleVerdict {
        if evidence.configuration.readings.zoneBlockOutlived == .ignore {
            return .notApplicable("zone_block.after_end is ignore")
        }
        return log.verdict(
            "requests after a refusal's end",
            wouldShow: "a refusal, an answer that does not refuse, and a further request of the zone would show it")
    }
}
