package import SDKContracts
import AdTimeline

/// MK-121: Is the impression of a display ad reported once, and never without an ad?
package struct ImpressionRepeated: Rule {
    package static let description = RuleDescription(
        code: "MK-121", slug: "impression-repeated", family: .events, severity: .p1,
        clause: Clause("§7", "banner/interstitial renderizados"),
        question: "Is the impression of a display ad reported once, and never without an ad?",
        needs: [.ownContent],
        explanation: RuleExplanation(
            what: """
                A beacon with the event impression is joined to one answer of /serve that holds an ad, and no \
                second one is.
                """,
            why: "Each impression is money; two for one ad are an error or a fraud.",
            evidenceNeeded: "An answer of /serve and impression beacons joined to it.",
            example: "Two beacons impression of the ad of #4: fail."))

    private var log = RuleLog()
    /// The first impression of each answer.
    private var seen: [Int: Int] = [:]

    package init() {}

    package var findings: [Finding] { log.findings }

    package mutating func see(_ sighting: Sighting, _ evidence: Evidence) {
        guard let event = evidence.displayEvent(sighting), event.name == "impression" else { return }
        log.judged += 1
        let message: String
        if evidence.timeline.fill(answeredBy: event.ad)?.isEmpty == true {
            message = "an impression of #\(event.ad), which answered without an ad"
        } else if let first = seen[event.ad] {
            message = "the impression of #\(event.ad) was reported by #\(first) already"
        } else {
            seen[event.ad] = sighting.number
            return
        }
        log.findings.append(
            Finding(
                Self.description, at: sighting, saw: .text("impression"), cause: .sdkSent, message: message,
                toDo: "report the impression when the creative is first shown, and keep that with the ad"))
    }

    package func finish(_ evidence: Evidence) -> RuleVerdict {
        log.verdict(
            "impressions of display ads",
            wouldShow: "an impression beacon that belongs to an answer of /serve would show it")
    }
}
