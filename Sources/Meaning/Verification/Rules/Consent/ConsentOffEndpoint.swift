import HTTPModel
package import SDKContracts

/// MK-115: Do the endpoints that the configuration names carry consent, and pixels not?
package struct ConsentOffEndpoint: Rule {
    package static let description = RuleDescription(
        code: "MK-115", slug: "consent-off-endpoint", family: .consent, severity: .p1,
        clause: Clause(
            "§5", "repassa como gdpr/gdpr_consent no /serve",
            derivation: "of other endpoints the guide says nothing; consent.endpoints does"),
        question: "Do the endpoints that the configuration names carry consent, and pixels not?",
        related: ["MK-110"],
        explanation: RuleExplanation(
            what: """
                Endpoints in consent.endpoints besides serve (MK-110) carry gdpr and gdpr_consent for the keys \
                that are stored. On other endpoints consent is a remark; on first-party pixels pixels.consent says \
                what it counts.
                """,
            why: """
                A consent string on every request is long, and some server may be reading it there: whoever \
                changes it must know.
                """,
            evidenceNeeded: "A first-party request; for named endpoints a mark cmp=present and the stored keys.",
            example: """
                consent.endpoints is [serve, vast]; the platform stored a string; GET /vast/abc without \
                gdpr_consent: fail.
                """))

    private var log = WeighedLog()

    package init() {}

    package var findings: [Finding] { log.findings }

    package mutating func see(_ sighting: Sighting, _ evidence: Evidence) {
        guard sighting.isFirstParty, let endpoint = evidence.endpoint(of: sighting) else { return }
        let readings = evidence.configuration.readings
        if readings.consentEndpoints.contains(endpoint) {
            if endpoint != .serve { judgeMissing(endpoint, sighting, evidence) }
            return
        }
        let weight = endpoint == .pixel ? readings.pixelConsent : .info
        guard weight != .ignore else { return }
        log.judge()
        let fields = [FieldKind.gdpr, .gdprConsent].flatMap(sighting.fields)
        guard !fields.isEmpty else { return }
        log.take(
            Finding(
                Self.description, at: sighting, places: fields.map(\.place),
                saw: .text(fields.map { String(display: $0.name) }.joined(separator: ", ")), cause: .sdkSent,
                message: "consent is sent with a \(endpoint.rawValue) request",
                toDo: "send consent where the server reads it, or add \(endpoint.rawValue) to consent.endpoints"),
            weight, key: endpoint == .pixel ? "pixels.consent" : "consent.endpoints without \(endpoint.rawValue)")
    }

    private mutating func judgeMissing(
        _ endpoint: ContractReadings.Endpoint, _ sighting: Sighting, _ evidence: Evidence
    ) {
        let keys = sighting.state.consentKeys
        guard sighting.state.cmp == true, !keys.isEmpty else { return }
        log.judge()
        let wanted: [(String, FieldKind)] = [
            (MetrikeVocabulary.gdprAppliesKey, .gdpr), (MetrikeVocabulary.consentStringKey, .gdprConsent),
        ]
        let missing = wanted.filter { keys[$0.0] != nil && !sighting.has($0.1) }
            .map { evidence.configuration.name($0.1) }.joined(separator: ", ")
        guard !missing.isEmpty else { return }
        log.take(
            Finding(
                Self.description, at: sighting, saw: .words("no \(missing)"), cause: .sdkOmitted,
                message: "\(endpoint.rawValue) request without \(missing) although the consent platform stored it",
                toDo: "send consent there, or take \(endpoint.rawValue) out of consent.endpoints"),
            .fail, key: "consent.endpoints")
    }

    package func finish(_ evidence: Evidence) -> RuleVerdict {
        log.verdict(
            "requests besides /serve",
            wouldShow: "a first-party request other than /serve would show it; a named endpoint needs cmp=present")
    }
}
