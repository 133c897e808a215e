import AdMarkup
import AdTimeline
import CassetteFormat
package import SDKContracts

/// MK-152: Does a break end when nothing on screen has moved for 15 s?
package struct WatchdogMissing: Rule {
    package static let description = RuleDescription(
        code: "MK-152", slug: "watchdog-missing", family: .adBreaks, severity: .p1,
        clause: Clause("§3.5", "se nada em tela avançar por 15s seguidos durante um break"),
        question: "Does a break end when nothing on screen has moved for 15 s?",
        explanation: RuleExplanation(
            what: """
                Judged are breaks whose media did not come to its end. A break moves with each pixel, with each part \
                of its media, and as long as the part that came lasts by Duration. When it has stood still for 15 s, \
                with 2 s and what the recording cannot resolve (0.1 s of its own time, in the app's time) added, \
                nothing more of it may be asked for. After a click or pause the viewer may be away; that time does \
                not count. The mark clock_scale is taken into account; beyond 150 the recording is too coarse.
                """,
            why: "A frozen ad with the film held behind it is the worst that instream can do to a viewer.",
            evidenceNeeded: "A break whose media breaks off, and what follows it.",
            example: "start, media cut at 6 s, complete 40 s later: fail; an error pixel after 15 s: pass."))

    /// Seconds, with 2 s for what a player takes to notice.
    private static let limit = 17.0
    /// A coarser recording says nothing.
    private static let coarsest = 15.0

    /// A break on screen.
    private struct Play {
        let key: BreakKey
        /// When something last moved; nil before the first pixel.
        var moved: TapeTime?
        var started: TapeTime?
        /// Of the media asked for last: seconds that it lasts, and how much of it came.
        var media: [UInt8] = []
        var seconds = 0.0
        var reach = 0
        var size: Int?
        var isBroken = false
        var isAway = false
        /// The viewer has been away since its media broke off.
        var wasAway = false
        var isReported = false

        /// Whether a gap can be a standstill: its media broke off, or nothing of it has come. An ad that plays without
        /// a request for its media plays from a cache.
        var mayStand: Bool { isBroken ? reach == 0 || seconds > 0 : media.isEmpty && started == nil }
        /// Seconds for which what came of the media can be played.
        var playable: Double { size.map { $0 > 0 ? seconds * Double(min(reach, $0)) / Double($0) : 0 } ?? 0 }
    }

    private var log = RuleLog()
    private var play: Play?
    private var coarseCount = 0

    package init() {}

    package var findings: [Finding] { log.findings }

    package mutating func see(_ sighting: Sighting, _ evidence: Evidence) {
        let join = evidence.timeline.join(of: sighting.number)
        guard let join, let key = evidence.breakKey(of: join) else {
            if evidence.filmPart(sighting) != nil { leave(sighting) }
            return
        }
        if play?.key != key {
            // Documents may be asked for ahead of their break.
            guard join.purpose.isTracker || join.purpose == .media else { return }
            leave(sighting)
            play = Play(key: key)
        }
        check(sighting, join)
        move(sighting, join, evidence)
    }

    /// Something else of the app's is seen: the break is over.
    private mutating func leave(_ sighting: Sighting) {
        defer { play = nil }
        guard let play, play.isBroken, play.mayStand, !play.isReported, !play.wasAway,
            let still = still(play, sighting)
        else { return }
        if Evidence.resolution(sighting) > Self.coarsest {
            coarseCount += 1
        } else if still <= Self.limit + Evidence.resolution(sighting) {
            log.judged += 1
        }
    }

    /// For how long nothing has moved; nil where nothing has been on screen.
    private func still(_ play: Play, _ sighting: Sighting) -> Double? {
        guard let moved = play.moved else { return nil }
        let now = sighting.exchange.start
        let since = Evidence.appSeconds(from: moved, to: now, sighting)
        guard let started = play.started else { return since }
        return min(since, Evidence.appSeconds(from: started, to: now, sighting) - play.playable)
    }

    private mutating func check(_ sighting: Sighting, _ join: Join) {
        guard let play, play.mayStand, !play.isAway, !play.isReported, let still = still(play, sighting) else { return }
        let resolution = Evidence.resolution(sighting)
        guard still > Self.limit + resolution else { return }
        guard resolution <= Self.coarsest else {
            coarseCount += 1
            return
        }
        self.play?.isReported = true
        log.judged += 1
        log.findings.append(
            Finding(
                Self.description, at: sighting,
                saw: .words("\(join.purpose.name) after \(Int(still)) s without movement"), cause: .sdkSent,
                message: "the break stood still for \(Int(still)) s and was not ended",
                toDo: "end a break when nothing on screen has moved for 15 s, and let the film go on"))
    }

    private mutating func move(_ sighting: Sighting, _ join: Join, _ evidence: Evidence) {
        guard var play else { return }
        defer { self.play = play }
        let end = sighting.exchange.endTime
        if join.purpose == .media {
            fetch(sighting, join, evidence, &play)
        } else if join.purpose.isTracker {
            switch join.purpose {
            case .clickTracking, .tracking("pause"): play.isAway = true
            case .impression, .tracking("start"):
                play.started = play.started ?? sighting.exchange.start
                play.isAway = false
            default: play.isAway = false
            }
            play.moved = max(play.moved ?? 0, end)
        } else if join.purpose == .clickThrough {
            play.isAway = true
        }
        play.wasAway = play.wasAway || play.isAway
    }

    private func fetch(_ sighting: Sighting, _ join: Join, _ evidence: Evidence, _ play: inout Play) {
        if join.told.role == .media, play.media != join.told.url {
            play.media = join.told.url
            play.seconds = Self.seconds(of: join.told, evidence)
            play.reach = 0
            play.size = nil
            play.isBroken = false
            play.wasAway = false
            play.started = nil
        }
        guard let range = MediaRange(sighting) else {
            let isRedirect = sighting.status.map { (300..<400).contains($0) } ?? false
            if !isRedirect { play.isBroken = true }
            return
        }
        play.size = range.size ?? play.size
        play.reach = max(play.reach, range.bytes.upperBound)
        if range.reachesEnd { play.isBroken = false }
        if sighting.exchange.end != .complete, !range.reachesEnd { play.isBroken = true }
        let arrival = sighting.exchange.response?.body.arrivals.last?.time ?? sighting.exchange.endTime
        if let moved = play.moved { play.moved = max(moved, arrival) }
    }

    /// What the document says of the media's length; 0 where it says nothing.
    private static func seconds(of told: ToldURL, _ evidence: Evidence) -> Double {
        let linears = (evidence.ads(around: told) ?? []).flatMap { $0.creatives.compactMap(\.linear) }
        let linear = linears.first { $0.mediaFiles.contains { $0.url.place == told.place.range } }
        return linear?.duration.map { $0.duration / .seconds(1) } ?? 0
    }

    package func finish(_ evidence: Evidence) -> RuleVerdict {
        let wouldShow =
            coarseCount == 0
            ? "a break whose media breaks off, and what follows it, would show it"
            : "a recording with a slower clock would show it: the mark clock_scale leaves no 15 s to be seen"
        return log.verdict("breaks that stood still", wouldShow: wouldShow)
    }
}
