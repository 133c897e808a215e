package import SDKContracts

/// MK-096: Is every location a place on earth, whole and not the null island?
package struct LocationImplausible: Rule {
    package static let description = RuleDescription(
        code: "MK-096", slug: "location-implausible", family: .location, severity: .p2,
        clause: Clause(
            "§5", "a última localização conhecida em cache",
            derivation: "a known position is a whole one"),
        question: "Is every location a place on earth, whole and not the null island?",
        needs: [.ownContent],
        explanation: RuleExplanation(
            what: """
                Latitude lies within 90 degrees, longitude within 180, not both are zero, and latitude, \
                longitude and accuracy come together.
                """,
            why: "A half or impossible location cannot be compared with anything, and hides that it is missing.",
            evidenceNeeded: "A first-party request with latitude, longitude or accuracy.",
            example: "lat=0.00, lon=0.00: fail."))

    private var log = RuleLog()

    package init() {}

    package var findings: [Finding] { log.findings }

    package mutating func see(_ sighting: Sighting, _ evidence: Evidence) {
        guard sighting.isFirstParty else { return }
        let fields = FieldKind.location.flatMap { kind in sighting.fields(kind).map { (kind, $0) } }
        guard !fields.isEmpty else { return }
        log.judged += 1
        guard let fault = Self.fault(sighting) else { return }
        log.findings.append(
            Finding(
                Self.description, at: sighting, places: fields.map(\.1.place), saw: .fields(fields, evidence.values),
                cause: .sdkSent, message: fault, toDo: "send a whole and valid location, or none"))
    }

    private static func fault(_ sighting: Sighting) -> String? {
        let missing = FieldKind.location.filter { !sighting.has($0) }
        if !missing.isEmpty { return "location is not whole: \(missing.count) of its 3 fields missing" }
        guard let latitude = sighting.value(.latitude).flatMap(DecimalText.init)?.value,
            let longitude = sighting.value(.longitude).flatMap(DecimalText.init)?.value,
            sighting.value(.accuracy).flatMap(DecimalText.init) != nil
        else { return "a field of the location is no number" }
        if latitude.magnitude > 90 || longitude.magnitude > 180 { return "the coordinate is not on earth" }
        return latitude == 0 && longitude == 0 ? "the coordinate is (0, 0)" : nil
    }

    package func finish(_ evidence: Evidence) -> RuleVerdict {
        log.verdict("locations", wouldShow: "a first-party request with location would show it")
    }
}
