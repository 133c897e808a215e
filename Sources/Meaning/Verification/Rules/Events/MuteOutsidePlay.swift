package import SDKContracts

/// MK-137: Do mute, unmute and skip come only while a video plays?
package struct MuteOutsidePlay: Rule {
    package static let description = RuleDescription(
        code: "MK-137", slug: "mute-outside-play", family: .events, severity: .p2,
        clause: Clause("§7", "interação do usuário no player de vídeo"),
        question: "Do mute, unmute and skip come only while a video plays?",
        related: ["MK-130"],
        explanation: RuleExplanation(
            what: "Of a video ad no mute, unmute or skip comes before its start pixel or after complete or skip.",
            why: "They report what a viewer did; before the start and after the end there is nothing to do it to.",
            evidenceNeeded: "A VAST answer that asks for start and one of the three, and its pixels.",
            example: "mute, then start: fail."))

    private static let actions: Set<String> = ["mute", "unmute", "skip"]

    private enum Phase {
        case playing
        case ended(String)
    }

    private var log = RuleLog()
    private var phases = RecentAds<VideoAd.Key, Phase>()

    package init() {}

    package var findings: [Finding] { log.findings }

    package mutating func see(_ sighting: Sighting, _ evidence: Evidence) {
        guard let event = evidence.videoEvent, event.ad.tellsStart else { return }
        let key = event.ad.key
        if event.name == "start", phases[key] == nil { phases[key] = .playing }
        if Self.actions.contains(event.name) { judge(event, phases[key], sighting) }
        if event.name == "skip" || event.name == "complete", case .playing? = phases[key] {
            phases[key] = .ended(event.name)
        }
    }

    private mutating func judge(_ event: VideoEvent, _ phase: Phase?, _ sighting: Sighting) {
        let saw: String
        switch phase {
        case .playing:
            log.judged += 1
            return
        case .ended(event.name):
            // The same skip, told to another party.
            return
        case .ended(let end): saw = "\(event.name) after \(end)"
        case nil: saw = "\(event.name) before start"
        }
        log.findings.append(
            Finding(
                Self.description, at: sighting, saw: .words(saw), cause: .sdkSent,
                message: "\(saw) of #\(event.ad.key.root): no viewer did that",
                toDo: "report mute, unmute and skip from the player's controls alone"))
    }

    package func finish(_ evidence: Evidence) -> RuleVerdict {
        log.verdict(
            "mute, unmute and skip events", wouldShow: "a video ad's mute, unmute or skip pixel would show it")
    }
}
