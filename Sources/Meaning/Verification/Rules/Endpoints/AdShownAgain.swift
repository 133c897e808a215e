import AdTimeline
package import SDKContracts

/// MK-012: Is a display ad shown once for each answer of /serve?
package struct AdShownAgain: Rule {
    package static let description = RuleDescription(
        code: "MK-012", slug: "ad-shown-again", family: .endpoints, severity: .p1,
        clause: Clause("§3.2", "Chame preload() de novo antes de tentar mostrar outra vez"),
        question: "Is a display ad shown once for each answer of /serve?",
        related: ["MK-121", "MK-124"],
        explanation: RuleExplanation(
            what: """
                After an ad's impression and something that followed it, such as viewable, a click or its creative, no \
                second impression names the ad: whoever shows again asks /serve again. Two impressions in a row are \
                MK-121 alone.
                """,
            why: "A second show of one answer is an impression that the server has not sold.",
            evidenceNeeded: "Impression beacons that repeat a value of an answer of /serve.",
            example: "/serve, impression, viewable, impression of the same ad: fail."))

    private var log = RuleLog()
    private var shown: [Int: Show] = [:]

    private struct Show {
        let impression: Int
        /// Something of the ad came after its impression.
        var wentOn = false
    }

    package init() {}

    package var findings: [Finding] { log.findings }

    package mutating func see(_ sighting: Sighting, _ evidence: Evidence) {
        guard let event = evidence.displayEvent(sighting) else {
            if let root = evidence.timeline.join(of: sighting.number)?.root { shown[root]?.wentOn = true }
            return
        }
        // A beacon that names its zone alone may be of another ad of the zone.
        guard sighting.parameters.contains(where: { evidence.timeline.isKey($0.value) }) else { return }
        guard event.name == "impression" else {
            shown[event.ad]?.wentOn = true
            return
        }
        guard let show = shown[event.ad] else {
            log.judged += 1
            shown[event.ad] = Show(impression: sighting.number)
            return
        }
        shown[event.ad]?.wentOn = false
        guard show.wentOn else { return }
        log.findings.append(
            Finding(
                Self.description, at: sighting, saw: .words("impression, after #\(show.impression)"), cause: .sdkSent,
                message: "the ad of #\(event.ad) is shown again without a new request of /serve",
                toDo: "let go of an ad when it has been shown; show nothing until the next preload is ready"))
    }

    package func finish(_ evidence: Evidence) -> RuleVerdict {
        log.verdict(
            "ads shown", wouldShow: "an impression beacon that repeats a value of its /serve answer would show it")
    }
}
