package import SDKContracts
import AdTimeline

/// MK-130: Does nothing but closing follow skip or complete, and never one the other?
package struct EventAfterEnd: Rule {
    package static let description = RuleDescription(
        code: "MK-130", slug: "event-after-end", family: .events, severity: .p1,
        clause: Clause("§7", "complete", derivation: "an ad ends once"),
        question: "Does nothing but closing follow skip or complete, and never one the other?",
        related: ["MK-128", "MK-137"],
        needs: [.ownContent, .times],
        explanation: RuleExplanation(
            what: """
                Of the pixels that one document tells, complete and skip exclude each other, and after either \
                comes no quartile, mute, unmute, pause or resume. A quartile after complete is MK-128.
                """,
            why: "An ad that ended is over; an event after it counts what nobody saw.",
            evidenceNeeded: "A VAST answer with skip or complete, and its pixels.",
            example: "skip, then complete: fail."))

    private var log = RuleLog()
    private var ended: [Int: (name: String, exchange: Int)] = [:]

    package init() {}

    package var findings: [Finding] { log.findings }

    private static let inside: Set<String> = [
        "start", "firstQuartile", "midpoint", "thirdQuartile", "complete", "mute", "unmute", "pause", "resume", "skip",
    ]

    package mutating func see(_ sighting: Sighting, _ evidence: Evidence) {
        guard let event = evidence.markupEvent(sighting), Self.inside.contains(event.name) else { return }
        if let end = ended[event.ad] {
            let isOrderOfQuartiles =
                end.name == "complete" && !["mute", "unmute", "pause", "resume", "skip"].contains(event.name)
            if isOrderOfQuartiles || end.name == event.name { return }
            log.findings.append(
                Finding(
                    Self.description, at: sighting, saw: .words("\(event.name) after \(end.name)"), cause: .sdkSent,
                    message: "\(event.name) of #\(event.ad) follows \(end.name) in #\(end.exchange)",
                    toDo: "stop all tracking of an ad when it is skipped or complete"))
        } else if event.name == "skip" || event.name == "complete" {
            log.judged += 1
            ended[event.ad] = (event.name, sighting.number)
        }
    }

    package func finish(_ evidence: Evidence) -> RuleVerdict {
        log.verdict("ads that ended", wouldShow: "a VAST answer whose skip or complete pixel was fired would show it")
    }
}
