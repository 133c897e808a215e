import AdTimeline
import HTTPModel
package import SDKContracts

/// MK-196: Is no consent macro left in a URL that was asked for?
package struct ConsentMacroLeft: Rule {
    package static let description = RuleDescription(
        code: "MK-196", slug: "consent-macro-left", family: .consent, severity: .p2,
        clause: Clause(
            "§5", "repassa como gdpr/gdpr_consent no /serve",
            derivation: "a macro in place of a signal is no signal (IAB TCF v2, URL-based services; VAST 4.3 §6.2)"),
        question: "Is no consent macro left in a URL that was asked for?",
        explanation: RuleExplanation(
            what: """
                No request's target holds ${GDPR}, ${GDPR_CONSENT_nnn}, [GDPRCONSENT], ${US_PRIVACY}, \
                ${GPP_STRING_nnn} or their like, plain or percent-encoded. Whoever built the URL should have put \
                the signal there, or left the parameter out.
                """,
            why: "The other side reads a string it cannot read, or takes the macro's words for consent.",
            evidenceNeeded: "A request.",
            example: "GET https://px.example/i?gdpr=${GDPR}: fail."))

    private var log = RuleLog()

    package init() {}

    package var findings: [Finding] { log.findings }

    package mutating func see(_ sighting: Sighting, _ evidence: Evidence) {
        log.judged += 1
        let bytes = sighting.target.bytes
        guard let macro = ConsentMacro.first(in: bytes) else { return }
        let (place, name) = (macro.place, macro.name)
        let label = evidence.timeline.join(of: sighting.number)?.told.label
        log.findings.append(
            Finding(
                Self.description, at: sighting,
                places: [EvidencePlace(part: .target, surface: .query, name: name, range: place)],
                saw: .text(SafeText.text(bytes[place].prefix(64))),
                cause: label.map { .serverSupplied(at: $0) } ?? .unjoined,
                message: "the macro \(name) was not replaced", toDo: "replace it, or leave the parameter out"))
    }

    package func finish(_ evidence: Evidence) -> RuleVerdict {
        log.verdict("requests", wouldShow: "a request would show it")
    }
}
