import AdTimeline
import HTTPModel
package import SDKContracts

/// MK-172: Is the destination, apart from mk_cid, the campaign's URL byte for byte?
package struct DestinationChanged: Rule {
    package static let description = RuleDescription(
        code: "MK-172", slug: "destination-changed", family: .click, severity: .p1,
        clause: Clause(
            "§6", "o redirect 302 do servidor já anexa mk_cid na própria URL de destino",
            derivation: "to append is to change nothing else"),
        question: "Is the destination, apart from mk_cid, the campaign's URL byte for byte?",
        related: ["MK-187"],
        explanation: RuleExplanation(
            what: """
                The Location of /click without mk_cid is the campaign's URL: the same parameters in the same order and \
                coding, the same fragment. The campaign's URL is what the answer of /serve tells under \
                serve.landing_pointer, the ClickThrough of the ad's document where it is not /click itself, or one of \
                campaigns.landing_urls. Macros in it may have been replaced.
                """,
            why: """
                A destination that was decoded, sorted or cut leads elsewhere, or loses what the advertiser measures by.
                """,
            evidenceNeeded: "A redirect of /click with one mk_cid, and the campaign's URL.",
            example: "Campaign ...?sku=42%2Fa#top, Location ...?sku=42/a&mk_cid=A: fail."))

    private var log = RuleLog()
    private var hasUnknown = false

    package init() {}

    package var findings: [Finding] { log.findings }

    package mutating func see(_ sighting: Sighting, _ evidence: Evidence) {
        guard sighting.role == .click, let step = evidence.clicks.step(of: sighting), step.clickID != nil,
            let link = step.link
        else { return }
        let campaigns = Self.campaigns(sighting, evidence)
        guard !campaigns.isEmpty else {
            hasUnknown = true
            return
        }
        log.judged += 1
        let comparisons = campaigns.map {
            DestinationComparison(link.bytes, campaign: $0, name: evidence.configuration.name(.clickID))
        }
        guard comparisons.allSatisfy({ !$0.isSame }), let nearest = comparisons.min(by: { $0.distance < $1.distance })
        else { return }
        log.findings.append(
            Finding(
                Self.description, at: sighting, places: [link.place],
                saw: .words(nearest.differences.joined(separator: "; ")), cause: .serverAnswer,
                message: "the destination is not the campaign's URL: \(nearest.differences.joined(separator: "; "))"
                    + (nearest.isFragmentCut ? " (fragment cut at \(sighting.host))" : ""),
                toDo: "append mk_cid to the campaign's URL and change nothing else in it"))
    }

    /// What the recording tells of this ad's landing, else what the configuration names.
    private static func campaigns(_ click: Sighting, _ evidence: Evidence) -> [[UInt8]] {
        let pointer = evidence.configuration.landingPointer
        if let fill = evidence.timeline.fill(of: click.number) {
            let told = evidence.timeline.told(by: fill.exchange).filter { $0.role == .answerLink(pointer: pointer) }
            if !told.isEmpty { return told.map(\.url) }
        }
        if let own = evidence.timeline.join(of: click.number)?.told, own.role == .clickTracking {
            let through = evidence.timeline.told(by: own.document).filter { $0.role == .clickThrough }
            if !through.isEmpty { return through.map(\.url) }
        }
        return evidence.configuration.landingURLs.map { Array($0.utf8) }
    }

    package func finish(_ evidence: Evidence) -> RuleVerdict {
        if log.judged == 0, hasUnknown {
            return .needsConfig(
                "name campaigns.landing_urls, or serve.landing_pointer where the answers of /serve tell the landing")
        }
        return log.verdict("destinations", wouldShow: "a redirect of /click with mk_cid would show it")
    }
}
