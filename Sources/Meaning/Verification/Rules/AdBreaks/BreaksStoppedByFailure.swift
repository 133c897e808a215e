import AdMarkup
import AdTimeline
import CassetteFormat
package import SDKContracts

/// MK-150: Do the film and the later breaks go on after a break that failed?
package struct BreaksStoppedByFailure: Rule {
    package static let description = RuleDescription(
        code: "MK-150", slug: "failed-break-stops-the-rest", family: .adBreaks, severity: .p1,
        clause: Clause("§3.5", "Um break individual que falhar (rede, VAST malformado, sem preenchimento)"),
        question: "Do the film and the later breaks go on after a break that failed?",
        explanation: RuleExplanation(
            what: """
                A break has failed when an error address of it is asked for, or when its ad request or one of its \
                wrappers brings no VAST with an ad. A later break of the schedule is asked for after that; where there \
                is none, the film goes on. It fails where the mark content_end says that the film is over, and a \
                break at its end or at a part of it was due and not asked for. Whether one at a time was due is not \
                known.
                """,
            why: "The guide's aim for instream is that one broken ad costs neither the film nor the other ads.",
            evidenceNeeded: "A schedule with a break that fails, and a later break, the film or the mark content_end.",
            example: "Break 1 answers 503, the mark content_end comes, the post-roll is never asked for: fail."))

    private struct Failure {
        let index: Int
        let finding: Finding
        /// The film went on after it.
        var filmWentOn = false
    }

    /// A schedule and what became of it.
    private struct Attachment {
        let exchange: Int
        let endCount: Int
        let launchCount: Int
        let breaks: [MarkupOffset?]
        var failures: [Failure] = []
    }

    private enum Limits {
        /// Breaks after these are not watched.
        static let breaks = 256
    }

    private var log = RuleLog()
    private var attachment: Attachment?
    private var open = 0

    package init() {}

    package var findings: [Finding] { log.findings }

    package mutating func see(_ sighting: Sighting, _ evidence: Evidence) {
        if sighting.role.isVMAP || attachment.map({ $0.launchCount < sighting.state.launchCount }) == true {
            (log, open) = closed(contentEnds: sighting.state.contentEndCount)
            attachment = nil
        }
        if sighting.role.isVMAP, let schedule = evidence.schedule(sighting.number) {
            attachment = Attachment(
                exchange: sighting.number, endCount: sighting.state.contentEndCount,
                launchCount: sighting.state.launchCount,
                breaks: schedule.breaks.prefix(Limits.breaks).map(\.timeOffset))
            return
        }
        guard let attachment else { return }
        if evidence.filmPart(sighting)?.isNew == true {
            for position in attachment.failures.indices { self.attachment?.failures[position].filmWentOn = true }
            return
        }
        guard let join = evidence.timeline.join(of: sighting.number), let key = evidence.breakKey(of: join),
            key.schedule == attachment.exchange, attachment.breaks.indices.contains(key.index)
        else { return }
        pass(key.index)
        guard !attachment.failures.contains(where: { $0.index == key.index }), fails(sighting, join, evidence) else {
            return
        }
        self.attachment?.failures.append(
            Failure(
                index: key.index,
                finding: Finding(
                    Self.description, at: sighting, saw: .text(join.told.role.name), cause: .sdkOmitted,
                    message: "break \(key.index + 1) of #\(key.schedule) failed, and no later break was asked for",
                    toDo: "abandon the failed break alone; let the film and the other breaks run")))
    }

    /// A break that is asked for clears the failures before it.
    private mutating func pass(_ index: Int) {
        guard let attachment else { return }
        let rest = attachment.failures.filter { !isLater(index, than: $0.index) }
        log.judged += attachment.failures.count - rest.count
        self.attachment?.failures = rest
    }

    private func fails(_ sighting: Sighting, _ join: Join, _ evidence: Evidence) -> Bool {
        switch join.purpose {
        case .error, .tracking("error"): return true
        case .adTag, .wrapper: break
        default: return false
        }
        guard sighting.exchange.end == .complete, let status = sighting.status else { return true }
        if (300..<400).contains(status) { return false }
        guard sighting.answer.isRead else { return false }
        guard status == 200, let document = evidence.timeline.documents[sighting.number], document.isWellFormed,
            case .vast(let vast) = document.document
        else { return true }
        return vast.ads.isEmpty
    }

    /// Whether a break of the schedule comes after another; false where their order is not known.
    private func isLater(_ index: Int, than other: Int) -> Bool {
        guard let breaks = attachment?.breaks, let a = breaks[index], let b = breaks[other] else { return false }
        switch (b, a) {
        case (.start, .time), (.start, .percent), (.start, .end), (.time, .end), (.percent, .end): return true
        case (.time(let first), .time(let second)): return first.duration < second.duration
        case (.percent(let first), .percent(let second)): return first < second
        default: return false
        }
    }

    /// The log, and the count of what stays open, with what the attachment's end says of failures that no later break
    /// has cleared.
    private func closed(contentEnds: Int) -> (RuleLog, open: Int) {
        var log = log
        var open = open
        guard let attachment else { return (log, open) }
        let isOver = contentEnds > attachment.endCount
        for failure in attachment.failures {
            let later = attachment.breaks.indices.filter { isLater($0, than: failure.index) }
            let isDue = later.contains { index in
                if case .time? = attachment.breaks[index] { false } else { true }
            }
            if isOver, isDue {
                log.judged += 1
                log.findings.append(failure.finding)
            } else if later.isEmpty, isOver || failure.filmWentOn {
                log.judged += 1
            } else {
                open += 1
            }
        }
        return (log, open)
    }

    package func finish(_ evidence: Evidence) -> RuleVerdict {
        let (log, open) = closed(contentEnds: evidence.finalState.contentEndCount)
        let wouldShow =
            open == 0
            ? "a schedule of which a break fails would show it"
            : "a later break after the failed one, or the mark content_end when the film is over, would show it"
        return log.verdict("failed breaks", wouldShow: wouldShow)
    }
}
