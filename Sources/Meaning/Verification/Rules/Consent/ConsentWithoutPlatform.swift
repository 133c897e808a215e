package import SDKContracts

/// MK-111: Is no consent signal sent where the app has no consent platform?
package struct ConsentWithoutPlatform: Rule {
    package static let description = RuleDescription(
        code: "MK-111", slug: "consent-without-platform", family: .consent, severity: .p1,
        clause: Clause(
            "§5", "nenhum dos dois parâmetros é enviado"),
        question: "Is no consent signal sent where the app has no consent platform?",
        explanation: RuleExplanation(
            what: "Where the mark cmp=absent stands, /serve has neither gdpr nor gdpr_consent.",
            why: "A made-up signal is a false statement about a person's consent.",
            evidenceNeeded: "A mark cmp=absent and a request of /serve.",
            example: "cmp=absent; GET /serve?gdpr=0: fail."))

    private var log = RuleLog()

    package init() {}

    package var findings: [Finding] { log.findings }

    package mutating func see(_ sighting: Sighting, _ evidence: Evidence) {
        guard sighting.role == .serve, sighting.state.cmp == false else { return }
        log.forbid(
            [FieldKind.gdpr, .gdprConsent].flatMap { kind in sighting.fields(kind).map { (kind, $0) } }, in: sighting,
            evidence, Self.description, message: "a consent signal is sent although the app has no consent platform",
            toDo: "send gdpr and gdpr_consent only for stored IABTCF keys")
    }

    package func finish(_ evidence: Evidence) -> RuleVerdict {
        if evidence.finalState.cmp == nil { return .needsConfig("mark cmp=present or cmp=absent") }
        if evidence.finalState.cmp == true, log.judged == 0 { return .notApplicable("the app is marked cmp=present") }
        return log.verdict(
            "requests of /serve", wouldShow: "a request of /serve after the mark cmp=absent would show it")
    }
}
