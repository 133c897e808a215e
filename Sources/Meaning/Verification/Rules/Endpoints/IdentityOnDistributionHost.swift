package import SDKContracts
import IdentityTrace

/// MK-011: Does the host that the SDK is downloaded from stay without identity?
package struct IdentityOnDistributionHost: Rule {
    package static let description = RuleDescription(
        code: "MK-011", slug: "identity-on-distribution-host", family: .endpoints, severity: .p0,
        clause: Clause(
            "§1", "zip do cdx",
            derivation: "the host of the download is not the baseUrl's host, and only that one gets identity (§7)"),
        question: "Does the host that the SDK is downloaded from stay without identity?",
        explanation: RuleExplanation(
            what: """
                A request to a host of hosts.distribution (cdx.metrike.com.br) carries no identity field with a value \
                known from first-party traffic. The host has the ad server's domain and is a third party all the \
                same, unless first_party.extra_hosts names it.
                """,
            why: "Files lie on content networks, whose logs are other people's.",
            evidenceNeeded: "A request to such a host, and first-party requests that show the app's values.",
            example: "GET https://cdx.metrike.com.br/sdk/ios/latest?visitor_id=...: fail."))

    private var boundary = BoundaryLog()

    package init() {}

    package var findings: [Finding] { boundary.log.findings }

    package mutating func see(_ sighting: Sighting, _ evidence: Evidence) {
        guard sighting.isThirdParty, evidence.contract.isDistributionHost(sighting.host), !evidence.values.isEmpty
        else { return }
        boundary.see(
            sighting, evidence, Self.description, .distributionHost,
            message: { "\($0) sent to the host that the SDK is downloaded from" },
            toDo: "attach identity only if the URL's host equals the base host")
    }

    package func finish(_ evidence: Evidence) -> RuleVerdict {
        boundary.log.verdict(
            "requests to the distribution host",
            wouldShow: "a request to a host of hosts.distribution would show it")
    }
}
