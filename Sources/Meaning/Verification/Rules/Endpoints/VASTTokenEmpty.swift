package import SDKContracts

/// MK-006: Does every request of /vast and /vmap name a token?
package struct VASTTokenEmpty: Rule {
    package static let description = RuleDescription(
        code: "MK-006", slug: "vast-token-empty", family: .endpoints, severity: .p1,
        clause: Clause(
            "§3.6", "buildVastUrl retorna nil se chamado antes de Metrike.initialize() ou com um token vazio"),
        question: "Does every request of /vast and /vmap name a token?",
        explanation: RuleExplanation(
            what: "The path of a /vast or /vmap request goes on after the last slash.",
            why: "A URL without a token asks for nobody's zone; the SDK should not have built it.",
            evidenceNeeded: "A request of /vast or /vmap.",
            example: "GET /vast/?app_bundle=...: fail."))

    private var log = RuleLog()

    package init() {}

    package var findings: [Finding] { log.findings }

    package mutating func see(_ sighting: Sighting, _ evidence: Evidence) {
        let token: [UInt8]
        switch sighting.role {
        case .vast(let name), .vmap(let name): token = name
        default: return
        }
        log.judged += 1
        guard token.isEmpty else { return }
        log.findings.append(
            Finding(
                Self.description, at: sighting,
                places: [EvidencePlace(part: .target, surface: .path, name: "", range: sighting.target.path)],
                saw: .words("an empty token"), cause: .sdkSent, message: "an ad is asked for without a token",
                toDo: "build no URL for an empty token"))
    }

    package func finish(_ evidence: Evidence) -> RuleVerdict {
        log.verdict("requests of /vast and /vmap", wouldShow: "a request of /vast or /vmap would show it")
    }
}
