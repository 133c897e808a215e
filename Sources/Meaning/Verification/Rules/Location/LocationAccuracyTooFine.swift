package import SDKContracts

/// MK-092: Is the accuracy of every location at least 1000 m?
package struct LocationAccuracyTooFine: Rule {
    package static let description = RuleDescription(
        code: "MK-092", slug: "location-accuracy-too-fine", family: .location, severity: .p0,
        clause: Clause("§5", "a precisão informada nunca é menor que 1.000 m"),
        question: "Is the accuracy of every location at least 1000 m?",
        needs: [.ownContent],
        explanation: RuleExplanation(
            what: "Where accuracy is sent it is a number of metres, 1000 or more.",
            why: "A fine accuracy says that the rounded point is where the person really is.",
            evidenceNeeded: "A first-party request with accuracy.",
            example: "POST /beacon {\"lat\":-23.55,\"lon\":-46.63,\"accuracy\":65}: fail."))

    private var log = RuleLog()

    package init() {}

    package var findings: [Finding] { log.findings }

    package mutating func see(_ sighting: Sighting, _ evidence: Evidence) {
        guard sighting.isFirstParty else { return }
        for field in sighting.fields(.accuracy) {
            guard let number = DecimalText(field.value) else { continue }
            log.judged += 1
            guard number.value < 1000 else { continue }
            log.findings.append(
                Finding(
                    Self.description, at: sighting, places: [field.place],
                    saw: .fields([(.accuracy, field)], evidence.values), cause: .sdkSent,
                    message: "accuracy is finer than 1000 m",
                    toDo: "send the larger of the measured accuracy and 1000"))
        }
    }

    package func finish(_ evidence: Evidence) -> RuleVerdict {
        log.verdict("values of accuracy", wouldShow: "a first-party request with accuracy would show it")
    }
}
