import HTTPModel
package import SDKContracts

/// MK-033: Does each endpoint carry the fields that the configuration expects of it, and no other?
package struct FieldAgainstExpectation: Rule {
    package static let description = RuleDescription(
        code: "MK-033", slug: "field-against-expectation", family: .identity, severity: .p2,
        clause: Clause(
            "§2", "Esses quatro campos de identidade",
            derivation: "which request carries any other field is said nowhere; the configuration says it"),
        question: "Does each endpoint carry the fields that the configuration expects of it, and no other?",
        explanation: RuleExplanation(
            what: """
                Where expect.{endpoint}.{field} is must, such a request has the field; where it is never, it has \
                not. A visitor_id that must be there may be missing where tracking is off, in a child-directed app \
                and where the zone refused.
                """,
            why: "A field that one endpoint forgets is found months later, in a report that does not add up.",
            evidenceNeeded: """
                A key expect.{endpoint}.{field} that says must or never, and a request of that endpoint.
                """,
            example: "expect.beacon.device_type is must; POST /beacon without device_type: fail."))

    private var log = RuleLog()

    package init() {}

    package var findings: [Finding] { log.findings }
    private var refusals = ZoneRefusals()

    package mutating func see(_ sighting: Sighting, _ evidence: Evidence) {
        guard sighting.isFirstParty, !evidence.configuration.readings.expectations.isEmpty,
            let endpoint = evidence.endpoint(of: sighting)
        else { return }
        for kind in ContractReadings.openFields {
            judge(kind, evidence.configuration.readings.expectation(endpoint, kind), endpoint, sighting, evidence)
        }
        refusals.see(sighting, evidence)
    }

    private mutating func judge(
        _ kind: FieldKind, _ expectation: ContractReadings.Expectation, _ endpoint: ContractReadings.Endpoint,
        _ sighting: Sighting, _ evidence: Evidence
    ) {
        let name = evidence.configuration.name(kind)
        switch expectation {
        case .may: return
        case .must:
            guard !isExcused(kind, sighting, evidence) else { return }
            log.judged += 1
            guard !sighting.has(kind) else { return }
            log.findings.append(
                Finding(
                    Self.description, at: sighting, saw: .words("no \(name)"), cause: .sdkOmitted,
                    message: "\(endpoint.rawValue) request without \(name)",
                    toDo: "attach \(name), or set expect.\(endpoint.rawValue).\(name)"))
        case .never:
            log.forbid(
                sighting.fields(kind).map { (kind, $0) }, in: sighting, evidence, Self.description,
                message: "\(endpoint.rawValue) request with \(name)",
                toDo: "leave \(name) out, or set expect.\(endpoint.rawValue).\(name)")
        }
    }

    /// An address for a player of the publisher's has the app's four fields alone (guide §3.6).
    private func isExcused(_ kind: FieldKind, _ sighting: Sighting, _ evidence: Evidence) -> Bool {
        if case .vast(let token) = sighting.role,
            evidence.configuration.tokenFormats[String(display: token)] == .ownPlayer
        {
            return true
        }
        guard kind == .visitorID else { return false }
        if evidence.isUntracked(sighting) || evidence.refusingFill(of: sighting) != nil { return true }
        guard sighting.role == .serve, let zone = sighting.value(.zone) else { return false }
        return refusals.refusal(of: zone, for: sighting, evidence.configuration.zoneBlockScope) != nil
    }

    package func finish(_ evidence: Evidence) -> RuleVerdict {
        let expectations = evidence.configuration.readings.expectations.values.flatMap(\.values)
        guard expectations.contains(where: { $0 != .may }) else {
            return .notApplicable("no field is expected: expect.{endpoint}.{field} = must or never would make it judge")
        }
        return log.verdict("expectations", wouldShow: "a request of an endpoint with an expectation would show it")
    }
}
