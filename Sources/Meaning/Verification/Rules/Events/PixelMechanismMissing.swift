package import SDKContracts

/// MK-140: Do first-party pixels of documents say in_app_mechanism=sdk?
package struct PixelMechanismMissing: Rule {
    package static let description = RuleDescription(
        code: "MK-140", slug: "pixel-mechanism-missing", family: .events, severity: .p2,
        clause: Clause(
            "§7", "todo beacon do SDK carrega in_app_mechanism='sdk' (display/interstitial)",
            derivation: "whether a pixel of a VAST document is such a beacon is not said"),
        question: "Do first-party pixels of documents say in_app_mechanism=sdk?",
        explanation: RuleExplanation(
            what: """
                A first-party pixel that a VAST or VMAP document asked for has in_app_mechanism with the value \
                sdk. pixels.in_app_mechanism says what its absence or another value counts.
                """,
            why: "The mechanism proves that the SDK fired the pixel, and not a web page that has the same document.",
            evidenceNeeded: "The request of a first-party pixel of a document.",
            example: """
                pixels.in_app_mechanism is fail; GET /px/start?ad=1&app_bundle=... without in_app_mechanism: fail.
                """))

    private var log = WeighedLog()

    package init() {}

    package var findings: [Finding] { log.findings }

    package mutating func see(_ sighting: Sighting, _ evidence: Evidence) {
        let weight = evidence.configuration.readings.pixelMechanism
        guard weight != .ignore, evidence.isMarkupPixel(sighting) else { return }
        log.judge()
        let fields = sighting.fields(.inAppMechanism)
        let expected = MetrikeVocabulary.inAppMechanism
        guard fields.isEmpty || fields.contains(where: { !$0.value.elementsEqual(expected.utf8) }) else { return }
        log.take(
            Finding(
                Self.description, at: sighting, places: fields.map(\.place),
                saw: fields.isEmpty
                    ? .words("no in_app_mechanism")
                    : .fields(fields.map { (.inAppMechanism, $0) }, evidence.values),
                cause: fields.isEmpty ? .sdkOmitted : .sdkSent,
                message: "a first-party pixel does not say in_app_mechanism=sdk",
                toDo: "attach in_app_mechanism=sdk with the identity"),
            weight, key: "pixels.in_app_mechanism")
    }

    package func finish(_ evidence: Evidence) -> RuleVerdict {
        if evidence.configuration.readings.pixelMechanism == .ignore {
            return .notApplicable("pixels.in_app_mechanism is ignore")
        }
        return log.verdict(
            "first-party pixels of documents", wouldShow: "the request of a first-party pixel would show it")
    }
}
