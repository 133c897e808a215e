package import SDKContracts

/// MK-098: Do first-party pixels of VAST and VMAP documents go without location?
package struct LocationOnPixel: Rule {
    package static let description = RuleDescription(
        code: "MK-098", slug: "location-on-pixel", family: .location, severity: .p0,
        clause: Clause(
            "§5", "A localização só vai em beacon rastreado",
            derivation: "whether a pixel of a VAST document is such a beacon is not said"),
        question: "Do first-party pixels of VAST and VMAP documents go without location?",
        explanation: RuleExplanation(
            what: """
                A first-party pixel that a document asked for has no latitude or longitude. location.allow_pixels \
                says what one counts. While tracking is off, in a refused zone and in a child-directed app other \
                rules speak of location.
                """,
            why: "A pixel's URL is written to more logs than a beacon's body.",
            evidenceNeeded: "A first-party pixel of a document, and a sign that the app collects location at all.",
            example: "GET /px/start?ad=1&lat=-23.55&lon=-46.63: fail."))

    private var log = WeighedLog()

    package init() {}

    package var findings: [Finding] { log.findings }

    package mutating func see(_ sighting: Sighting, _ evidence: Evidence) {
        let weight = evidence.configuration.readings.pixelLocation
        guard weight != .ignore, evidence.isMarkupPixel(sighting), !evidence.isUntracked(sighting),
            evidence.refusingFill(of: sighting) == nil
        else { return }
        log.judge()
        let fields = evidence.locationFields(sighting)
        guard !fields.isEmpty else { return }
        log.take(
            Finding(
                Self.description, at: sighting, places: fields.map(\.1.place),
                saw: .fields(fields, evidence.values), cause: .sdkSent,
                message: "location is sent on a first-party pixel", toDo: "send location in native beacons only"),
            weight, key: "location.allow_pixels")
    }

    package func finish(_ evidence: Evidence) -> RuleVerdict {
        if evidence.configuration.readings.pixelLocation == .ignore {
            return .notApplicable("location.allow_pixels is ignore")
        }
        if !evidence.collectsLocation {
            return .notObserved(
                "location was never collected: the mark collect_location=1 or a coordinate would show it")
        }
        return log.verdict(
            "first-party pixels of documents", wouldShow: "the request of a first-party pixel would show it")
    }
}
