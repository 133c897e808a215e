import HTTPModel
package import SDKContracts

/// MK-035: Does no first-party request have a parameter that the configuration forbids?
package struct ForbiddenParameterSent: Rule {
    package static let description = RuleDescription(
        code: "MK-035", slug: "forbidden-parameter-sent", family: .identity, severity: .p0,
        clause: Clause(
            "§2", "O que NÃO é coletado",
            derivation: "the published list is cut off; policy.extra_forbidden_params holds what it named"),
        question: "Does no first-party request have a parameter that the configuration forbids?",
        explanation: RuleExplanation(
            what: """
                No first-party request has, in its query, cookies or body, a parameter named in \
                policy.extra_forbidden_params; the case of letters does not matter.
                """,
            why: "What the SDK promises not to collect must not leave the device under any endpoint.",
            evidenceNeeded: "The key policy.extra_forbidden_params, and a first-party request.",
            example: "policy.extra_forbidden_params is [carrier]; GET /serve?carrier=Vivo: fail."))

    private var log = RuleLog()

    package init() {}

    package var findings: [Finding] { log.findings }

    package mutating func see(_ sighting: Sighting, _ evidence: Evidence) {
        let forbidden = evidence.configuration.readings.extraForbiddenParameters
        guard sighting.isFirstParty, !forbidden.isEmpty else { return }
        log.judged += 1
        let sent = sighting.parameters.filter { parameter in
            forbidden.contains { ASCII.equalsIgnoringCase(parameter.name, Array($0.utf8)) }
        }
        guard !sent.isEmpty else { return }
        let names = sent.map { String(display: $0.name) }.joined(separator: ", ")
        log.findings.append(
            Finding(
                Self.description, at: sighting, places: sent.map(\.place), saw: .text(names), cause: .sdkSent,
                message: "\(names) is sent to the ad server", toDo: "do not collect it"))
    }

    package func finish(_ evidence: Evidence) -> RuleVerdict {
        guard !evidence.configuration.readings.extraForbiddenParameters.isEmpty else {
            return .notApplicable("no name is forbidden: policy.extra_forbidden_params would make it judge")
        }
        return log.verdict("first-party requests", wouldShow: "a request to the base host would show it")
    }
}
