import HTTPModel
package import SDKContracts

/// MK-192: Does /click lead only where the ad server says, not where the link says?
package struct OpenRedirect: Rule {
    package static let description = RuleDescription(
        code: "MK-192", slug: "open-redirect", family: .click, severity: .p1,
        clause: Clause(
            "§6", "o redirect 302 do servidor já anexa mk_cid na própria URL de destino",
            derivation: "the server knows the destination; a destination in the link is anybody's (CWE-601)"),
        question: "Does /click lead only where the ad server says, not where the link says?",
        explanation: RuleExplanation(
            what: """
                The destination of /click does not stand as a parameter in the link that asked for it. Allowed are a \
                host that campaigns.landing_urls names, and a link with a signature.
                """,
            why: """
                A link of the ad server that leads anywhere is a gift to phishing: it bears a trusted name, and gets a \
                mk_cid besides.
                """,
            evidenceNeeded: "A redirect of /click.",
            example: "/click?to=https%3A%2F%2Fshop.example%2F answers Location: https://shop.example/?mk_cid=A: fail."))

    private var log = RuleLog()

    /// Parameters that make a link the server's own.
    private static let signatures: Set = ["sig", "sign", "signature", "hmac", "mac", "hash", "s", "checksum"]

    package init() {}

    package var findings: [Finding] { log.findings }

    package mutating func see(_ sighting: Sighting, _ evidence: Evidence) {
        guard sighting.role == .click, let link = evidence.clicks.step(of: sighting)?.link, link.taker == .web else {
            return
        }
        log.judged += 1
        let destination = URLBytes(link.read.destination)
        guard let host = destination.normalizedHost,
            let inner = InnerLink.all(in: sighting.target.bytes).first(where: {
                let url = URLBytes($0.url)
                return url.normalizedHost == host
                    && url.bytes[url.path].elementsEqual(destination.bytes[destination.path])
            })
        else { return }
        let campaign = evidence.configuration.landingURLs.contains { URLBytes(Array($0.utf8)).normalizedHost == host }
        let isSigned = QueryNames.all(in: sighting.target.bytes).contains { Self.signatures.contains($0.lowercased()) }
        if campaign || isSigned {
            if log.remarks.count < RuleLog.remarkLimit {
                log.remarks.append(
                    "#\(sighting.number): the destination stands in '\(inner.name)', "
                        + (campaign ? "and is a campaign's" : "under a signature"))
            }
            return
        }
        let place = sighting.parameters.first { $0.value == inner.url }?.place
        log.findings.append(
            Finding(
                Self.description, at: sighting, places: place.map { [$0] } ?? [],
                saw: .text("\(inner.name)=\(host)/…"), cause: .serverAnswer,
                message: "the click endpoint redirects anywhere: it goes to the URL in '\(inner.name)'",
                toDo: "look the destination up by the ad, or sign the link"))
    }

    package func finish(_ evidence: Evidence) -> RuleVerdict {
        log.verdict("redirects of /click", wouldShow: "a redirect of /click would show it")
    }
}
