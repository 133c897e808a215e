package import SDKContracts

/// MK-131: Is an outstream video neither skipped nor closed?
package struct OutstreamSkipped: Rule {
    package static let description = RuleDescription(
        code: "MK-131", slug: "outstream-skipped", family: .events, severity: .p2,
        clause: Clause("§3.4", "não há botão de fechar nem skip"),
        question: "Is an outstream video neither skipped nor closed?",
        explanation: RuleExplanation(
            what: """
                No skip, close or closeLinear is reported of an ad whose token is outstream, by formats.tokens or the \
                mark token_format.
                """,
            why: "An outstream video has no button for either; the event is made up.",
            evidenceNeeded: "A VAST answer of an outstream token, and its pixels.",
            example: "skip of an outstream ad: fail."))

    private static let endings: Set<String> = ["skip", "close", "closeLinear"]

    private var log = RuleLog()
    private var started = RecentAds<VideoAd.Key, Bool>()
    private var unnamed = 0

    package init() {}

    package var findings: [Finding] { log.findings }

    package mutating func see(_ sighting: Sighting, _ evidence: Evidence) {
        guard let event = evidence.videoEvent else { return }
        let key = event.ad.key
        if event.name == "start", started[key] == nil {
            started[key] = true
            if event.ad.format == nil { unnamed += 1 }
            if event.ad.format == .outstream { log.judged += 1 }
        }
        guard event.ad.format == .outstream, Self.endings.contains(event.name) else { return }
        log.findings.append(
            Finding(
                Self.description, at: sighting, saw: .text(event.name), cause: .sdkSent,
                message: "\(event.name) of the outstream ad of #\(key.root), which has no button for it",
                toDo: "offer no skip and no close in outstream, whatever the document allows"))
    }

    package func finish(_ evidence: Evidence) -> RuleVerdict {
        log.outstreamVerdict(
            "outstream ads", wouldShow: "an outstream ad whose start pixel was fired would show it", unnamed: unnamed)
    }
}
