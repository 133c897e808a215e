package import SDKContracts
import AdTimeline

/// MK-128: Do the quartiles of a video come in their order, each pixel once?
package struct QuartileOutOfOrder: Rule {
    package static let description = RuleDescription(
        code: "MK-128", slug: "quartile-out-of-order", family: .events, severity: .p1,
        clause: Clause("§7", "Quartis VAST (start, firstQuartile, midpoint, thirdQuartile, complete)"),
        question: "Do the quartiles of a video come in their order, each pixel once?",
        related: ["MK-129", "MK-130"],
        needs: [.ownContent, .times],
        explanation: RuleExplanation(
            what: """
                Of the pixels that one document tells, start comes before firstQuartile, midpoint, \
                thirdQuartile and complete in this order, and none is fired twice.
                """,
            why: "Quartiles are how long a video was watched; out of order they say nothing.",
            evidenceNeeded: "A VAST answer and its pixels.",
            example: "midpoint before firstQuartile: fail."))

    private var log = RuleLog()
    private struct Play {
        /// The farthest quartile.
        var rank = 0
        var exchange = 0
        var fired: [(place: Range<Int>, exchange: Int)] = []
    }
    /// By document.
    private var plays = RecentAds<Int, Play>()

    package init() {}

    package var findings: [Finding] { log.findings }

    private static let order = ["start", "firstQuartile", "midpoint", "thirdQuartile", "complete"]

    package mutating func see(_ sighting: Sighting, _ evidence: Evidence) {
        guard let event = evidence.markupEvent(sighting), let rank = Self.order.firstIndex(of: event.name),
            let place = event.place
        else { return }
        log.judged += 1
        var play = plays[event.ad] ?? Play()
        let fault: String?
        if let first = play.fired.first(where: { $0.place == place }) {
            fault = "\(event.name) of #\(event.ad) was fired in #\(first.exchange) already"
        } else {
            fault = play.rank > rank ? "\(event.name) comes after \(Self.order[play.rank]) (#\(play.exchange))" : nil
            if fault == nil { (play.rank, play.exchange) = (rank, sighting.number) }
            play.fired.append((place, sighting.number))
        }
        plays[event.ad] = play
        guard let fault else { return }
        log.findings.append(
            Finding(
                Self.description, at: sighting, saw: .text(event.name), cause: .sdkSent, message: fault,
                toDo: "fire each quartile once, when the player's position passes it"))
    }

    package func finish(_ evidence: Evidence) -> RuleVerdict {
        log.verdict("quartiles", wouldShow: "a VAST answer with quartiles, and their pixels, would show it")
    }
}
