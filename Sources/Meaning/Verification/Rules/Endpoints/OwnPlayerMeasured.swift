package import SDKContracts
import AdMarkup
import AdTimeline
import HTTPModel

/// MK-007: Does the SDK measure nothing of an ad that the publisher's own player shows?
package struct OwnPlayerMeasured: Rule {
    package static let description = RuleDescription(
        code: "MK-007", slug: "own-player-measured", family: .endpoints, severity: .p2,
        clause: Clause("§3.6", "o SDK não mede nada nesse caminho"),
        question: "Does the SDK measure nothing of an ad that the publisher's own player shows?",
        explanation: RuleExplanation(
            what: """
                No native beacon names a token that formats.tokens calls own_player, nor an ad that came for it. The \
                request event, which is no measurement, is MK-123.
                """,
            why: "The other player measures as well: what both report is counted twice.",
            evidenceNeeded: "formats.tokens, and an ad that /vast answered for a token of an own player.",
            example: "GET /vast/abc for own_player, then POST /beacon {\"event\":\"viewable\",\"ad\":\"abc\"}: fail."))

    /// A shorter ad ID says nothing when it is seen again.
    private static let shortestID = 3
    /// So many tokens and ads are remembered.
    private static let nameCount = 1024

    private var log = RuleLog()
    /// Tokens of own players and their ads, each with the exchange that answered.
    private var owned: [[UInt8]: Int] = [:]
    private var firstUnnamed: Int?
    private var asksForOthers = false
    private var strayCount = 0

    package init() {}

    package var findings: [Finding] { log.findings }

    package mutating func see(_ sighting: Sighting, _ evidence: Evidence) {
        switch sighting.role {
        case .vmap: asksForOthers = true
        case .vast(let token):
            switch evidence.configuration.tokenFormats[String(display: token)] {
            case .ownPlayer: learn(token, sighting, evidence)
            case nil: firstUnnamed = firstUnnamed ?? sighting.number
            default: asksForOthers = true
            }
        case .beacon(let event?) where event != "request" && !owned.isEmpty:
            let place = sighting.parameters.first { owned[$0.value] != nil && $0.kind == nil }
            if let place, let number = owned[place.value] {
                report(sighting, event, place.place, number)
            } else if evidence.timeline.fill(of: sighting.number) == nil {
                strayCount += 1
            }
        default: return
        }
    }

    private mutating func learn(_ token: [UInt8], _ sighting: Sighting, _ evidence: Evidence) {
        guard let markup = evidence.timeline.documents[sighting.number], case .vast(let document) = markup.document,
            !document.ads.isEmpty
        else { return }
        log.judged += 1
        for name in [token, PercentCoding.decoded(token)] + markup.adIDs
        where name.count >= Self.shortestID && owned.count < Self.nameCount {
            owned[name] = sighting.number
        }
    }

    private mutating func report(_ sighting: Sighting, _ event: String, _ place: EvidencePlace, _ number: Int) {
        log.findings.append(
            Finding(
                Self.description, at: sighting, places: [place], saw: .words("\(event), of the ad of #\(number)"),
                cause: .sdkSent, message: "the SDK measures the ad of #\(number), which another player shows",
                toDo: "send no beacon for a token of buildVastUrl"))
    }

    package func finish(_ evidence: Evidence) -> RuleVerdict {
        if log.judged == 0 {
            if let firstUnnamed {
                return .needsConfig("name formats.tokens: whether the token of #\(firstUnnamed) is an own player's")
            }
            if asksForOthers { return .notApplicable("formats.tokens calls no token that is asked own_player") }
        }
        // With one kind of video alone, a beacon of no known ad may be of the own player's.
        if log.findings.isEmpty, strayCount > 0, !asksForOthers, firstUnnamed == nil {
            return .notObserved("which ad \(strayCount) beacons are about, that name none that came, would show it")
        }
        return log.verdict(
            "ads of own players", wouldShow: "an ad for a token that formats.tokens calls own_player would show it")
    }
}
