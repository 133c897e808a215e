import CassetteFormat
import HTTPModel
package import SDKContracts

/// MK-194: Does one tap make one click?
package struct ClickSentTwice: Rule {
    package static let description = RuleDescription(
        code: "MK-194", slug: "click-sent-twice", family: .click, severity: .p2,
        clause: Clause("§7", "toque no creative (abre /click via SFSafariViewController)"),
        question: "Does one tap make one click?",
        explanation: RuleExplanation(
            what: """
                The same link of /click is not asked for a second time within one second of the app's time, with \
                another mk_cid for answer.
                """,
            why: "A double tap or a prefetch counts two clicks, and the second ID wins over the first.",
            evidenceNeeded: """
                Requests of /click in a recording whose clock_scale is at most 100: at a higher one the recorder's own \
                time is longer than a tap.
                """,
            example: "GET /click?ad=1, 80 ms later GET /click?ad=1 again: fail."))

    private struct Click {
        let number: Int
        let time: TapeTime
        let target: [UInt8]
    }

    private var log = RuleLog()
    private var isTooFast = false
    private var clicks: [Click] = []

    /// Clicks that a second one is compared with.
    private static let memory = 16
    /// Beyond it a second of the app's is less than 10 ms of the recorder's.
    private static let fastestClock = 100.0

    package init() {}

    package var findings: [Finding] { log.findings }

    package mutating func see(_ sighting: Sighting, _ evidence: Evidence) {
        guard sighting.role == .click, sighting.head.isMethod("GET"), sighting.status != nil else { return }
        guard sighting.state.clockScale <= Self.fastestClock else {
            isTooFast = true
            return
        }
        log.judged += 1
        let time = sighting.exchange.start
        if let earlier = clicks.last(where: { $0.target == sighting.target.bytes }), time >= earlier.time {
            let seconds = Double(time - earlier.time) / 1e9 * sighting.state.clockScale
            if seconds < 1 {
                let milliseconds = Int(seconds * 1000)
                log.findings.append(
                    Finding(
                        Self.description, at: sighting, saw: .words("\(milliseconds) ms after #\(earlier.number)"),
                        cause: .sdkSent, message: "two clicks in \(milliseconds) ms: the second id wins",
                        toDo: "ignore a second tap while the first one opens, and prefetch no click link"))
            }
        }
        if clicks.count == Self.memory { clicks.removeFirst() }
        clicks.append(Click(number: sighting.number, time: time, target: sighting.target.bytes))
    }

    package func finish(_ evidence: Evidence) -> RuleVerdict {
        log.verdict(
            "clicks",
            wouldShow: isTooFast
                ? "a recording with a clock_scale of at most 100 would show it"
                : "a request of /click with its answer would show it")
    }
}
