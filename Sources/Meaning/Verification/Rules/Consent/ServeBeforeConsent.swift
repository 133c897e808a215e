package import SDKContracts

/// MK-200: Is the consent platform heard before ads are asked for?
package struct ServeBeforeConsent: Rule {
    package static let description = RuleDescription(
        code: "MK-200", slug: "serve-before-consent", family: .consent, severity: .p3,
        clause: Clause(
            "§5", "o SDK lê IABTCF_gdprApplies e IABTCF_TCString do UserDefaults.standard",
            derivation: "what the platform has not written yet cannot be read; the order is the app's affair"),
        question: "Is the consent platform heard before ads are asked for?",
        related: ["MK-110"],
        explanation: RuleExplanation(
            what: """
                Where the app has a consent platform (mark cmp=present), the first /serve of a launch comes after the \
                first mark of an IABTCF key. One that comes before is a remark: it went out without a signal, \
                whatever the person had chosen.
                """,
            why: "The first ads of every launch are then shown as if nobody had been asked.",
            evidenceNeeded: "A mark cmp=present, and a request of /serve.",
            example: "cmp=present, GET /serve, then IABTCF_TCString=CP...: a remark."))

    private static let remarkCount = 20

    private var judged = 0
    private var remarks: [String] = []
    private var launches: Set<Int> = []

    package init() {}

    package var findings: [Finding] { [] }

    package mutating func see(_ sighting: Sighting, _ evidence: Evidence) {
        guard sighting.role == .serve, sighting.state.cmp == true, launches.count < 4096,
            launches.insert(sighting.state.launchCount).inserted
        else { return }
        judged += 1
        if sighting.state.consentKeys.isEmpty, remarks.count < Self.remarkCount {
            remarks.append("#\(sighting.number): /serve before the consent platform wrote anything")
        }
    }

    package func finish(_ evidence: Evidence) -> RuleVerdict {
        guard judged > 0 else {
            return .notObserved("a mark cmp=present, and a request of /serve after it, would show it")
        }
        return .pass("launches with a consent platform: \(judged)", remarks: remarks)
    }
}
