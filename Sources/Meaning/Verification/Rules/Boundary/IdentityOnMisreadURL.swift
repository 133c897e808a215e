package import SDKContracts
import AdTimeline

/// MK-045: Is a URL that only shows the base host somewhere read as another host's?
package struct IdentityOnMisreadURL: Rule {
    package static let description = RuleDescription(
        code: "MK-045", slug: "identity-on-misread-url", family: .boundary, severity: .p0,
        clause: Clause(
            "§7", "mesmo host do baseUrl configurado", derivation: "the host is what RFC 3986 §3.2.2 says it is"),
        question: "Is a URL that only shows the base host somewhere read as another host's?",
        related: ["MK-040"],
        needs: [.otherTargets, .otherContent, .cookies],
        explanation: RuleExplanation(
            what: """
                A URL may show the base host where it is not the host: as user information before @, or with \
                its dots percent-encoded. Requests that such a URL leads to carry no identity.
                """,
            why: "Two readers of one URL that disagree are a way round the boundary.",
            evidenceNeeded: "A document that tells such a URL, and the request it leads to.",
            example: """
                VAST tells https://ads.metrike.example@evil.example/px; GET evil.example/px?visitor_id=...: \
                fail.
                """))

    private var boundary = BoundaryLog()

    package init() {}

    package var findings: [Finding] { boundary.log.findings }

    package mutating func see(_ sighting: Sighting, _ evidence: Evidence) {
        guard sighting.isThirdParty,
            BoundaryJudge.isMisread(
                evidence.timeline.join(of: sighting.number),
                evidence.hosts)
        else { return }
        boundary.see(
            sighting, evidence, Self.description, .misreadURL,
            message: { "\($0) sent to a host that was misread as the base host" },
            toDo: "take the host from a URL parser, after the last @, and compare it undecoded")
    }

    package func finish(_ evidence: Evidence) -> RuleVerdict {
        boundary.log.verdict(
            "requests from URLs that show the base host elsewhere",
            wouldShow: "a document with a URL that shows the base host outside its host part would show it")
    }
}
