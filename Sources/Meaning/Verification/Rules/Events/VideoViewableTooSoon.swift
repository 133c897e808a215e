import CassetteFormat
package import SDKContracts

/// MK-126: Does viewable of a video come two seconds after its start, not sooner?
package struct VideoViewableTooSoon: Rule {
    package static let description = RuleDescription(
        code: "MK-126", slug: "video-viewable-too-soon", family: .events, severity: .p1,
        clause: Clause("§7", "≥50% visível por 2s contínuos (MRC vídeo)"),
        question: "Does viewable of a video come two seconds after its start, not sooner?",
        explanation: RuleExplanation(
            what: """
                Between the start pixel and the viewable beacon of a video ad lie at least two seconds, less 250 ms \
                for sampling, by the app's clock (mark clock_scale); time_to_viewable_ms, where sent, is at least \
                2000. A clock that ran so fast that two seconds were less than 20 ms leaves the stated time alone.
                """,
            why: "A video cannot have been seen for two seconds before two seconds have passed.",
            evidenceNeeded: "A VAST answer, and a viewable beacon that names its ad; its start pixel or a stated time.",
            example: "start at 10.0 s, viewable at 11.0 s: fail."))

    private static let needed = 2.0
    private static let sampling = 0.25

    private var log = RuleLog()
    private var starts = RecentAds<VideoAd.Key, TapeTime>()

    package init() {}

    package var findings: [Finding] { log.findings }

    package mutating func see(_ sighting: Sighting, _ evidence: Evidence) {
        guard let event = evidence.videoEvent else { return }
        let key = event.ad.key
        if event.name == "start", starts[key] == nil { starts[key] = sighting.exchange.start }
        guard event.kind == .beacon, event.name == "viewable" else { return }
        let stated = sighting.value(.timeToViewable).flatMap(DecimalText.init)?.value
        let isMeasurable = evidence.shows(Self.needed, at: sighting)
        let measured = isMeasurable ? starts[key].map { evidence.appSeconds(from: $0, to: sighting) } : nil
        guard stated != nil || measured != nil else { return }
        log.judged += 1
        var saw: String?
        if let stated, stated < Self.needed * 1000 { saw = "time to viewable \(Int(max(stated, 0))) ms" }
        if let measured, measured < Self.needed - Self.sampling { saw = "\(Int(measured * 1000)) ms after the start" }
        guard let saw else { return }
        log.findings.append(
            Finding(
                Self.description, at: sighting, places: sighting.fields(.timeToViewable).map(\.place), saw: .words(saw),
                cause: .sdkSent, message: "viewable of a video is reported before two seconds have passed",
                toDo: "count continuous time in view while the video plays, and report after two seconds"))
    }

    package func finish(_ evidence: Evidence) -> RuleVerdict {
        log.verdict(
            "viewable events of video ads",
            wouldShow: """
                a viewable beacon of a video ad would show it, with a stated time or at a clock not more than 100 \
                times as fast
                """)
    }
}
