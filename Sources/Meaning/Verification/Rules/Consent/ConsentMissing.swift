package import SDKContracts

/// MK-110: Does every /serve carry gdpr and gdpr_consent where the app has a consent platform?
package struct ConsentMissing: Rule {
    package static let description = RuleDescription(
        code: "MK-110", slug: "consent-missing", family: .consent, severity: .p1,
        clause: Clause(
            "§5", "repassa como gdpr/gdpr_consent no /serve, automaticamente, sem nenhuma chamada extra do publisher"),
        question: "Does every /serve carry gdpr and gdpr_consent where the app has a consent platform?",
        explanation: RuleExplanation(
            what: """
                Where the marks say that a consent platform is present and which keys it stored, each /serve \
                request has gdpr and gdpr_consent for the keys that are stored.
                """,
            why: "Without the signal the server must treat a consenting person as one who did not.",
            evidenceNeeded: """
                A mark cmp=present, marks IABTCF_gdprApplies and IABTCF_TCString, and a request of /serve.
                """,
            example: "cmp=present, IABTCF_TCString=C...; GET /serve without gdpr_consent: fail."))

    private var log = RuleLog()
    private var unmarked = false

    package init() {}

    package var findings: [Finding] { log.findings }

    package mutating func see(_ sighting: Sighting, _ evidence: Evidence) {
        guard sighting.role == .serve, sighting.state.cmp == true else { return }
        let keys = sighting.state.consentKeys
        var missing: [String] = []
        if keys[MetrikeVocabulary.gdprAppliesKey] != nil, !sighting.has(.gdpr) {
            missing.append(evidence.configuration.name(.gdpr))
        }
        if keys[MetrikeVocabulary.consentStringKey] != nil, !sighting.has(.gdprConsent) {
            missing.append(evidence.configuration.name(.gdprConsent))
        }
        guard !keys.isEmpty else {
            unmarked = true
            return
        }
        log.judged += 1
        guard !missing.isEmpty else { return }
        let names = missing.joined(separator: ", ")
        log.findings.append(
            Finding(
                Self.description, at: sighting, saw: .words("no \(names)"), cause: .sdkOmitted,
                message: "/serve without \(names) although the consent platform stored it",
                toDo: "read the IABTCF keys at each /serve"))
    }

    package func finish(_ evidence: Evidence) -> RuleVerdict {
        if log.findings.isEmpty, unmarked {
            return .needsConfig("mark IABTCF_gdprApplies and IABTCF_TCString as the consent platform stored them")
        }
        if evidence.finalState.cmp == nil { return .needsConfig("mark cmp=present or cmp=absent") }
        if evidence.finalState.cmp == false, log.judged == 0 { return .notApplicable("the app is marked cmp=absent") }
        return log.verdict(
            "requests of /serve", wouldShow: "a request of /serve after the mark cmp=present would show it")
    }
}
