package import SDKContracts

/// MK-120: Does every beacon name an event of the guide?
package struct EventUnknown: Rule {
    package static let description = RuleDescription(
        code: "MK-120", slug: "event-unknown", family: .events, severity: .p2,
        clause: Clause("§6", "Instalação não é evento contável"),
        question: "Does every beacon name an event of the guide?",
        needs: [.ownContent],
        explanation: RuleExplanation(
            what: """
                A beacon's event is one of the guide's (request, impression, viewable, click, the quartiles, ...). \
                An install is none of them.
                """,
            why: "An event that the server does not know is lost, or counted as something else.",
            evidenceNeeded: "A beacon with an event.",
            example: "event=rendered: fail."))

    private var log = RuleLog()

    package init() {}

    package var findings: [Finding] { log.findings }

    package mutating func see(_ sighting: Sighting, _ evidence: Evidence) {
        guard case .beacon(let event?) = sighting.role else { return }
        log.judged += 1
        guard !MetrikeVocabulary.events.contains(event) else { return }
        log.findings.append(
            Finding(
                Self.description, at: sighting, places: sighting.fields(.event).map(\.place), saw: .text(event),
                cause: .sdkSent, message: "the guide knows no event of this name",
                toDo: "send only the guide's events, in its spelling"))
    }

    package func finish(_ evidence: Evidence) -> RuleVerdict {
        log.verdict("events of beacons", wouldShow: "a beacon with an event would show it")
    }
}
