import AdMarkup
import AdTimeline
import CassetteFormat
package import SDKContracts

/// MK-155: Does the film rest while a break plays?
package struct FilmGoesOnUnderBreak: Rule {
    package static let description = RuleDescription(
        code: "MK-155", slug: "content-goes-on-under-break", family: .adBreaks, severity: .p3,
        clause: Clause("§3.5", "pausa o conteúdo no break, mostra o ad num AVPlayer separado"),
        question: "Does the film rest while a break plays?",
        explanation: RuleExplanation(
            what: """
                Between the first pixel of a linear break's ad and its end, the film does not ask for part after part \
                in the pace of playing: three parts not fetched before, each at least 2 s after the one before had \
                come. What a paused player still fetches at once is buffering, and a remark. The mark clock_scale is \
                taken into account; beyond 20 parts under a break say nothing.
                """,
            why: "A film that runs under the ad is a scene that the viewer misses.",
            evidenceNeeded: "A linear break that plays to an end, and the film's media before or after it.",
            example: "start, film bytes at 2, 5 and 8 s of the ad, complete: a finding of the lowest severity."))

    /// Seconds between parts that a playing film asks for; a player that buffers does not wait.
    private static let pace = 2.0
    private static let pacedCount = 2

    private enum Limits {
        static let remarks = 16
    }

    /// A break on screen.
    private struct Play {
        let key: BreakKey
        var lastPart: TapeTime?
        var parts = 0
        var paced = 0
        var isCoarse = false
        var finding: Finding?
    }

    private var log = RuleLog()
    private var play: Play?
    private var hasFilm = false
    private var coarseCount = 0

    package init() {}

    package var findings: [Finding] { log.findings }

    package mutating func see(_ sighting: Sighting, _ evidence: Evidence) {
        if let part = evidence.filmPart(sighting) {
            hasFilm = true
            if part.isNew { fetch(sighting) }
            return
        }
        guard let join = evidence.timeline.join(of: sighting.number), join.told.role.isTracker,
            let key = evidence.breakKey(of: join)
        else { return }
        switch join.told.role {
        case .impression, .tracking("start"):
            if play?.key != key, evidence.scheduledBreak(key).map(Self.isLinear) == true { play = Play(key: key) }
        case .error, .tracking("complete"), .tracking("skip"), .tracking("breakEnd"), .tracking("error"):
            if play?.key == key { end() }
        default: break
        }
    }

    /// A break may name several types; none is linear by custom.
    private static func isLinear(_ adBreak: VMAPBreak) -> Bool {
        guard let type = adBreak.breakType else { return true }
        let names = String(decoding: type, as: UTF8.self).split { $0 == "," || $0 == " " }
        return names.contains("linear")
    }

    private mutating func fetch(_ sighting: Sighting) {
        guard var play else { return }
        defer { self.play = play }
        play.parts += 1
        if Evidence.resolution(sighting) > Self.pace { play.isCoarse = true }
        if let last = play.lastPart,
            Evidence.appSeconds(from: last, to: sighting.exchange.start, sighting) >= Self.pace
        {
            play.paced += 1
        }
        play.lastPart = sighting.exchange.endTime
        guard play.paced == Self.pacedCount, !play.isCoarse, play.finding == nil else { return }
        play.finding = Finding(
            Self.description, at: sighting, saw: .words("part \(play.parts) of the film within the break"),
            cause: .sdkSent,
            message: "the film goes on under break \(play.key.index + 1) of #\(play.key.schedule)",
            toDo: "pause the film's player before the break, and resume it after")
    }

    private mutating func end() {
        guard let play else { return }
        self.play = nil
        if play.parts > 0, play.isCoarse {
            coarseCount += 1
            return
        }
        log.judged += 1
        if let finding = play.finding {
            log.findings.append(finding)
        } else if play.parts > 0, log.remarks.count < Limits.remarks {
            log.remarks.append(
                "break \(play.key.index + 1) of #\(play.key.schedule): the film fetched \(play.parts) parts under it")
        }
    }

    package func finish(_ evidence: Evidence) -> RuleVerdict {
        guard hasFilm else { return .notObserved("the film's media, beside a break that plays, would show it") }
        let wouldShow =
            coarseCount == 0
            ? "a linear break that plays to an end would show it"
            : "a recording with a slower clock would show it: parts of the film were fetched under a break"
        return log.verdict("linear breaks", wouldShow: wouldShow)
    }
}
