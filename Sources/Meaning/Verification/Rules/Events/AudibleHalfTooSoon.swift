import CassetteFormat
package import SDKContracts

/// MK-133: Is half a video's length, visible and audible, reported once and after that half?
package struct AudibleHalfTooSoon: Rule {
    package static let description = RuleDescription(
        code: "MK-133", slug: "audible-half-too-soon", family: .events, severity: .p1,
        clause: Clause("§7", "somam, juntos, pelo menos metade da duração do vídeo"),
        question: "Is half a video's length, visible and audible, reported once and after that half?",
        explanation: RuleExplanation(
            what: """
                fully_viewable_audible_half_duration_impression of a video ad comes once. It comes half the media \
                file's own length after start, by the app's clock (mark clock_scale), or later; where length or clock \
                do not show that, after midpoint, and not of an ad that is skipped without one. An outstream ad \
                (formats.tokens, mark token_format) was unmuted before.
                """,
            why: "It is sold as half a video seen and heard; that takes half a video.",
            evidenceNeeded: "A VAST answer, and the beacon that names its ad; its pixels or its media file's length.",
            example: "start, the beacon, midpoint: fail."))

    private static let name = "fully_viewable_audible_half_duration_impression"
    private static let sampling = 0.5
    /// Beacon and midpoint may leave at one moment and arrive in either order.
    private static let race = 1.0

    private struct Play {
        var start: TapeTime?
        var hasMidpoint = false
        var wasUnmuted = false
        var told: Set<VideoEvent.Origin?> = []
    }

    private var log = RuleLog()
    private var plays = RecentAds<VideoAd.Key, Play>()
    /// Reports that came before midpoint.
    private var early = RecentAds<VideoAd.Key, (finding: Finding, time: TapeTime)>()

    package init() {}

    package var findings: [Finding] { log.findings }

    package mutating func see(_ sighting: Sighting, _ evidence: Evidence) {
        guard let event = evidence.videoEvent else { return }
        let key = event.ad.key
        switch event.name {
        case "start":
            if plays[key]?.start == nil { plays[key, default: Play()].start = sighting.exchange.start }
        case "unmute":
            plays[key, default: Play()].wasUnmuted = true
        case "midpoint":
            settle(key, isEarly: { evidence.appSeconds(from: $0, to: sighting) > Self.race })
            plays[key, default: Play()].hasMidpoint = true
        case "skip":
            settle(key, isEarly: { _ in true })
        case Self.name:
            var play = plays[key] ?? Play()
            judge(event, &play, sighting, evidence)
            plays[key] = play
        default: return
        }
    }

    /// Decides on a report that came before midpoint.
    private mutating func settle(_ key: VideoAd.Key, isEarly: (TapeTime) -> Bool) {
        guard let early = early[key] else { return }
        self.early[key] = nil
        log.judged += 1
        if isEarly(early.time) { log.findings.append(early.finding) }
    }

    private mutating func judge(_ event: VideoEvent, _ play: inout Play, _ sighting: Sighting, _ evidence: Evidence) {
        let root = event.ad.key.root
        func finding(_ saw: String, _ message: String) -> Finding {
            Finding(
                Self.description, at: sighting, places: sighting.fields(.event).map(\.place), saw: .words(saw),
                cause: .sdkSent, message: message,
                toDo: "add up the time in view with sound, and report once when it reaches half the film")
        }
        guard play.told.insert(event.origin).inserted else {
            return log.findings.append(finding("a second report", "half of #\(root) is reported seen and heard again"))
        }
        if event.ad.format == .outstream, !play.wasUnmuted {
            log.judged += 1
            log.findings.append(
                finding("no unmute before", "the outstream ad of #\(root) starts muted and was not unmuted"))
        } else if let length = event.ad.mediaSeconds, let start = play.start, evidence.shows(length / 2, at: sighting) {
            log.judged += 1
            let elapsed = evidence.appSeconds(from: start, to: sighting)
            guard elapsed < length / 2 - Self.sampling else { return }
            log.findings.append(
                finding(
                    "\(Int(elapsed * 1000)) ms after start of a film of \(Int(length * 1000)) ms",
                    "half of #\(root) is reported seen and heard before it can have been"))
        } else if event.ad.tellsMidpoint {
            guard !play.hasMidpoint else {
                log.judged += 1
                return
            }
            let finding = finding(
                "before midpoint", "half of #\(root) is reported seen and heard before its midpoint")
            early[event.ad.key] = (finding, sighting.exchange.start)
        }
    }

    package func finish(_ evidence: Evidence) -> RuleVerdict {
        log.verdict(
            "reports of half a video", wouldShow: "a beacon \(Self.name) that names a video ad would show it")
    }
}
