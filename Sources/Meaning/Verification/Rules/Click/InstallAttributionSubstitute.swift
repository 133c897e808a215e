package import SDKContracts

/// MK-183: Does nothing try to tie an installation to a click by another way?
package struct InstallAttributionSubstitute: Rule {
    package static let description = RuleDescription(
        code: "MK-183", slug: "install-attribution-substitute", family: .click, severity: .p2,
        clause: Clause(
            "§6", "sem pasteboard, sem fingerprinting probabilístico, sem SKAdNetwork no V1"),
        question: "Does nothing try to tie an installation to a click by another way?",
        related: ["MK-052"],
        explanation: RuleExplanation(
            what: """
                No request goes to a postback address of SKAdNetwork or AdAttributionKit, to Apple's AdServices, \
                or to a known collector of device fingerprints. A collector named in \
                hosts.expected is the app's own affair.
                """,
            why: "The guide tells publishers that no such way is used; their privacy statements rest on it.",
            evidenceNeeded: "Any request.",
            example: "POST https://shop.example/.well-known/skadnetwork/report-attribution/: fail."))

    private var log = RuleLog()

    package init() {}

    package var findings: [Finding] { log.findings }

    package mutating func see(_ sighting: Sighting, _ evidence: Evidence) {
        log.judged += 1
        guard let substitute = AttributionSubstitute.matching(sighting),
            substitute.host == nil
                || !evidence.configuration.expectedHosts.contains(where: {
                    FirstPartyHosts.normalized($0) == sighting.host
                })
        else { return }
        log.findings.append(
            Finding(
                Self.description, at: sighting, saw: .text(sighting.summary), cause: .unjoined,
                message: "\(substitute.what) goes to \(sighting.host)",
                toDo: "take it out of the SDK; if it is the app's own, name the host in hosts.expected"))
    }

    package func finish(_ evidence: Evidence) -> RuleVerdict {
        log.verdict("requests", wouldShow: "any request would show it")
    }
}
