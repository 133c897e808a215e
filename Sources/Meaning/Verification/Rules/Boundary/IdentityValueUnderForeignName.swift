package import SDKContracts
import IdentityTrace

/// MK-047: Does no third party receive an identity value under another name or in another place?
package struct IdentityValueUnderForeignName: Rule {
    package static let description = RuleDescription(
        code: "MK-047", slug: "identity-value-under-foreign-name", family: .boundary, severity: .p0,
        clause: Clause(
            "§7", "nunca recebe essa identidade", derivation: "a value is identity under whatever name it travels"),
        question: "Does no third party receive an identity value under another name or in another place?",
        related: ["MK-052"],
        needs: [.otherContent, .cookies],
        explanation: RuleExplanation(
            what: """
                The visitor ID and the session ID, and the app bundle where the SDK added it, appear nowhere \
                in a third-party request: path, query, fragment, header, cookie, body, the host's labels, what the \
                client says in a WebSocket; plain, in other spelling, as a digest, and under codings and \
                compression. A label of a host makes a host that no list knows (MK-052).
                """,
            why: "A rule by names is passed by renaming. What tells the person apart is the value.",
            evidenceNeeded: """
                A third-party request, and first-party requests that show the values. Values kept out of \
                first-party traffic cannot be found.
                """,
            example: """
                GET https://ads.example/px?uid=3F2504E04F8911D39A0C0305E82C3301, the visitor ID without \
                hyphens: fail.
                """))

    private var boundary = BoundaryLog()

    package init() {}

    package var findings: [Finding] { boundary.log.findings }

    package mutating func see(_ sighting: Sighting, _ evidence: Evidence) {
        guard sighting.isThirdParty, !evidence.values.isEmpty else { return }
        boundary.see(
            sighting, evidence, Self.description, .foreignName,
            message: { "the value of \($0) sent to a third party under another name" },
            toDo: "send nothing derived from identity to other hosts")
    }

    package func finish(_ evidence: Evidence) -> RuleVerdict {
        boundary.log.verdict(
            "third-party requests searched",
            wouldShow: "a third-party request beside first-party ones would show it")
    }
}
