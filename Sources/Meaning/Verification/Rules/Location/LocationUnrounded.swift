import HTTPModel
package import SDKContracts

/// MK-091: Has every coordinate at most two decimals?
package struct LocationUnrounded: Rule {
    package static let description = RuleDescription(
        code: "MK-091", slug: "location-unrounded", family: .location, severity: .p0,
        clause: Clause("§5", "a coordenada é arredondada para 2 casas decimais"),
        question: "Has every coordinate at most two decimals?",
        needs: [.ownContent],
        explanation: RuleExplanation(
            what: """
                Latitude and longitude in first-party requests have at most two decimals. A value that differs \
                from such a number only by the noise of binary arithmetic (-23.550000000000001) is graded P3.
                """,
            why: "Two decimals are a neighbourhood; four are a house.",
            evidenceNeeded: "A first-party request with latitude or longitude.",
            example: "POST /beacon {\"lat\":-23.5505,\"lon\":-46.6333}: fail."))

    private var log = RuleLog()

    package init() {}

    package var findings: [Finding] { log.findings }

    package mutating func see(_ sighting: Sighting, _ evidence: Evidence) {
        guard sighting.isFirstParty else { return }
        for (kind, field) in evidence.locationFields(sighting) {
            guard let number = DecimalText(field.value) else { continue }
            log.judged += 1
            guard number.decimals > 2 else { continue }
            let isNoise = number.isRoundedToHundredths
            let what = isNoise ? "is rounded but written with the noise of binary arithmetic" : "is not rounded"
            log.findings.append(
                Finding(
                    Self.description, at: sighting, places: [field.place],
                    saw: .fields([(kind, field)], evidence.values), cause: .sdkSent,
                    message: "\(String(display: field.name)) \(what): \(number.decimals) decimals",
                    toDo: isNoise ? "write the number with two decimals" : "round to two decimals before sending",
                    severity: isNoise ? .p3 : nil))
        }
    }

    package func finish(_ evidence: Evidence) -> RuleVerdict {
        log.verdict("coordinates", wouldShow: "a first-party request with latitude and longitude would show it")
    }
}
