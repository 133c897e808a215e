import ConsentStrings
package import SDKContracts

/// MK-116: Does visitor_id stay away from a zone that has refused, as long as gdpr=1 comes without consent?
package struct VisitorIDAgainstMissingConsent: Rule {
    package static let description = RuleDescription(
        code: "MK-116", slug: "visitor-id-against-missing-consent", family: .consent, severity: .p0,
        clause: Clause(
            "§5", "zona que exige consentimento e ele não veio",
            derivation: "before the zone has refused, the SDK cannot know that it needs consent"),
        question: "Does visitor_id stay away from a zone that has refused, as long as gdpr=1 comes without consent?",
        related: ["MK-072"],
        explanation: RuleExplanation(
            what: """
                A /serve request that says gdpr=1 and brings no gdpr_consent, or one that cannot be read, may have \
                visitor_id the first time; once the zone's last answer refused, no such request has it, whatever \
                zone_block.scope says.
                """,
            why: "The law applies, no consent is there, and the zone has said so: nothing is left to find out.",
            evidenceNeeded: """
                A /serve answer with tracking: false, then a /serve request of that zone with gdpr=1 and no \
                gdpr_consent.
                """,
            example: "#4 zone 12 refuses; #9 GET /serve?zone_id=12&gdpr=1&visitor_id=...: fail."))

    private var log = WeighedLog()

    package init() {}

    package var findings: [Finding] { log.findings }
    private var refusals = ZoneRefusals()

    package mutating func see(_ sighting: Sighting, _ evidence: Evidence) {
        guard sighting.role == .serve else { return }
        defer { refusals.see(sighting, evidence) }
        guard !evidence.isUntracked(sighting), let zone = sighting.value(.zone),
            sighting.value(.gdpr)?.elementsEqual("1".utf8) == true,
            TCString(sighting.value(.gdprConsent) ?? []).core == nil
        else { return }
        let fields = evidence.visitorFields(sighting)
        guard let refusal = refusals.refusal(of: zone, for: sighting, nil) else {
            if !fields.isEmpty {
                log.remark("visitor_id with gdpr=1 and no consent, before the zone refused", at: sighting.number)
            }
            return
        }
        log.judge()
        guard !fields.isEmpty else { return }
        log.take(
            Finding(
                Self.description, at: sighting, places: fields.map(\.1.place), saw: .fields(fields, evidence.values),
                cause: .sdkSent, message: "visitor_id is sent with gdpr=1 and no consent after the zone refused",
                toDo: "remember the refusal of #\(refusal) until consent comes"),
            .fail, key: "")
    }

    package func finish(_ evidence: Evidence) -> RuleVerdict {
        log.verdict(
            "requests with gdpr=1 and no consent after a refusal",
            wouldShow: "a refusal, and a later request of that zone with gdpr=1 and no gdpr_consent, would show it")
    }
}
