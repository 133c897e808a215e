package import SDKContracts
import AdTimeline

/// MK-151: Does the ad request of a third-party break stay without identity?
package struct IdentityInBreakRequest: Rule {
    package static let description = RuleDescription(
        code: "MK-151", slug: "identity-in-third-party-ad-request", family: .adBreaks, severity: .p0,
        clause: Clause("§7", "Um break VMAP resolvido pra um ad server de terceiro nunca recebe essa identidade"),
        question: "Does the ad request of a third-party break stay without identity?",
        related: ["MK-043"],
        needs: [.otherContent, .adDocuments],
        explanation: RuleExplanation(
            what: """
                The request for a VMAP break's AdTagURI on a third party's host is the URL of the VMAP, \
                macros replaced, with nothing of the app's identity added.
                """,
            why: """
                It is the first request of the break, and the one in which a loader that treats all breaks \
                alike attaches identity.
                """,
            evidenceNeeded: "The VMAP answer and the request for the break's AdTagURI.",
            example: """
                VMAP tells https://video.example/tag; GET https://video.example/tag?app_bundle=br.com.news: \
                fail.
                """))

    private var boundary = BoundaryLog()

    package init() {}

    package var findings: [Finding] { boundary.log.findings }

    package mutating func see(_ sighting: Sighting, _ evidence: Evidence) {
        guard sighting.isThirdParty, let join = evidence.timeline.join(of: sighting.number),
            join.breakReference?.isThirdParty == true, join.told.role == .adTag
        else { return }
        boundary.see(
            sighting, evidence, Self.description, .breakRequest,
            message: { "\($0) sent in the ad request of a third-party break" },
            toDo: "ask a third party's AdTagURI exactly as the VMAP states it")
    }

    package func finish(_ evidence: Evidence) -> RuleVerdict {
        boundary.log.verdict(
            "ad requests of third-party breaks",
            wouldShow: "a VMAP answer with a third-party AdTagURI and the request for it would show it")
    }
}
