package import SDKContracts
import AdTimeline
import HTTPModel

/// MK-076: Is tracking in an answer of /serve a JSON boolean?
package struct RefusalNotBoolean: Rule {
    package static let description = RuleDescription(
        code: "MK-076", slug: "refusal-not-boolean", family: .zoneRefusal, severity: .p2,
        clause: Clause("§5", "quando o /serve responde tracking: false"),
        question: "Is tracking in an answer of /serve a JSON boolean?",
        needs: [.adDocuments],
        explanation: RuleExplanation(
            what: """
                Where an answer of /serve has the member tracking, its value is true or false: not a text, a \
                number or null.
                """,
            why: "An SDK that tests for false takes \"false\" for consent.",
            evidenceNeeded: "An answer of /serve with tracking.",
            example: "{\"tracking\":\"false\"}: fail."))

    private var log = RuleLog()

    package init() {}

    package var findings: [Finding] { log.findings }

    package mutating func see(_ sighting: Sighting, _ evidence: Evidence) {
        guard let fill = evidence.timeline.fill(answeredBy: sighting.number) else { return }
        switch fill.refusal {
        case .absent, .unread: return
        case .allowed, .refused: log.judged += 1
        case .odd(let literal):
            log.judged += 1
            log.findings.append(
                Finding(
                    Self.description, at: sighting, places: fill.refusalPlace.map { [$0] } ?? [],
                    saw: .text("tracking: \(String(display: literal))"), cause: .serverAnswer,
                    message: "tracking is neither true nor false", toDo: "have the server write the boolean false"))
        }
    }

    package func finish(_ evidence: Evidence) -> RuleVerdict {
        log.verdict("answers with tracking", wouldShow: "an answer of /serve with the member tracking would show it")
    }
}
