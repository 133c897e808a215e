package import SDKContracts
import CassetteFormat

/// MK-040: Does a host that only resembles the base host stay without identity?
package struct IdentityOnLookalikeHost: Rule {
    package static let description = RuleDescription(
        code: "MK-040", slug: "identity-on-lookalike-host", family: .boundary, severity: .p0,
        clause: Clause("§7", "mesmo host do baseUrl configurado"),
        question: "Does a host that only resembles the base host stay without identity?",
        related: ["MK-042", "MK-045"],
        needs: [.otherContent, .cookies],
        explanation: RuleExplanation(
            what: """
                First-party means that the request's host equals the base host, without case and trailing \
                dot. A subdomain, a sibling, a parent or a longer name that contains the base host is a \
                third party.
                """,
            why: "A comparison by suffix or by containment hands identity to whoever registers a fitting name.",
            evidenceNeeded: """
                A request to a host that resembles the base host, and a first-party request that shows the \
                values.
                """,
            example: """
                Base host ads.metrike.example; GET \
                https://evil-ads.metrike.example/px?app_bundle=br.com.news: fail.
                """))

    private var boundary = BoundaryLog()

    package init() {}

    package var findings: [Finding] { boundary.log.findings }

    package mutating func see(_ sighting: Sighting, _ evidence: Evidence) {
        guard evidence.isLookalike(sighting) else { return }
        boundary.see(
            sighting, evidence, Self.description, .resemblingHost,
            message: { "\($0) sent to a host that only resembles the base host" },
            toDo: "compare whole host names for equality, never by suffix")
    }

    package func finish(_ evidence: Evidence) -> RuleVerdict {
        boundary.log.verdict(
            "requests to resembling hosts",
            wouldShow: "a request to a host that resembles the base host would show it")
    }
}
