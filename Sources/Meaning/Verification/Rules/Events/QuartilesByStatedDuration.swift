import CassetteFormat
package import SDKContracts

/// MK-129: Do quartiles follow the length that the film has, not the one that the document states?
package struct QuartilesByStatedDuration: Rule {
    package static let description = RuleDescription(
        code: "MK-129", slug: "quartiles-by-stated-duration", family: .events, severity: .p2,
        clause: Clause("§7", "o SDK usa a duração real reportada pelo player"),
        question: "Do quartiles follow the length that the film has, not the one that the document states?",
        explanation: RuleExplanation(
            what: """
                firstQuartile, midpoint, thirdQuartile and complete come a quarter, a half, three quarters and the \
                whole of the media file's own length after start, by the app's clock (mark clock_scale), not of \
                <Duration>. A quartile that comes later than either is not judged: the viewer may have paused. After \
                a click, and on a clock that runs fast, where the machine's own time makes all things late, only one \
                that comes too soon breaks it.
                """,
            why: "Quartiles of a wrong length report films as watched that were not, or the reverse.",
            evidenceNeeded: """
                A VAST answer, the beginning of its media file (an MP4's movie header, an HLS playlist's segments) of \
                another length than <Duration>, and its pixels, at a clock at which the difference shows.
                """,
            example: "12 s of film, <Duration> 8 s, firstQuartile 2 s after start: fail."))

    private static let parts = ["firstQuartile": 0.25, "midpoint": 0.5, "thirdQuartile": 0.75, "complete": 1.0]
    /// What sampling may miss, in the app's time, and a request's way, on the recorder's clock.
    private static let sampling = 0.5
    private static let delivery = 0.01

    private struct Play {
        let start: TapeTime
        /// Time that requests had taken by then.
        let busy: TapeTime
        var isPaused = false
        /// Quartiles seen: each is told to several parties.
        var seen: Set<String> = []
    }

    private var log = RuleLog()
    private var plays = RecentAds<VideoAd.Key, Play>()
    private var busy: TapeTime = 0

    package init() {}

    package var findings: [Finding] { log.findings }

    package mutating func see(_ sighting: Sighting, _ evidence: Evidence) {
        let exchange = sighting.exchange
        defer { busy &+= exchange.endTime >= exchange.start ? exchange.endTime - exchange.start : 0 }
        guard let event = evidence.videoEvent else { return }
        let key = event.ad.key
        if event.name == "start", plays[key] == nil {
            plays[key] = Play(start: exchange.start, busy: busy)
        } else if event.kind == .click || event.name == "pause" {
            plays[key]?.isPaused = true
        } else if event.name == "skip" {
            plays[key] = nil
        } else if let part = Self.parts[event.name], var play = plays[key] {
            guard play.seen.insert(event.name).inserted else { return }
            plays[key] = event.name == "complete" ? nil : play
            if let length = event.ad.mediaSeconds { judge(event, part, of: length, play, sighting, evidence) }
        }
    }

    private mutating func judge(
        _ event: VideoEvent, _ part: Double, of length: Double, _ play: Play, _ sighting: Sighting,
        _ evidence: Evidence
    ) {
        let scale = sighting.state.clockScale
        let elapsed = evidence.appSeconds(from: play.start, to: sighting)
        let tolerance = Self.sampling + Self.delivery * scale
        // A clock that runs fast also lengthens the time that requests take.
        let slack = (scale - 1) * Double(busy &- play.busy) / 1e9
        func fits(_ length: Double) -> Bool {
            elapsed >= part * length - tolerance && elapsed <= part * length + tolerance + max(0, slack)
        }
        let isTooSoon = elapsed < part * length - tolerance
        let fitsStated = event.ad.statedSeconds.map(fits) ?? false
        if play.isPaused, !isTooSoon { return }
        if fits(length) {
            if !fitsStated { log.judged += 1 }
            return
        }
        guard isTooSoon || (fitsStated && scale <= 1) else { return }
        log.judged += 1
        let film = "a film of \(Self.text(length)) s"
        let stated = event.ad.statedSeconds.map { ", <Duration> \(Self.text($0)) s" } ?? ""
        log.findings.append(
            Finding(
                Self.description, at: sighting,
                saw: .words("\(event.name) \(Self.text(elapsed)) s after start: \(film)\(stated)"),
                cause: .sdkSent,
                message: fitsStated
                    ? "\(event.name) of #\(event.ad.key.root) follows <Duration>, not the film"
                    : "\(event.name) of #\(event.ad.key.root) comes before the film can have come so far",
                toDo: "take the length from the player as soon as it is known"))
    }

    /// Tenths.
    private static func text(_ seconds: Double) -> String {
        let tenths = Int(min(max(seconds, 0), 1e9) * 10 + 0.5)
        return tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)"
    }

    package func finish(_ evidence: Evidence) -> RuleVerdict {
        log.verdict(
            "quartiles of films of another length than stated",
            wouldShow: """
                a video ad would show it whose media file has another length than <Duration>, at a clock not more \
                than some 50 times as fast
                """)
    }
}
