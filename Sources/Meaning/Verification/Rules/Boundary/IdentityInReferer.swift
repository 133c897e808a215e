package import SDKContracts
import HTTPModel

/// MK-048: Does no Referer give a third party identity or the click ID?
package struct IdentityInReferer: Rule {
    package static let description = RuleDescription(
        code: "MK-048", slug: "identity-in-referer", family: .boundary, severity: .p0,
        clause: Clause(
            "§7", "nunca recebe essa identidade",
            derivation: "the Referer field gives the receiver the URL a request came from"),
        question: "Does no Referer give a third party identity or the click ID?",
        related: ["MK-047", "MK-182"],
        explanation: RuleExplanation(
            what: "A Referer toward another host holds no URL with identity or a click ID in it.",
            why: """
                A web view sends the page's URL along with each request unless told otherwise; what stands \
                in that URL leaves with it.
                """,
            evidenceNeeded: "A third-party request with a Referer, and first-party requests that show the values.",
            example: "Referer: https://ads.metrike.example/creative?visitor_id=... to cdn.example: fail."))

    private var boundary = BoundaryLog()

    package init() {}

    package var findings: [Finding] { boundary.log.findings }

    package mutating func see(_ sighting: Sighting, _ evidence: Evidence) {
        guard sighting.isThirdParty, sighting.head.contains("referer") else { return }
        boundary.see(
            sighting, evidence, Self.description, .referer,
            message: { "the Referer gives a third party \($0)" },
            toDo: "load creatives from a URL without identity, or with Referrer-Policy: no-referrer")
    }

    package func finish(_ evidence: Evidence) -> RuleVerdict {
        boundary.log.verdict(
            "third-party requests with a Referer",
            wouldShow: "a third-party request with a Referer would show it")
    }
}
