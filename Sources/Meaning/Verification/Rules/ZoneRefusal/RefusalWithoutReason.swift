import AdTimeline
import ConsentStrings
package import SDKContracts

/// MK-077: Does /serve refuse tracking only where consent did not come?
package struct RefusalWithoutReason: Rule {
    package static let description = RuleDescription(
        code: "MK-077", slug: "refusal-without-reason", family: .zoneRefusal, severity: .p3,
        clause: Clause(
            "§4", "zona que exige consentimento e ele não veio",
            derivation: "a refusal has a reason on the request"),
        question: "Does /serve refuse tracking only where consent did not come?",
        needs: [.adDocuments],
        explanation: RuleExplanation(
            what: """
                An answer tracking: false follows a request without gdpr_consent, with one that does not consent to \
                purpose 1, or from a child-directed app.
                """,
            why: """
                A refusal in spite of consent loses the ID of everyone who allowed it; the zone may be set up \
                wrongly.
                """,
            evidenceNeeded: "An answer of /serve with tracking: false.",
            example: "GET /serve?gdpr=1&gdpr_consent=CP... answers tracking: false: fail."))

    private var log = RuleLog()

    package init() {}

    package var findings: [Finding] { log.findings }

    package mutating func see(_ sighting: Sighting, _ evidence: Evidence) {
        guard let fill = evidence.timeline.fill(answeredBy: sighting.number), fill.refusal == .refused else { return }
        log.judged += 1
        guard let field = sighting.fields(.gdprConsent).first, Self.allowsStorage(field.value),
            !evidence.isChildDirected(sighting)
        else { return }
        log.findings.append(
            Finding(
                Self.description, at: sighting, places: [field.place] + (fill.refusalPlace.map { [$0] } ?? []),
                saw: .words("tracking: false, though gdpr_consent allows purpose 1"), cause: .serverAnswer,
                message: "the zone refuses tracking although consent came with the request",
                toDo: "check how the zone asks for consent"))
    }

    /// Whether a TC string consents to purpose 1, storage on the device.
    private static func allowsStorage(_ consent: [UInt8]) -> Bool {
        TCString(consent).core?.purposeConsents.contains(1) == true
    }

    package func finish(_ evidence: Evidence) -> RuleVerdict {
        log.verdict("refusals", wouldShow: "an answer of /serve with tracking: false would show it")
    }
}
