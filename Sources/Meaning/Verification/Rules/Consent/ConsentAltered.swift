package import SDKContracts
import HTTPModel

/// MK-113: Is gdpr_consent the stored consent string, byte for byte, and once?
package struct ConsentAltered: Rule {
    package static let description = RuleDescription(
        code: "MK-113", slug: "consent-altered", family: .consent, severity: .p1,
        clause: Clause(
            "§5", "repassa como gdpr/gdpr_consent no /serve, automaticamente, sem nenhuma chamada extra do publisher"),
        question: "Is gdpr_consent the stored consent string, byte for byte, and once?",
        related: ["MK-114"],
        needs: [.ownTargets],
        explanation: RuleExplanation(
            what: """
                gdpr_consent of a /serve request stands once and equals the marked IABTCF_TCString; without a \
                mark it at least begins with C, as every TC string of version 2 does. A string that was stored \
                before is MK-114.
                """,
            why: "A consent string that lost a character is none.",
            evidenceNeeded: "A /serve request with gdpr_consent; for equality a mark IABTCF_TCString.",
            example: "The platform stored CPxy..., /serve sends cpxy...: fail."))

    private var log = RuleLog()

    package init() {}

    package var findings: [Finding] { log.findings }

    package mutating func see(_ sighting: Sighting, _ evidence: Evidence) {
        // Where there is no consent platform, any string is MK-111's.
        guard sighting.role == .serve, sighting.state.cmp != false else { return }
        let fields = sighting.fields(.gdprConsent)
        guard let field = fields.first else { return }
        log.judged += 1
        let stored = sighting.state.consentKeys[MetrikeVocabulary.consentStringKey]
        let value = String(display: field.value)
        var fault: String?
        if fields.count > 1 {
            fault = "gdpr_consent is sent \(fields.count) times"
        } else if let stored {
            let isStale = sighting.state.formerConsentStrings.contains(value)
            if value != stored, !isStale { fault = "gdpr_consent is not the stored consent string" }
        } else if field.value.first != UInt8(ascii: "C") {
            fault = "gdpr_consent is no TC string of version 2"
        }
        guard let fault else { return }
        log.findings.append(
            Finding(
                Self.description, at: sighting, places: fields.map(\.place),
                saw: .words("\(field.value.count) bytes, beginning with \(value.prefix(4))"), cause: .sdkSent,
                message: fault, toDo: "pass IABTCF_TCString on as it is, percent-encoded once"))
    }

    package func finish(_ evidence: Evidence) -> RuleVerdict {
        log.verdict("consent strings", wouldShow: "a request of /serve with gdpr_consent would show it")
    }
}
