package import SDKContracts

/// MK-034: Does identity stand in the part of a request that the configuration names?
package struct IdentityInOtherPart: Rule {
    package static let description = RuleDescription(
        code: "MK-034", slug: "identity-in-other-part", family: .identity, severity: .p2,
        clause: Clause(
            "§7", "são GETs simples, sem corpo JSON",
            derivation: "the guide does not say of other requests whether identity stands in query or body"),
        question: "Does identity stand in the part of a request that the configuration names?",
        explanation: RuleExplanation(
            what: """
                Where identity.transport is query, no identity field stands in a body; where it is body, none \
                stands in the query of a request that has a body. By default any part will do, and the remarks say \
                where identity was found.
                """,
            why: "Query strings end up in logs and caches; a server that reads one part does not see the other.",
            evidenceNeeded: "A first-party request with identity.",
            example: "identity.transport is body; POST /beacon?visitor_id=... with a JSON body: fail."))

    private var log = RuleLog()

    package init() {}

    package var findings: [Finding] { log.findings }
    private var found: [ContractReadings.Endpoint: Set<String>] = [:]

    package mutating func see(_ sighting: Sighting, _ evidence: Evidence) {
        guard sighting.isFirstParty, let endpoint = evidence.endpoint(of: sighting) else { return }
        let transport = evidence.configuration.readings.identityTransport
        let hasBody = sighting.requestContent.reading != .none
        var misplaced: [(FieldKind, Parameter)] = []
        var isJudged = false
        for kind in FieldKind.identity {
            for field in sighting.fields(kind) {
                guard let part = Self.part(field.place.surface) else { continue }
                found[endpoint, default: []].insert(part.rawValue)
                isJudged = true
                switch transport {
                case .any: break
                case .query: if part == .body { misplaced.append((kind, field)) }
                case .body: if part == .query, hasBody { misplaced.append((kind, field)) }
                }
            }
        }
        guard isJudged else { return }
        log.forbid(
            misplaced, in: sighting, evidence, Self.description,
            message: "identity stands outside the \(transport.rawValue) of a \(endpoint.rawValue) request",
            toDo: "move it there, or set identity.transport")
    }

    /// Cookies have a rule of their own.
    private static func part(_ surface: Surface) -> ContractReadings.IdentityTransport? {
        switch surface {
        case .query: .query
        case .form, .json, .body: .body
        case .path, .fragment, .header, .cookie, .referer: nil
        }
    }

    package func finish(_ evidence: Evidence) -> RuleVerdict {
        var log = log
        log.remarks = found.sorted { $0.key.rawValue < $1.key.rawValue }.map { endpoint, parts in
            "\(endpoint.rawValue): identity in \(parts.sorted().joined(separator: " and "))"
        }
        return log.verdict("requests with identity", wouldShow: "a first-party request with identity would show it")
    }
}
