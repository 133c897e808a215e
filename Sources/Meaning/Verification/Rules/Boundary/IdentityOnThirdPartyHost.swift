package import SDKContracts
import IdentityTrace

/// MK-042: Does no other host ever receive identity under its own name?
package struct IdentityOnThirdPartyHost: Rule {
    package static let description = RuleDescription(
        code: "MK-042", slug: "identity-on-third-party-host", family: .boundary, severity: .p0,
        clause: Clause("§7", "só quando a URL aponta pro nosso próprio servidor"),
        question: "Does no other host ever receive identity under its own name?",
        related: ["MK-040"],
        needs: [.otherContent, .cookies],
        explanation: RuleExplanation(
            what: """
                A request to any host but the base host carries none of the identity fields with a value \
                known from first-party traffic: not in the query, not in a form or JSON body, not in a \
                cookie.
                """,
            why: """
                The guide promises that identity is added only when the URL points at the ad server itself. \
                A third party that gets it can follow the person and the app across sites.
                """,
            evidenceNeeded: """
                A third-party request, and first-party requests that show which values are the app's.
                """,
            example: """
                VAST tells https://ads.example/px; GET https://ads.example/px?app_bundle=br.com.news is \
                fired: fail, sdk-attached.
                """))

    private var boundary = BoundaryLog()

    package init() {}

    package var findings: [Finding] { boundary.log.findings }

    package mutating func see(_ sighting: Sighting, _ evidence: Evidence) {
        guard sighting.isThirdParty, !evidence.values.isEmpty else { return }
        boundary.see(
            sighting, evidence, Self.description, .thirdParty,
            message: { "\($0) sent to a third party" },
            toDo: "attach identity only if the URL's host equals the base host")
    }

    package func finish(_ evidence: Evidence) -> RuleVerdict {
        boundary.log.verdict(
            "third-party requests",
            wouldShow: "a third-party request beside first-party ones would show it")
    }
}
