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
                hosts.expected is the app's own affair. Services that apps use to attribute installations are a \
                remark: whom they serve does not show.
                """,
            why: "The guide tells publishers that no such way is used; their privacy statements rest on it.",
            evidenceNeeded: "Any request.",
            example: "POST https://shop.example/.well-known/skadnetwork/report-attribution/: fail."))

    private var log = RuleLog()
    private var services = HostList()

    package init() {}

    package var findings: [Finding] { log.findings }

    package mutating func see(_ sighting: Sighting, _ evidence: Evidence) {
        log.judged += 1
        if sighting.isThirdParty, AttributionSubstitute.isService(sighting.host), !isExpected(sighting, evidence) {
            services.add(sighting.host)
        }
        guard let substitute = AttributionSubstitute.matching(sighting),
            substitute.host == nil || !isExpected(sighting, evidence)
        else { return }
        log.findings.append(
            Finding(
                Self.description, at: sighting, saw: .text(sighting.summary), cause: .unjoined,
                message: "\(substitute.what) goes to \(sighting.host)",
                toDo: "take it out of the SDK; if it is the app's own, name the host in hosts.expected"))
    }

    private func isExpected(_ sighting: Sighting, _ evidence: Evidence) -> Bool {
        evidence.configuration.expectedHosts.contains { FirstPartyHosts.normalized($0) == sighting.host }
    }

    package func finish(_ evidence: Evidence) -> RuleVerdict {
        var log = log
        if !services.isEmpty {
            log.remarks.append("services that tie installations to clicks, the app's or the SDK's: \(services.text)")
        }
        return log.verdict("requests", wouldShow: "any request would show it")
    }
}
