package import SDKContracts
import AdTimeline

/// MK-043: Does everything below a third-party break stay without identity?
package struct IdentityInThirdPartyBreak: Rule {
    package static let description = RuleDescription(
        code: "MK-043", slug: "identity-in-third-party-break", family: .boundary, severity: .p0,
        clause: Clause("§7", "Um break VMAP resolvido pra um ad server de terceiro nunca recebe essa identidade"),
        question: "Does everything below a third-party break stay without identity?",
        related: ["MK-151"],
        needs: [.otherContent, .cookies],
        explanation: RuleExplanation(
            what: """
                The tree of a VMAP break whose AdTagURI names a third party carries no identity: wrappers, \
                inline answers, their pixels, their media. The break's own ad request is MK-151.
                """,
            why: """
                A break sold by another ad server is that server's business; the person watching has no \
                dealings with it.
                """,
            evidenceNeeded: "The VMAP answer, the break's ad request and a request that its documents asked for.",
            example: """
                #1 VMAP: break 2 asks video.example; #4 its VAST; #5 GET \
                https://video.example/imp?visitor_id=...: fail.
                """))

    private var boundary = BoundaryLog()

    package init() {}

    package var findings: [Finding] { boundary.log.findings }

    package mutating func see(_ sighting: Sighting, _ evidence: Evidence) {
        guard sighting.isThirdParty, let join = evidence.timeline.join(of: sighting.number),
            join.breakReference?.isThirdParty == true, join.told.role != .adTag
        else { return }
        boundary.see(
            sighting, evidence, Self.description, .breakTree,
            message: { "\($0) sent below an ad break of a third party" },
            toDo: "leave requests of third-party breaks as their documents state them")
    }

    package func finish(_ evidence: Evidence) -> RuleVerdict {
        boundary.log.verdict(
            "requests below third-party breaks",
            wouldShow: "a VMAP break of a third party whose documents lead to further requests would show it")
    }
}
