import CassetteFormat
package import SDKContracts
import AdTimeline

/// MK-125: Does viewable of a display ad come a second after its impression, not sooner?
package struct ViewableTooSoon: Rule {
    package static let description = RuleDescription(
        code: "MK-125", slug: "viewable-too-soon", family: .events, severity: .p1,
        clause: Clause("§7", "regra MRC, ≥50% da área visível por 1s contínuo"),
        question: "Does viewable of a display ad come a second after its impression, not sooner?",
        needs: [.ownContent, .times],
        explanation: RuleExplanation(
            what: """
                Between the impression and the viewable beacon of an ad lies at least a second, less 250 ms \
                for sampling; time_to_viewable_ms, where sent, is at least 1000. The mark clock_scale is taken \
                into account.
                """,
            why: "An ad cannot have been seen for a second before a second has passed.",
            evidenceNeeded: "Impression and viewable beacons of one answer of /serve.",
            example: "impression at 10.0 s, viewable at 10.3 s: fail."))

    private var log = RuleLog()
    private var impressions: [Int: TapeTime] = [:]

    package init() {}

    package var findings: [Finding] { log.findings }

    package mutating func see(_ sighting: Sighting, _ evidence: Evidence) {
        guard let event = evidence.displayEvent(sighting) else { return }
        if event.name == "impression" { impressions[event.ad] = impressions[event.ad] ?? sighting.exchange.start }
        guard event.name == "viewable" else { return }
        let stated = sighting.value(.timeToViewable).flatMap(DecimalText.init)?.value
        let measured = impressions[event.ad].map { evidence.appSeconds(from: $0, to: sighting) }
        guard stated != nil || measured != nil else { return }
        log.judged += 1
        var saw: String?
        if let stated, stated < 1000 { saw = "time to viewable \(Int(max(stated, 0))) ms" }
        if let measured, measured < 0.75 { saw = "\(Int(measured * 1000)) ms after the impression" }
        guard let saw else { return }
        log.findings.append(
            Finding(
                Self.description, at: sighting, places: sighting.fields(.timeToViewable).map(\.place), saw: .words(saw),
                cause: .sdkSent, message: "viewable is reported before a second has passed",
                toDo: "count continuous time in view, and report after one second"))
    }

    package func finish(_ evidence: Evidence) -> RuleVerdict {
        log.verdict(
            "viewable events", wouldShow: "impression and viewable beacons of one answer of /serve would show it")
    }
}
