package import SDKContracts

/// MK-117: Does gdpr_consent never come without gdpr?
package struct ConsentHalfSent: Rule {
    package static let description = RuleDescription(
        code: "MK-117", slug: "consent-half-sent", family: .consent, severity: .p2,
        clause: Clause(
            "§5", "nenhum dos dois parâmetros é enviado",
            derivation: "the two are one signal: a string says nothing where nobody said whether the law applies"),
        question: "Does gdpr_consent never come without gdpr?",
        related: ["MK-110"],
        needs: [.ownTargets],
        explanation: RuleExplanation(
            what: """
                A /serve request that has gdpr_consent has gdpr too. While the platform has not decided whether the \
                GDPR applies (IABTCF_gdprApplies is not stored) neither is sent. gdpr=1 alone is possible: the law \
                applies and no consent was given (MK-116).
                """,
            why: "A server that looks for gdpr=1 first takes a lone string for one that does not count.",
            evidenceNeeded: "A /serve request with gdpr or gdpr_consent.",
            example: "GET /serve?gdpr_consent=CP...: fail."))

    private var log = RuleLog()

    package init() {}

    package var findings: [Finding] { log.findings }

    package mutating func see(_ sighting: Sighting, _ evidence: Evidence) {
        // Where there is no consent platform, any signal is MK-111's.
        guard sighting.role == .serve, sighting.state.cmp != false,
            sighting.has(.gdpr) || sighting.has(.gdprConsent)
        else { return }
        log.judged += 1
        guard !sighting.has(.gdpr), let field = sighting.fields(.gdprConsent).first else { return }
        log.findings.append(
            Finding(
                Self.description, at: sighting, places: [field.place],
                saw: .words("\(evidence.configuration.name(.gdprConsent)) alone"), cause: .sdkSent,
                message: "a consent string is sent without gdpr",
                toDo: "send both, or neither while IABTCF_gdprApplies is not stored"))
    }

    package func finish(_ evidence: Evidence) -> RuleVerdict {
        log.verdict("consent signals", wouldShow: "a request of /serve with gdpr or gdpr_consent would show it")
    }
}
