package import SDKContracts

/// MK-180: Does every conversion come from a click?
package struct ConversionWithoutAnyClick: Rule {
    package static let description = RuleDescription(
        code: "MK-180", slug: "conversion-without-any-click", family: .click, severity: .p2,
        clause: Clause(
            "§6", "Instalação não é evento contável",
            derivation: "whether a conversion may come without a click at all is not said"),
        question: "Does every conversion come from a click?",
        explanation: RuleExplanation(
            what: """
                A conversion has mk_cid. Where a click or a link of this recording could have given it one, MK-176 \
                and MK-177 speak; where none could, conversion.without_mk_cid says what it counts.
                """,
            why: """
                A conversion without a click is credited to nobody. It may be a purchase of someone who never saw \
                the ad, or an install that is reported as a goal.
                """,
            evidenceNeeded: "A conversion request.",
            example: "The recording begins with POST /conversion without mk_cid: fail."))

    private var log = WeighedLog()

    package init() {}

    package var findings: [Finding] { log.findings }
    private var hasClick = false

    package mutating func see(_ sighting: Sighting, _ evidence: Evidence) {
        if sighting.role == .click { hasClick = true }
        let weight = evidence.configuration.readings.conversionWithoutClickID
        guard sighting.role == .conversion, weight != .ignore else { return }
        if (sighting.value(.clickID) ?? []).isEmpty {
            guard !hasClick, sighting.state.deepLinks.isEmpty else { return }
            log.take(
                Finding(
                    Self.description, at: sighting, saw: .words("no mk_cid"), cause: .sdkSent,
                    message: "a conversion comes without mk_cid, and no click or link came before it",
                    toDo: "send conversions of clicks only, or set conversion.without_mk_cid"),
                weight, key: "conversion.without_mk_cid", warning: .p2)
        }
        log.judge()
    }

    package func finish(_ evidence: Evidence) -> RuleVerdict {
        if evidence.configuration.readings.conversionWithoutClickID == .ignore {
            return .notApplicable("conversion.without_mk_cid is ignore")
        }
        return log.verdict("conversions", wouldShow: "a conversion request would show it")
    }
}
