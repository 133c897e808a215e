package import SDKContracts
import AdTimeline

/// MK-052: Does the app talk to hosts of the list only?
package struct HostUnexpected: Rule {
    package static let description = RuleDescription(
        code: "MK-052", slug: "host-unexpected", family: .boundary, severity: .p3,
        clause: Clause(
            "§7", "só quando a URL aponta pro nosso próprio servidor",
            derivation: "every other host is somebody else's; who they may be is for the app to say"),
        question: "Does the app talk to hosts of the list only?",
        explanation: RuleExplanation(
            what: """
                Where hosts.expected names hosts, a third-party request goes to one of them. A name stands for \
                itself, .cdn.example for every host below cdn.example. Each other host is told once, with the \
                document that led there, if one did. Without the list nothing is judged.
                """,
            why: "A new host is a new party that learns when the app is used, from which address, and what it shows.",
            evidenceNeeded: "hosts.expected, and a third-party request that could be read.",
            example: "GET https://collect.example/ping, with hosts.expected [\"cdn.example\"]: fail."))

    /// So many hosts are told one by one, and so many told apart.
    private static let longestList = 64
    private static let memory = 4096

    private var log = RuleLog()
    private var seen: Set<String> = []
    private var untold = 0

    package init() {}

    package var findings: [Finding] { log.findings }

    package mutating func see(_ sighting: Sighting, _ evidence: Evidence) {
        let expected = evidence.configuration.expectedHosts
        guard !expected.isEmpty, sighting.isThirdParty else { return }
        log.judged += 1
        guard !seen.contains(sighting.host), seen.count < Self.memory else { return }
        seen.insert(sighting.host)
        guard !expected.contains(where: { Self.covers($0, sighting.host) }) else { return }
        guard log.findings.count < Self.longestList else {
            untold += 1
            return
        }
        let label = evidence.timeline.join(of: sighting.number)?.told.label
        log.findings.append(
            Finding(
                Self.description, at: sighting, saw: .text(sighting.host),
                cause: label.map { .serverSupplied(at: $0) } ?? .unjoined,
                message: "\(sighting.host) is not a host of hosts.expected",
                toDo: label == nil
                    ? "find out who asks this host; then name it in hosts.expected"
                    : "ask who put the address there; then name the host in hosts.expected"))
    }

    private static func covers(_ name: String, _ host: String) -> Bool {
        let name = FirstPartyHosts.normalized(name)
        return name.hasPrefix(".") ? host.hasSuffix(name) : host == name
    }

    package func finish(_ evidence: Evidence) -> RuleVerdict {
        guard !evidence.configuration.expectedHosts.isEmpty else {
            return .notApplicable("hosts.expected names none: any host may appear")
        }
        var log = log
        if untold > 0 { log.remarks.append("\(untold) further hosts") }
        return log.verdict("third-party requests", wouldShow: "a third-party request would show it")
    }
}
