package import SDKContracts
import HTTPModel

/// MK-114: Does a change of consent show in the next /serve?
package struct ConsentStale: Rule {
    package static let description = RuleDescription(
        code: "MK-114", slug: "consent-stale", family: .consent, severity: .p1,
        clause: Clause(
            "§5", "o SDK lê IABTCF_gdprApplies e IABTCF_TCString do UserDefaults.standard",
            derivation: "what is read at each request cannot be old"),
        question: "Does a change of consent show in the next /serve?",
        related: ["MK-113"],
        explanation: RuleExplanation(
            what: """
                After a mark replaced IABTCF_TCString, no /serve request carries a string that was stored \
                before.
                """,
            why: "A withdrawn consent that is still sent is a false one.",
            evidenceNeeded: "Two marks IABTCF_TCString and a /serve request with gdpr_consent after the second.",
            example: "IABTCF_TCString=CA, then =CB; GET /serve?gdpr_consent=CA: fail."))

    private var log = RuleLog()

    package init() {}

    package var findings: [Finding] { log.findings }

    package mutating func see(_ sighting: Sighting, _ evidence: Evidence) {
        guard sighting.role == .serve, !sighting.state.formerConsentStrings.isEmpty,
            let field = sighting.fields(.gdprConsent).first
        else { return }
        log.judged += 1
        let value = String(display: field.value)
        guard value != sighting.state.consentKeys[MetrikeVocabulary.consentStringKey],
            sighting.state.formerConsentStrings.contains(value)
        else { return }
        log.findings.append(
            Finding(
                Self.description, at: sighting, places: [field.place], saw: .words("a consent string of before"),
                cause: .sdkSent, message: "gdpr_consent is a string that the consent platform has replaced",
                toDo: "read the IABTCF keys at each /serve, not once"))
    }

    package func finish(_ evidence: Evidence) -> RuleVerdict {
        log.verdict(
            "requests after a change",
            wouldShow: "a second mark IABTCF_TCString, and a /serve with gdpr_consent after it, would show it")
    }
}
