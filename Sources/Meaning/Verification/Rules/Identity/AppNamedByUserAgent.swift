package import SDKContracts
import HTTPModel

/// MK-032: Which hosts learn the app's name from the system's own User-Agent?
package struct AppNamedByUserAgent: Rule {
    package static let description = RuleDescription(
        code: "MK-032", slug: "app-named-by-user-agent", family: .identity, severity: .p3,
        clause: Clause(
            "§2", "Esses quatro campos de identidade",
            derivation: "the system's User-Agent is no field of the SDK's, though it names the app; never a breach"),
        question: "Which hosts learn the app's name from the system's own User-Agent?",
        explanation: RuleExplanation(
            what: """
                Names the third-party hosts whose requests have the User-Agent that the system makes by itself, \
                App/1 CFNetwork/... Darwin/.... It is a remark and never a finding.
                """,
            why: "The name and version of the app reach every host that the SDK asks, and no rule forbids it.",
            evidenceNeeded: "A third-party request.",
            example: "GET https://px.example/i with User-Agent: News/7 CFNetwork/1494.0.7 Darwin/23.4.0: a remark."))

    private static let sign = Array(" CFNetwork/".utf8)

    private var judged = 0
    private var hosts = HostList()

    package init() {}

    package var findings: [Finding] { [] }

    package mutating func see(_ sighting: Sighting, _ evidence: Evidence) {
        guard sighting.isThirdParty else { return }
        judged += 1
        if let agent = sighting.head.first("user-agent"), Self.isSystems(agent) { hosts.add(sighting.host) }
    }

    private static func isSystems(_ agent: ArraySlice<UInt8>) -> Bool {
        guard let space = agent.firstIndex(of: 0x20) else { return false }
        return agent[space...].starts(with: sign)
    }

    package func finish(_ evidence: Evidence) -> RuleVerdict {
        guard judged > 0 else { return .notObserved("a third-party request would show it") }
        return .pass(
            "third-party requests: \(judged)",
            remarks: hosts.isEmpty ? [] : ["the system's User-Agent names the app to \(hosts.text)"])
    }
}
