import AdTimeline
package import SDKContracts

/// MK-005: Is a lone VAST in answer to /vmap played without a second fetch?
package struct SecondFetchAfterLoneVAST: Rule {
    package static let description = RuleDescription(
        code: "MK-005", slug: "second-fetch-after-lone-vast", family: .endpoints, severity: .p1,
        clause: Clause("§3.5", "sem fazer um segundo fetch"),
        question: "Is a lone VAST in answer to /vmap played without a second fetch?",
        explanation: RuleExplanation(
            what: """
                Where /vmap/{token} answers a single VAST, the SDK plays it as a pre-roll: it asks neither \
                /vmap nor /vast with that token again before the ad has fired a pixel or fetched its media.
                """,
            why: "The second fetch counts a second request and may bring another ad than the one that was sold.",
            evidenceNeeded: "An answer of /vmap whose root is VAST, and what follows it.",
            example: "GET /vmap/abc answers <VAST>; GET /vast/abc follows at once: fail."))

    private var log = RuleLog()
    /// Lone VAST answers whose ad has not shown itself yet, by exchange.
    private var waiting: [Int: [UInt8]] = [:]

    package init() {}

    package var findings: [Finding] { log.findings }

    package mutating func see(_ sighting: Sighting, _ evidence: Evidence) {
        if let root = evidence.timeline.join(of: sighting.number)?.root { waiting.removeValue(forKey: root) }
        let token: [UInt8]
        switch sighting.role {
        case .vast(let name), .vmap(let name): token = name
        default: return
        }
        if let first = waiting.first(where: { $0.value == token })?.key {
            waiting.removeValue(forKey: first)
            log.findings.append(
                Finding(
                    Self.description, at: sighting,
                    places: [
                        EvidencePlace(part: .target, surface: .path, name: "", range: sighting.target.path)
                    ], saw: .text(sighting.summary), cause: .sdkSent,
                    message: "the ad of #\(first) was not played; the same token is asked again",
                    toDo: "play the VAST that /vmap answered; do not fetch it again"))
        }
        if sighting.role.isVMAP, evidence.timeline.documents[sighting.number]?.isVAST == true {
            log.judged += 1
            waiting[sighting.number] = token
        }
    }

    package func finish(_ evidence: Evidence) -> RuleVerdict {
        log.verdict("lone VAST answers of /vmap", wouldShow: "an answer of /vmap whose root is VAST would show it")
    }
}
