import AdTimeline
import ConsentStrings
import HTTPModel
package import SDKContracts

/// MK-198: Is us_privacy a US Privacy string?
package struct USPrivacyMalformed: Rule {
    package static let description = RuleDescription(
        code: "MK-198", slug: "us-privacy-malformed", family: .consent, severity: .p3,
        clause: Clause(
            "§5", "",
            derivation: """
                the guide names no such signal; where one is sent it has its form (IAB Tech Lab, U.S. Privacy String)
                """),
        question: "Is us_privacy a US Privacy string?",
        explanation: RuleExplanation(
            what: """
                us_privacy of any request is 1 and three answers, each Y, N or -. That a sale was opted out of (the \
                third character is Y) is a remark; identity at third parties is a breach with or without it (MK-042).
                """,
            why: "Who cannot read the string does not know of the opt-out.",
            evidenceNeeded: "A request with us_privacy.",
            example: "GET https://px.example/i?us_privacy=1YN: fail."))

    private var log = WeighedLog()

    package init() {}

    package var findings: [Finding] { log.findings }

    package mutating func see(_ sighting: Sighting, _ evidence: Evidence) {
        for field in sighting.parameters(named: MetrikeVocabulary.usPrivacyNames) {
            // An empty one says nothing; a macro that was left is MK-196's.
            guard !field.value.isEmpty, ConsentMacro.first(in: field.value) == nil else { continue }
            log.judge()
            let string = USPrivacyString(field.value)
            if string.optedOutOfSale == .yes { log.remark("us_privacy says: opted out of sale", at: sighting.number) }
            guard let problem = string.verdicts.worst(.structure, from: .error) else { continue }
            log.take(
                Finding(
                    Self.description, at: sighting, places: [field.place],
                    saw: Saw([
                        .text("\(SafeText.text(field.value.prefix(16))); "), .words(problem.message),
                    ]),
                    cause: evidence.timeline.join(of: sighting.number).map { .serverSupplied(at: $0.told.label) }
                        ?? .unjoined,
                    message: "us_privacy is no US Privacy string", toDo: "send four characters, such as 1YNN, or none"),
                .fail, key: "")
        }
    }

    package func finish(_ evidence: Evidence) -> RuleVerdict {
        log.verdict("US Privacy strings", wouldShow: "a request with us_privacy would show it")
    }
}
