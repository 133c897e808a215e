package import SDKContracts

/// MK-073: Do other zones keep visitor_id while one zone refuses tracking?
package struct OtherZoneUntracked: Rule {
    package static let description = RuleDescription(
        code: "MK-073", slug: "other-zone-untracked", family: .zoneRefusal, severity: .p3,
        clause: Clause(
            "§5", "O mesmo vale por zona",
            derivation: "the guide binds the zone that refused and speaks of no other"),
        question: "Do other zones keep visitor_id while one zone refuses tracking?",
        explanation: RuleExplanation(
            what: """
                While a zone's refusal is in force, /serve requests of zones that never refused still have \
                visitor_id, if the app has sent one. zone_block.other_zones says what its absence counts; the \
                guide does not forbid it.
                """,
            why: "A refusal that spreads to every zone loses the count of people who were not asked.",
            evidenceNeeded: """
                A /serve answer with tracking: false, then a /serve request of another zone, and a visitor_id sent \
                before.
                """,
            example: """
                zone_block.other_zones is fail; zone 12 refuses; GET /serve?zone_id=13 without visitor_id: fail.
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
            let zone = sighting.value(.zone), !refusals.hasRefused(zone),
            let refusal = refusals.refusal(besides: zone, for: sighting)
        else { return }
        log.judge()
        guard !sighting.has(.visitorID) else { return }
        log.take(
            Finding(
                Self.description, at: sighting, saw: .words("no visitor_id"), cause: .sdkOmitted,
                message: "visitor_id is missing from a zone that did not refuse",
                toDo: "keep the refusal of #\(refusal) with its zone"),
            evidence.configuration.readings.otherZones, key: "zone_block.other_zones")
    }

    package func finish(_ evidence: Evidence) -> RuleVerdict {
        if evidence.configuration.readings.otherZones == .ignore {
            return .notApplicable("zone_block.other_zones is ignore")
        }
        return log.verdict(
            "requests of other zones",
            wouldShow: "a refusal of one zone, and a request of another after a visitor_id was sent, would show it")
    }
}
