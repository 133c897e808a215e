package import SDKContracts

/// MK-122: Is the impression of a video fired when it starts, not when it is loaded?
package struct VideoImpressionAtLoad: Rule {
    package static let description = RuleDescription(
        code: "MK-122", slug: "video-impression-at-load", family: .events, severity: .p1,
        clause: Clause("§7", "vídeo ao iniciar (pixel <Impression> do VAST)"),
        question: "Is the impression of a video fired when it starts, not when it is loaded?",
        explanation: RuleExplanation(
            what: """
                The Impression pixels of a video ad are fired after the player has asked for its media file. An ad \
                that is counted and never shown at all is MK-139.
                """,
            why: "An impression is money; a video that is only loaded may never be shown.",
            evidenceNeeded: "A VAST answer, its Impression pixel and a request of its media file.",
            example: "GET /vast/abc, the Impression pixel, then the media file: fail."))

    private enum State {
        case hasMedia
        /// An impression without media so far.
        indirect case isEarly(Finding)
    }

    private var log = RuleLog()
    private var states = RecentAds<VideoAd.Key, State>()

    package init() {}

    package var findings: [Finding] { log.findings }

    package mutating func see(_ sighting: Sighting, _ evidence: Evidence) {
        guard let event = evidence.videoEvent else { return }
        let key = event.ad.key
        switch (event.kind, event.name, states[key]) {
        case (.media, _, .isEarly(let finding)):
            log.judged += 1
            log.findings.append(finding)
            states[key] = .hasMedia
        case (.media, _, _):
            states[key] = .hasMedia
        case (.pixel, "impression", .hasMedia):
            log.judged += 1
        case (.pixel, "impression", nil):
            states[key] = .isEarly(
                Finding(
                    Self.description, at: sighting, saw: .words("an impression before any byte of the media"),
                    cause: .sdkSent, message: "the impression of #\(key.root) is fired before its video can start",
                    toDo: "fire Impression with the first frame"))
        default: return
        }
    }

    package func finish(_ evidence: Evidence) -> RuleVerdict {
        log.verdict(
            "impressions of video ads",
            wouldShow: "a video ad whose Impression pixel was fired and whose media file was asked for would show it")
    }
}
