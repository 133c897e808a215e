package import SDKContracts
import AdTimeline

/// MK-044: Do media, companions, scripts and creatives on other hosts stay without identity?
package struct IdentityInAssetRequest: Rule {
    package static let description = RuleDescription(
        code: "MK-044", slug: "identity-in-asset-request", family: .boundary, severity: .p0,
        clause: Clause(
            "§7", "só quando a URL aponta pro nosso próprio servidor",
            derivation: "media, companions, verification scripts and creatives are requests to other hosts as well"),
        question: "Do media, companions, scripts and creatives on other hosts stay without identity?",
        related: ["MK-042"],
        needs: [.otherContent, .cookies],
        explanation: RuleExplanation(
            what: """
                A request for what is shown or run (media file, companion, icon, verification script, a URL \
                inside a creative) on another host carries no identity field.
                """,
            why: """
                Content networks keep logs and share them; identity in a media URL is identity in those \
                logs.
                """,
            evidenceNeeded: "The document that names the asset and the request for it.",
            example: """
                VAST MediaFile https://cdn.example/a.mp4; GET https://cdn.example/a.mp4?session_id=...: \
                fail.
                """))

    private var boundary = BoundaryLog()

    package init() {}

    package var findings: [Finding] { boundary.log.findings }

    package mutating func see(_ sighting: Sighting, _ evidence: Evidence) {
        guard sighting.isThirdParty, evidence.timeline.join(of: sighting.number)?.purpose.isAsset == true
        else { return }
        boundary.see(
            sighting, evidence, Self.description, .asset,
            message: { "\($0) sent with the request for an asset of a third party" },
            toDo: "fetch assets by the URLs their documents state")
    }

    package func finish(_ evidence: Evidence) -> RuleVerdict {
        boundary.log.verdict(
            "third-party asset requests",
            wouldShow: "a document that names an asset on another host, and the request for it, would show it")
    }
}
