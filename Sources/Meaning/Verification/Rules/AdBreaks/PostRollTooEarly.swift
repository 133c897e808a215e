import AdMarkup
import AdTimeline
import CassetteFormat
package import SDKContracts

/// MK-154: Does a post-roll play when the film is over, not before?
package struct PostRollTooEarly: Rule {
    package static let description = RuleDescription(
        code: "MK-154", slug: "post-roll-before-content-end", family: .adBreaks, severity: .p2,
        clause: Clause("§3.5", "Pós-roll dispara no fim de conteúdo (fim de item do AVPlayer), não por posição"),
        question: "Does a post-roll play when the film is over, not before?",
        explanation: RuleExplanation(
            what: """
                After a break with timeOffset end has begun, by a pixel or by its media, the same playback of the film \
                asks for no part that it has not fetched before. A document that is asked for ahead of its break is a \
                remark. With the mark content_end before the break there is no question.
                """,
            why: "A post-roll by position cuts the end off the film and shows the ad where a mid-roll was not sold.",
            evidenceNeeded: "A schedule with a break at end that plays, and the film's media or the mark content_end.",
            example: "impression of the post-roll, then bytes 10240- of the film: fail."))

    private enum Limits {
        static let playbacks = 8
        static let remarks = 16
    }

    /// A schedule with a break at the end.
    private struct Attachment {
        let exchange: Int
        let endCount: Int
        let ends: Set<Int>
        var films: Set<[UInt8]> = []
        /// The first document asked for ahead.
        var asked: Int?
        var begun: Finding?
        var isSettled = false
    }

    private var log = RuleLog()
    private var attachment: Attachment?

    package init() {}

    package var findings: [Finding] { log.findings }

    package mutating func see(_ sighting: Sighting, _ evidence: Evidence) {
        if sighting.role.isVMAP {
            log = closed()
            attachment = evidence.schedule(sighting.number).flatMap { Self.attachment(sighting, $0) }
            return
        }
        guard let attachment, !attachment.isSettled else { return }
        if let part = evidence.filmPart(sighting) {
            film(part, attachment)
            return
        }
        guard let join = evidence.timeline.join(of: sighting.number), let key = evidence.breakKey(of: join),
            key.schedule == attachment.exchange, attachment.ends.contains(key.index), attachment.begun == nil
        else { return }
        if sighting.state.contentEndCount > attachment.endCount {
            log.judged += 1
            self.attachment?.isSettled = true
        } else if join.purpose.isTracker || join.purpose.isAsset {
            self.attachment?.begun = Finding(
                Self.description, at: sighting, saw: .text(join.purpose.name), cause: .sdkSent,
                message: "the post-roll of #\(key.schedule) begins, and the film goes on after it",
                toDo: "begin the post-roll when the player says that its item has ended")
        } else {
            self.attachment?.asked = attachment.asked ?? sighting.number
        }
    }

    private static func attachment(_ sighting: Sighting, _ schedule: VMAPDocument) -> Attachment? {
        let ends = schedule.breaks.indices.filter { schedule.breaks[$0].timeOffset == .end }
        guard !ends.isEmpty else { return nil }
        return Attachment(exchange: sighting.number, endCount: sighting.state.contentEndCount, ends: Set(ends))
    }

    private mutating func film(_ part: FilmLog.Part, _ attachment: Attachment) {
        if let begun = attachment.begun {
            guard part.isNew, attachment.films.contains(part.playback) else { return }
            log.judged += 1
            log.findings.append(begun)
            self.attachment?.isSettled = true
            return
        }
        if let asked = attachment.asked, part.isNew, attachment.films.contains(part.playback) {
            self.attachment?.asked = nil
            if log.remarks.count < Limits.remarks {
                log.remarks.append("#\(asked): the post-roll's document was asked for before the film was over")
            }
        }
        if attachment.films.count < Limits.playbacks { self.attachment?.films.insert(part.playback) }
    }

    /// The log with what the attachment comes to if nothing more is seen of it.
    private func closed() -> RuleLog {
        var log = log
        if let attachment, !attachment.isSettled, attachment.begun != nil, !attachment.films.isEmpty { log.judged += 1 }
        return log
    }

    package func finish(_ evidence: Evidence) -> RuleVerdict {
        closed().verdict(
            "post-rolls",
            wouldShow: "a post-roll that plays, with the film's media or the mark content_end before it, would show it")
    }
}
