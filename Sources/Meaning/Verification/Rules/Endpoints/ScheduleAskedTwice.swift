import AdMarkup
import AdTimeline
package import SDKContracts

/// MK-004: Is /vmap/{token} asked once for each attachment?
package struct ScheduleAskedTwice: Rule {
    package static let description = RuleDescription(
        code: "MK-004", slug: "schedule-asked-twice", family: .endpoints, severity: .p2,
        clause: Clause("§3.5", "vmapToken aponta pro /vmap/{token}"),
        question: "Is /vmap/{token} asked once for each attachment?",
        explanation: RuleExplanation(
            what: """
                After /vmap/{token} has answered a schedule with breaks, the same token is not asked again before a \
                URL of the schedule was asked for or a film went on. A second fetch after a lone VAST is MK-005.
                """,
            why: """
                Each request of /vmap is counted by the server; a second one for the same film counts an audience \
                that is not there.
                """,
            evidenceNeeded: "An answer of /vmap that is a schedule with breaks, and what follows it.",
            example: "GET /vmap/abc, and at once GET /vmap/abc again: fail."))

    private var log = RuleLog()
    /// Schedules of which nothing was asked yet: exchange and token.
    private var waiting: (exchange: Int, token: [UInt8])?

    package init() {}

    package var findings: [Finding] { log.findings }

    package mutating func see(_ sighting: Sighting, _ evidence: Evidence) {
        if evidence.timeline.join(of: sighting.number)?.root == waiting?.exchange || sighting.isFromMediaPlayer {
            waiting = nil
        }
        guard case .vmap(let token) = sighting.role else { return }
        if let first = waiting, first.token == token {
            log.findings.append(
                Finding(
                    Self.description, at: sighting,
                    places: [EvidencePlace(part: .target, surface: .path, name: "", range: sighting.target.path)],
                    saw: .text(sighting.summary), cause: .sdkSent,
                    message: "the schedule of #\(first.exchange) was not used; the same token is asked again",
                    toDo: "fetch the schedule once, when the player is attached"))
        }
        waiting = nil
        guard case .vmap(let schedule)? = evidence.timeline.documents[sighting.number]?.document,
            !schedule.breaks.isEmpty
        else { return }
        log.judged += 1
        waiting = (sighting.number, token)
    }

    package func finish(_ evidence: Evidence) -> RuleVerdict {
        log.verdict("schedules", wouldShow: "an answer of /vmap that is a schedule with breaks would show it")
    }
}
