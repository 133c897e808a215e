import AdTimeline
import CassetteFormat
import HTTPModel
package import SDKContracts

/// MK-014: Do all requests to the ad server go over TLS?
package struct RequestWithoutTLS: Rule {
    package static let description = RuleDescription(
        code: "MK-014", slug: "request-without-tls", family: .endpoints, severity: .p1,
        clause: Clause(
            "§7", "mesmo host do baseUrl configurado",
            derivation: "the guide names the host alone; App Transport Security wants TLS of every app"),
        question: "Do all requests to the ad server go over TLS?",
        related: ["MK-184"],
        explanation: RuleExplanation(
            what: """
                A first-party request has the scheme https. The key first_party.plain_http says what another one \
                counts.
                """,
            why: """
                Identity sent in clear is read by everyone on the way; on a device App Transport Security refuses \
                such a request.
                """,
            evidenceNeeded: "A first-party request.",
            example: "POST http://ads.example/beacon: fail."))

    private var log = WeighedLog()

    package init() {}

    package var findings: [Finding] { log.findings }

    package mutating func see(_ sighting: Sighting, _ evidence: Evidence) {
        let weight = evidence.configuration.readings.plainHTTP
        guard sighting.isFirstParty, weight != .ignore else { return }
        log.judge()
        guard sighting.exchange.origin.scheme == .http else { return }
        log.take(
            Finding(
                Self.description, at: sighting, saw: .text("http"), cause: cause(sighting, evidence),
                message: "a request goes to the ad server without TLS",
                toDo: "use https for the base URL and every address the server answers"),
            weight, key: "first_party.plain_http")
    }

    private func cause(_ sighting: Sighting, _ evidence: Evidence) -> Cause {
        guard let told = evidence.timeline.join(of: sighting.number)?.told, told.role != .redirect,
            ASCII.equalsIgnoringCase(told.url.prefix(5), "http:")
        else { return evidence.sender(of: sighting) }
        return .serverSupplied(at: told.label)
    }

    package func finish(_ evidence: Evidence) -> RuleVerdict {
        if evidence.configuration.readings.plainHTTP == .ignore {
            return .notApplicable("first_party.plain_http is ignore")
        }
        return log.verdict("first-party requests", wouldShow: "a request to the base host would show it")
    }
}
