package import SDKContracts

/// MK-112: Is gdpr 0 or 1?
package struct GDPRNotFlag: Rule {
    package static let description = RuleDescription(
        code: "MK-112", slug: "gdpr-not-flag", family: .consent, severity: .p2,
        clause: Clause("§4", "o SDK lê IABTCF_gdprApplies e IABTCF_TCString"),
        question: "Is gdpr 0 or 1?",
        related: ["MK-110", "MK-113"],
        explanation: RuleExplanation(
            what: """
                Where a first-party request has gdpr, its value is 0 or 1: the values that IABTCF_gdprApplies can \
                have (IAB TCF v2, in-app storage). Unset, the parameter is absent.
                """,
            why: "A server that looks for 1 takes true or an empty value for no GDPR.",
            evidenceNeeded: "A first-party request with gdpr.",
            example: "GET /serve?gdpr=true: fail."))

    private var log = RuleLog()

    package init() {}

    package var findings: [Finding] { log.findings }

    package mutating func see(_ sighting: Sighting, _ evidence: Evidence) {
        guard sighting.isFirstParty else { return }
        for field in sighting.fields(.gdpr) {
            log.judged += 1
            guard !field.value.elementsEqual("0".utf8), !field.value.elementsEqual("1".utf8) else { continue }
            log.findings.append(
                Finding(
                    Self.description, at: sighting, places: [field.place],
                    saw: .fields([(.gdpr, field)], evidence.values), cause: .sdkSent,
                    message: "gdpr is neither 0 nor 1", toDo: "pass IABTCF_gdprApplies on as the number it is"))
        }
    }

    package func finish(_ evidence: Evidence) -> RuleVerdict {
        log.verdict("values of gdpr", wouldShow: "a first-party request with gdpr would show it")
    }
}
