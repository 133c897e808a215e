package import SDKContracts
import AdTimeline
import IdentityTrace

/// MK-182: Does the click ID stay with the click chain and the ad server?
package struct ClickIDOutsideClickChain: Rule {
    package static let description = RuleDescription(
        code: "MK-182", slug: "click-id-outside-click-chain", family: .click, severity: .p0,
        clause: Clause(
            "§6", "o redirect 302 do servidor já anexa mk_cid na própria URL de destino",
            derivation: "the click ID is for the destination and for the ad server"),
        question: "Does the click ID stay with the click chain and the ad server?",
        related: ["MK-048"],
        needs: [.otherContent, .cookies],
        explanation: RuleExplanation(
            what: """
                A click ID given by the ad server appears in no request to a host that is neither on the way \
                of the click nor first-party.
                """,
            why: """
                It ties a person's click to a later conversion; a third party that has both knows what the \
                person bought.
                """,
            evidenceNeeded: """
                A click ID in first-party traffic, and a third-party request outside the click chain.
                """,
            example: "After a click, GET https://pixel.example/t?cid=<mk_cid>: fail."))

    private var boundary = BoundaryLog()

    package init() {}

    package var findings: [Finding] { boundary.log.findings }

    package mutating func see(_ sighting: Sighting, _ evidence: Evidence) {
        guard sighting.isThirdParty, evidence.values.has(.clickID),
            evidence.timeline.join(of: sighting.number)?.told.role != .redirect
        else { return }
        boundary.see(
            sighting, evidence, Self.description, .clickID,
            message: { "\($0) sent to a host outside the click chain" },
            toDo: "keep the click ID out of requests to other hosts")
    }

    package func finish(_ evidence: Evidence) -> RuleVerdict {
        boundary.log.verdict(
            "third-party requests outside click chains",
            wouldShow: "a click ID in first-party traffic and a third-party request would show it")
    }
}
