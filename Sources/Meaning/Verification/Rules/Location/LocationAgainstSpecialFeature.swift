import ConsentStrings
package import SDKContracts

/// MK-099: Is location kept back where special feature 1 was not opted into?
package struct LocationAgainstSpecialFeature: Rule {
    package static let description = RuleDescription(
        code: "MK-099", slug: "location-against-special-feature", family: .location, severity: .p3,
        clause: Clause(
            "§5", "",
            derivation: """
                special feature 1 of the TCF is precise geolocation; whether a rounded one is precise the guide does \
                not say
                """),
        question: "Is location kept back where special feature 1 was not opted into?",
        related: ["MK-090"],
        explanation: RuleExplanation(
            what: """
                Where the GDPR applies by the marks and the stored consent string does not opt into special feature \
                1, a first-party request with location is a remark. The SDK rounds what it sends (MK-091), and the \
                guide does not tie location to consent.
                """,
            why: "Somebody must have decided that a rounded location is not a precise one.",
            evidenceNeeded: "Marks IABTCF_gdprApplies=1 and IABTCF_TCString, and a first-party request.",
            example: "IABTCF_TCString without special feature 1; a beacon with lat and lon: a remark."))

    private static let remarkCount = 20

    private var judged = 0
    private var remarks: [String] = []
    private var last = ""
    private var isOptedIn = false

    package init() {}

    package var findings: [Finding] { [] }

    package mutating func see(_ sighting: Sighting, _ evidence: Evidence) {
        guard sighting.isFirstParty, sighting.state.consentKeys[MetrikeVocabulary.gdprAppliesKey] == "1",
            let stored = sighting.state.consentKeys[MetrikeVocabulary.consentStringKey]
        else { return }
        if stored != last {
            last = stored
            isOptedIn = TCString(stored.utf8).core?.specialFeatureOptIns.contains(1) == true
        }
        judged += 1
        guard !isOptedIn, sighting.has(.latitude), sighting.has(.longitude), remarks.count < Self.remarkCount else {
            return
        }
        remarks.append("#\(sighting.number): location without the opt-in to special feature 1")
    }

    package func finish(_ evidence: Evidence) -> RuleVerdict {
        guard judged > 0 else {
            return .notObserved("marks IABTCF_gdprApplies=1 and IABTCF_TCString before a request would show it")
        }
        return .pass("first-party requests under a consent string: \(judged)", remarks: remarks)
    }
}
