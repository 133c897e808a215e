import HTTPModel
package import SDKContracts

/// MK-053: Do the host that is dialled, the Host field and the name that TLS asks for agree?
package struct HostDisagreement: Rule {
    package static let description = RuleDescription(
        code: "MK-053", slug: "host-disagreement", family: .boundary, severity: .p1,
        clause: Clause(
            "§7", "mesmo host do baseUrl configurado",
            derivation: "a request that names two hosts has no host that could be the same"),
        question: "Do the host that is dialled, the Host field and the name that TLS asks for agree?",
        related: ["MK-042"],
        explanation: RuleExplanation(
            what: """
                The authority of CONNECT or of the request's URL, the Host field (:authority in HTTP/2) and the \
                server name of TLS name one host. Where they do not, the request counts as a third party's, whatever \
                each of them says. Nothing is compared behind a reverse proxy.
                """,
            why: """
                Who stands behind the connection sees the request, and who is named in it may get it: a request that \
                names two hosts tells both.
                """,
            evidenceNeeded: "A request with a Host field.",
            example: "CONNECT ads.metrike.example:443, then GET /serve with Host: evil.example: fail."))

    private var log = RuleLog()

    package init() {}

    package var findings: [Finding] { log.findings }

    package mutating func see(_ sighting: Sighting, _ evidence: Evidence) {
        log.judged += 1
        guard let disagreement = sighting.hostDisagreement else { return }
        let field = sighting.head.fields.first { sighting.head.isField($0, "host") }
        log.findings.append(
            Finding(
                Self.description, at: sighting,
                places: field.map {
                    [EvidencePlace(part: .requestHead, surface: .header, name: "host", range: $0.value)]
                } ?? [], saw: .words("dialled \(sighting.host); \(disagreement)"), cause: .sdkSent,
                message: "the request names two hosts", toDo: "send Host and server name for the host that is dialled"))
    }

    package func finish(_ evidence: Evidence) -> RuleVerdict {
        log.verdict("requests", wouldShow: "a request would show it")
    }
}
