import ConsentStrings
import HTTPModel
package import SDKContracts

/// MK-118: Can the consent string be read?
package struct ConsentStringUnreadable: Rule {
    package static let description = RuleDescription(
        code: "MK-118", slug: "consent-string-unreadable", family: .consent, severity: .p2,
        clause: Clause(
            "§5", "é onde todo CMP in-app certificado IAB escreve",
            derivation: "what a platform writes is a TC string (IAB TCF v2)"),
        question: "Can the consent string be read?",
        related: ["MK-113"],
        needs: [.ownTargets],
        explanation: RuleExplanation(
            what: """
                gdpr_consent of a /serve request is a TC string of version 2 without an error of structure: its \
                alphabet, its length, its ranges. Errors of policy (void since, not disclosed) and of date are \
                remarks: they are the platform's, and the string is passed on as it is. fita consent tells all three.
                """,
            why: "Who cannot read the string must take it for no consent, and every later claim rests on it.",
            evidenceNeeded: "A /serve request with gdpr_consent, as the platform stored it if a mark says so.",
            example: "GET /serve?gdpr_consent=CPXxRfAPXx: TC_TRUNCATED, fail."))

    private var log = WeighedLog()
    /// The string that was judged last: it seldom changes.
    private var last: [UInt8] = []
    private var verdicts: ConsentVerdicts?

    package init() {}

    package var findings: [Finding] { log.findings }

    package mutating func see(_ sighting: Sighting, _ evidence: Evidence) {
        guard sighting.role == .serve, sighting.state.cmp != false,
            let field = sighting.consentParameters.first, field.value.first == UInt8(ascii: "C")
        else { return }
        // A string that was altered on its way is MK-113's.
        if let stored = sighting.state.consentKeys[MetrikeVocabulary.consentStringKey],
            !field.value.elementsEqual(stored.utf8)
        {
            return
        }
        log.judge()
        if verdicts == nil || last != field.value {
            last = field.value
            verdicts = TCString(field.value).verdicts(at: nil)
        }
        guard let verdicts else { return }
        if let problem = verdicts.worst(.structure, from: .error) {
            log.take(
                Finding(
                    Self.description, at: sighting, places: [field.place],
                    saw: .words("\(field.value.count) bytes; \(problem.text)"), cause: .sdkSent,
                    message: "gdpr_consent cannot be read as a TC string",
                    toDo: "ask the consent platform's maker; fita consent shows what is wrong"),
                .fail, key: "")
        }
        for aspect in [ConsentAspect.policy, .date] {
            guard let problem = verdicts.worst(aspect, from: .warning) else { continue }
            log.remark("the consent string's \(aspect.rawValue): \(problem.text)", at: sighting.number)
        }
    }

    package func finish(_ evidence: Evidence) -> RuleVerdict {
        log.verdict("consent strings", wouldShow: "a request of /serve with gdpr_consent would show it")
    }
}
