package import SDKContracts
import AdTimeline

/// MK-123: Does the SDK leave the request event of video to the server?
package struct VideoRequestCountedTwice: Rule {
    package static let description = RuleDescription(
        code: "MK-123", slug: "video-request-counted-twice", family: .events, severity: .p1,
        clause: Clause(
            "§7", "já grava sua própria linha request no servidor"),
        question: "Does the SDK leave the request event of video to the server?",
        needs: [.ownContent],
        explanation: RuleExplanation(
            what: """
                No beacon with the event request names a token for which /vast or /vmap was asked, nor an ad that came.
                """,
            why: "The server has counted the request already; a beacon counts it twice.",
            evidenceNeeded: "A request of /vast or /vmap and a beacon that names its token.",
            example: "GET /vast/abc, then POST /beacon {\"event\":\"request\",\"token\":\"abc\"}: fail."))

    private var log = RuleLog()
    /// A shorter ad ID says nothing when it is seen again.
    private static let shortestID = 3
    /// Tokens that were asked for, and the IDs of the ads that came.
    private var tokens: [[UInt8]: Int] = [:]

    package init() {}

    package var findings: [Finding] { log.findings }

    package mutating func see(_ sighting: Sighting, _ evidence: Evidence) {
        switch sighting.role {
        case .vast(let token), .vmap(let token):
            log.judged += 1
            tokens[token] = sighting.number
            for id in evidence.timeline.documents[sighting.number]?.adIDs ?? [] where id.count >= Self.shortestID {
                tokens[id] = sighting.number
            }
        case .beacon("request"):
            guard
                let place = sighting.parameters.first(where: {
                    tokens[$0.value] != nil && $0.kind == nil
                }),
                let asked = tokens[place.value]
            else { return }
            log.findings.append(
                Finding(
                    Self.description, at: sighting, places: [place.place],
                    saw: .words("request, with a token or ad of #\(asked)"),
                    cause: .sdkSent, message: "the request of #\(asked) is counted again by a beacon",
                    toDo: "send no request event for video"))
        default: return
        }
    }

    package func finish(_ evidence: Evidence) -> RuleVerdict {
        log.verdict("requests of /vast and /vmap", wouldShow: "a request of /vast or /vmap would show it")
    }
}
