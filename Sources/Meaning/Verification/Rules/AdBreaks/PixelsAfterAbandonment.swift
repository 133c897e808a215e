import AdMarkup
import AdTimeline
import CassetteFormat
import HTTPModel
package import SDKContracts

/// MK-153: Does a break that was abandoned report nothing but its error?
package struct PixelsAfterAbandonment: Rule {
    package static let description = RuleDescription(
        code: "MK-153", slug: "pixels-after-abandonment", family: .adBreaks, severity: .p2,
        clause: Clause("§3.5", "break abandonado -- conteúdo já retomou sozinho"),
        question: "Does a break that was abandoned report nothing but its error?",
        explanation: RuleExplanation(
            what: """
                After the answer to an Error address of an ad in a break, no pixel of the same ad follows but further \
                errors; the schedule's own breakEnd is free. Judged where each document of the chain has one ad: in a \
                pod the next ad may play. Errors of companions and nonlinear ads (500 to 699) leave the video running.
                """,
            why: "A pixel of an ad that was given up counts what nobody saw.",
            evidenceNeeded: "A break of a schedule with an Error address that was asked for, and what follows it.",
            example: "error 402, then complete of the same ad: fail."))

    private enum Limits {
        /// So many of the latest abandoned documents are watched.
        static let documents = 64
    }

    /// An ad that was given up.
    private struct Abandonment {
        /// The document and, in a schedule, the break.
        let document: Int
        let breakIndex: Int?
        let exchange: Int
        let answered: TapeTime
        /// Something else was seen after it.
        var isJudged = false
    }

    private var log = RuleLog()
    private var abandoned: [Abandonment] = []

    package init() {}

    package var findings: [Finding] { log.findings }

    package mutating func see(_ sighting: Sighting, _ evidence: Evidence) {
        guard let join = evidence.timeline.join(of: sighting.number), evidence.breakKey(of: join) != nil else {
            if !abandoned.isEmpty, sighting.isFirstParty || evidence.filmPart(sighting) != nil { judgeAll() }
            return
        }
        switch join.told.role {
        case .error: abandon(sighting, join, evidence)
        case .impression, .clickTracking, .viewable: report(sighting, join, evidence)
        case .tracking(let event) where !["breakStart", "breakEnd", "error"].contains(event):
            report(sighting, join, evidence)
        default: judgeAll()
        }
    }

    private mutating func judgeAll() {
        for index in abandoned.indices where !abandoned[index].isJudged {
            abandoned[index].isJudged = true
            log.judged += 1
        }
    }

    private mutating func abandon(_ sighting: Sighting, _ join: Join, _ evidence: Evidence) {
        guard let answered = sighting.exchange.response?.time, Self.endsVideo(sighting, join),
            evidence.ads(around: join.told)?.count == 1
        else { return }
        let document = join.told.document
        let breakIndex = join.told.breakReference?.index
        guard !abandoned.contains(where: { $0.document == document && $0.breakIndex == breakIndex }) else { return }
        if abandoned.count == Limits.documents { abandoned.removeFirst() }
        abandoned.append(
            Abandonment(
                document: document, breakIndex: breakIndex, exchange: sighting.number, answered: answered))
    }

    /// The error is not one that leaves the video running (VAST 4.3 §2.3.6.3: 5xx nonlinear, 6xx companion).
    private static func endsVideo(_ sighting: Sighting, _ join: Join) -> Bool {
        for expansion in join.expanded {
            let macro = String(decoding: expansion.macro, as: UTF8.self)
            let code = Int(String(decoding: sighting.target.bytes[expansion.range], as: UTF8.self))
            if macro.contains("ERROR"), let code, (500..<700).contains(code) { return false }
        }
        return true
    }

    private mutating func report(_ sighting: Sighting, _ join: Join, _ evidence: Evidence) {
        guard !abandoned.isEmpty else { return }
        for line in evidence.lineage(of: join.told) {
            guard let ads = evidence.ads(around: line) else { continue }
            guard ads.count == 1 else { return }
            guard
                let index = abandoned.firstIndex(where: {
                    $0.document == line.document && $0.breakIndex == line.breakReference?.index
                }), sighting.exchange.start >= abandoned[index].answered
            else { continue }
            if !abandoned[index].isJudged {
                abandoned[index].isJudged = true
                log.judged += 1
            }
            log.findings.append(
                Finding(
                    Self.description, at: sighting, saw: .words("\(join.told.role.name) after the error"),
                    cause: .sdkSent,
                    message: "\(join.told.role.name) of an ad that was abandoned in #\(abandoned[index].exchange)",
                    toDo: "stop all tracking of a break when it is abandoned; only its error is told"))
            return
        }
        judgeAll()
    }

    package func finish(_ evidence: Evidence) -> RuleVerdict {
        log.verdict(
            "abandoned ads of breaks",
            wouldShow: "a break whose Error address was asked for, and what follows it, would show it")
    }
}
