import AdTimeline
import HTTPModel
package import SDKContracts

/// MK-197: Is the consent string that a third party gets the stored one?
package struct ConsentAlteredAtThirdParty: Rule {
    package static let description = RuleDescription(
        code: "MK-197", slug: "consent-altered-at-third-party", family: .consent, severity: .p2,
        clause: Clause(
            "§5", "o SDK lê IABTCF_gdprApplies e IABTCF_TCString do UserDefaults.standard",
            derivation: "third parties may have the signal; then it is the same one"),
        question: "Is the consent string that a third party gets the stored one?",
        related: ["MK-113"],
        needs: [.otherTargets],
        explanation: RuleExplanation(
            what: """
                Where a third-party request carries gdpr_consent, it equals the marked IABTCF_TCString, or one that \
                was stored before. A third party may be told of consent; it may not be told another one.
                """,
            why: "Each party judges by its own copy: a changed one lets it do what the person did not agree to.",
            evidenceNeeded: "A mark IABTCF_TCString, and a third-party request with gdpr_consent after it.",
            example: "The platform stored CP...A; GET https://px.example/i?gdpr_consent=CP...B: fail."))

    private var log = RuleLog()

    package init() {}

    package var findings: [Finding] { log.findings }

    package mutating func see(_ sighting: Sighting, _ evidence: Evidence) {
        guard sighting.isThirdParty,
            let stored = sighting.state.consentKeys[MetrikeVocabulary.consentStringKey],
            let field = sighting.consentParameters.first
        else { return }
        // A macro that was left is MK-196's.
        guard field.value.first == UInt8(ascii: "C") || field.value.first == UInt8(ascii: "B") else { return }
        log.judged += 1
        let known = sighting.state.formerConsentStrings + [stored]
        guard !known.contains(where: { field.value.elementsEqual($0.utf8) }) else { return }
        let label = evidence.timeline.join(of: sighting.number)?.told.label
        log.findings.append(
            Finding(
                Self.description, at: sighting, places: [field.place],
                saw: .words("\(field.value.count) bytes, beginning with \(String(display: field.value.prefix(4)))"),
                cause: label.map { .sdkAttached(absentFrom: $0) } ?? .unjoined,
                message: "\(sighting.host) gets another consent string than the stored one",
                toDo: "pass IABTCF_TCString on as it is, or none"))
    }

    package func finish(_ evidence: Evidence) -> RuleVerdict {
        log.verdict(
            "consent strings at third parties",
            wouldShow: "a mark IABTCF_TCString, and a third-party request with gdpr_consent, would show it")
    }
}
