import AdTimeline
import ConsentStrings
package import SDKContracts

/// MK-119: Does /serve never answer tracking: true where purpose 1 has no consent?
package struct TrackingWithoutConsent: Rule {
    package static let description = RuleDescription(
        code: "MK-119", slug: "tracking-without-consent", family: .consent, severity: .p1,
        clause: Clause(
            "§5", "quando o /serve responde tracking: false (zona que exige consentimento e ele não veio)",
            derivation: "purpose 1 of the TCF is to store and access information on a device"),
        question: "Does /serve never answer tracking: true where purpose 1 has no consent?",
        needs: [.ownTargets, .adDocuments],
        explanation: RuleExplanation(
            what: """
                A /serve request that says gdpr=1, and whose consent string is missing, unreadable or without \
                purpose 1, is not answered with tracking: true. An answer that says nothing of tracking is a remark: \
                which zones want consent is the server's to know.
                """,
            why: "The SDK believes the server: this answer makes it send the ID of a person who did not agree.",
            evidenceNeeded: "A /serve request with gdpr=1 and its answer.",
            example: "GET /serve?gdpr=1&gdpr_consent=<no purpose 1> answers tracking: true: fail."))

    private var log = WeighedLog()

    package init() {}

    package var findings: [Finding] { log.findings }

    package mutating func see(_ sighting: Sighting, _ evidence: Evidence) {
        guard sighting.role == .serve, sighting.saysGDPR,
            let fill = evidence.timeline.fill(answeredBy: sighting.number), fill.refusal != .unread
        else { return }
        log.judge()
        let field = sighting.fields(.gdprConsent).first
        guard TCString(field?.value ?? []).core?.purposeConsents.contains(1) != true else { return }
        switch fill.refusal {
        case .allowed:
            log.take(
                Finding(
                    Self.description, at: sighting,
                    places: (fill.refusalPlace.map { [$0] } ?? []) + (field.map { [$0.place] } ?? []),
                    saw: .words("tracking: true, and no consent to purpose 1"), cause: .serverAnswer,
                    message: "the server allows tracking where purpose 1 has no consent",
                    toDo: "have the server read purpose 1 of the string before it allows tracking"),
                .fail, key: "")
        case .absent: log.remark("no word on tracking, though purpose 1 has no consent", at: sighting.number)
        case .refused, .odd, .unread: break
        }
    }

    package func finish(_ evidence: Evidence) -> RuleVerdict {
        log.verdict(
            "answers to requests with gdpr=1",
            wouldShow: "a request of /serve with gdpr=1, and its answer, would show it")
    }
}
