import CassetteFormat
package import SDKContracts

/// MK-127: Does an ad that is not viewable within half an hour end in silence?
package struct LateViewabilityVerdict: Rule {
    package static let description = RuleDescription(
        code: "MK-127", slug: "late-viewability-verdict", family: .events, severity: .p2,
        clause: Clause("§7", "Timeout de 30min sem atingir o critério: comportamento silencioso"),
        question: "Does an ad that is not viewable within half an hour end in silence?",
        explanation: RuleExplanation(
            what: """
                No viewable, notViewable or viewUndetermined beacon of a display ad comes half an hour or more after \
                its impression, by the app's clock (mark clock_scale). Silence is seen where the same process of the \
                app still sends something after it.
                """,
            why: "After half an hour the measurement is over; what is reported then was not measured.",
            evidenceNeeded: """
                An impression beacon, no viewability for half an hour, and a later request of the same process, at a \
                clock not more than 3600 times as fast.
                """,
            example: "impression at 0:00, notViewable at 31:00: fail."))

    private static let timeout = 1800.0
    /// A timer's own inaccuracy, before and after.
    private static let early = 5.0
    private static let late = 30.0
    /// Half an hour must last so long on the recorder's clock.
    private static let visible = 0.5

    private struct Waiting {
        let since: TapeTime
        let process: Int?
    }

    private var log = RuleLog()
    private var waiting = RecentAds<Int, Waiting>()
    /// Those whose half hour is over.
    private var silent = RecentAds<Int, TapeTime>()

    package init() {}

    package var findings: [Finding] { log.findings }

    package mutating func see(_ sighting: Sighting, _ evidence: Evidence) {
        guard sighting.isFirstParty, evidence.shows(Self.timeout, at: sighting, lasting: Self.visible) else { return }
        if let event = evidence.displayEvent(sighting) { see(event, sighting, evidence) }
        while let (ad, oldest) = waiting.first(),
            evidence.appSeconds(from: oldest.since, to: sighting) > Self.timeout + Self.late
        {
            waiting[ad] = nil
            // A process that has ended measures nothing any more.
            guard evidence.processes.process(of: sighting.number) == oldest.process else { continue }
            log.judged += 1
            silent[ad] = oldest.since
        }
    }

    private mutating func see(_ event: AdEvent, _ sighting: Sighting, _ evidence: Evidence) {
        if event.name == "impression", waiting[event.ad] == nil, silent[event.ad] == nil {
            waiting[event.ad] = Waiting(
                since: sighting.exchange.start, process: evidence.processes.process(of: sighting.number))
        }
        guard MetrikeVocabulary.viewabilityEvents.contains(event.name),
            let since = waiting[event.ad]?.since ?? silent[event.ad]
        else { return }
        let elapsed = evidence.appSeconds(from: since, to: sighting)
        waiting[event.ad] = nil
        guard elapsed >= Self.timeout - Self.early else { return }
        log.judged += 1
        log.findings.append(
            Finding(
                Self.description, at: sighting, places: sighting.fields(.event).map(\.place),
                saw: .words("\(event.name) \(Int(elapsed / 60)) min after the impression"), cause: .sdkSent,
                message: "the viewability of #\(event.ad) is reported after the half hour of its measurement",
                toDo: "stop measuring after half an hour, and send nothing"))
    }

    package func finish(_ evidence: Evidence) -> RuleVerdict {
        log.verdict(
            "ads whose half hour ended",
            wouldShow: """
                an ad that is not viewable for half an hour, and a later request of the same process, would show it
                """)
    }
}
