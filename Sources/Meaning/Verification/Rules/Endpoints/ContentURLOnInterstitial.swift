package import SDKContracts
import HTTPModel

/// MK-008: Is an interstitial asked for without the content's address?
package struct ContentURLOnInterstitial: Rule {
    package static let description = RuleDescription(
        code: "MK-008", slug: "content-url-on-interstitial", family: .endpoints, severity: .p2,
        clause: Clause("§3.2", "a requisição /serve do interstitial não leva esse parâmetro"),
        question: "Is an interstitial asked for without the content's address?",
        explanation: RuleExplanation(
            what: """
                A request of /serve for a zone that formats.zones calls interstitial has no content URL. A zone \
                without a format is judged only where no request of /serve has one.
                """,
            why: "The screen below an interstitial is not what the person looks at: the ad is classified wrongly.",
            evidenceNeeded: "A request of /serve; formats.zones where any of them has a content URL.",
            example: "GET /serve?zone_id=7&page_url=https://... for an interstitial zone: fail."))

    private var log = RuleLog()
    /// Requests for zones without a format.
    private var openCount = 0
    private var firstOpen: (number: Int, zone: String)?
    /// The first request with an address under a name that the configuration does not have.
    private var firstUnnamed: Int?
    private var hasNamedURL = false
    private var asksForOthers = false

    package init() {}

    package var findings: [Finding] { log.findings }

    package mutating func see(_ sighting: Sighting, _ evidence: Evidence) {
        guard sighting.role == .serve else { return }
        let zone = sighting.value(.zone).map { String(display: $0) }
        let format = zone.flatMap { evidence.configuration.zoneFormats[$0] }
        let fields = sighting.fields(.contentURL)
        if !fields.isEmpty { hasNamedURL = true }
        guard format == nil || format == .interstitial else {
            asksForOthers = true
            return
        }
        if fields.isEmpty, firstUnnamed == nil, Self.hasUnnamedURL(sighting) { firstUnnamed = sighting.number }
        guard format != nil else {
            openCount += 1
            if !fields.isEmpty, firstOpen == nil { firstOpen = (sighting.number, zone ?? "without a name") }
            return
        }
        log.judged += 1
        guard !fields.isEmpty else { return }
        log.findings.append(
            Finding(
                Self.description, at: sighting, places: fields.map(\.place),
                saw: .fields(fields.map { (.contentURL, $0) }, evidence.values), cause: .sdkSent,
                message: "an interstitial is asked for with the content's address",
                toDo: "send the content URL with banners alone"))
    }

    private static func hasUnnamedURL(_ sighting: Sighting) -> Bool {
        sighting.parameters.contains {
            $0.place.surface != .cookie && URLBytes($0.value).origin != nil && $0.kind == nil
        }
    }

    package func finish(_ evidence: Evidence) -> RuleVerdict {
        if log.findings.isEmpty {
            if let firstUnnamed, !hasNamedURL {
                return .needsConfig("name params.content_url: #\(firstUnnamed) has an address under another name")
            }
            if let firstOpen {
                return .needsConfig(
                    "name formats.zones: whether zone \(firstOpen.zone) is an interstitial's; "
                        + "#\(firstOpen.number) has a content URL")
            }
            if log.judged == 0, openCount > 0 {
                return .pass("requests of /serve, whatever their format, none with a content URL: \(openCount)")
            }
            if log.judged == 0, asksForOthers {
                return .notApplicable("formats.zones calls no zone that is asked interstitial")
            }
        }
        return log.verdict(
            "requests for interstitials",
            wouldShow: "a request of /serve for a zone that formats.zones calls interstitial would show it")
    }
}
