package import SDKContracts
import AdTimeline

/// MK-046: Does a redirect from the ad server to another host lead there without identity?
package struct IdentityAfterRedirect: Rule {
    package static let description = RuleDescription(
        code: "MK-046", slug: "identity-after-redirect", family: .boundary, severity: .p0,
        clause: Clause(
            "§7", "só quando a URL aponta pro nosso próprio servidor",
            derivation: "a redirect to another host is a URL that does not point at the server"),
        question: "Does a redirect from the ad server to another host lead there without identity?",
        needs: [.otherContent, .redirects, .cookies],
        explanation: RuleExplanation(
            what: """
                Where a first-party answer redirects to another host, the request that follows carries no \
                identity: neither echoed by the server in its Location nor attached again by the SDK. The \
                click ID is meant to travel and is not judged here.
                """,
            why: """
                The request begins as first-party and ends elsewhere; a client that decides once, at the \
                start, gives identity away at the second hop.
                """,
            evidenceNeeded: "A first-party redirect to another host and the request that followed it.",
            example: """
                #7 GET /px answers 302 https://sync.example/?visitor_id=...; #8 asks it: fail, cause \
                redirect.
                """))

    private var boundary = BoundaryLog()

    package init() {}

    package var findings: [Finding] { boundary.log.findings }

    package mutating func see(_ sighting: Sighting, _ evidence: Evidence) {
        guard sighting.isThirdParty, let join = evidence.timeline.join(of: sighting.number),
            join.told.role == .redirect, evidence.isFirstParty(join.told.document)
        else { return }
        boundary.see(
            sighting, evidence, Self.description, .redirect,
            message: { "\($0) travelled with a redirect to a third party" },
            toDo: "decide at each hop; the server must not echo identity in Location")
    }

    package func finish(_ evidence: Evidence) -> RuleVerdict {
        boundary.log.verdict(
            "redirects to third parties",
            wouldShow: "a first-party answer that redirects to another host, and the next request, would show it")
    }
}
