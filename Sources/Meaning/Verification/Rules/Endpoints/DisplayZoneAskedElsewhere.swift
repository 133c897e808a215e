package import SDKContracts
import HTTPModel

/// MK-002: Is a display zone asked at /serve only?
package struct DisplayZoneAskedElsewhere: Rule {
    package static let description = RuleDescription(
        code: "MK-002", slug: "display-zone-asked-elsewhere", family: .endpoints, severity: .p2,
        clause: Clause(
            "§3", "Banner inline | MetrikeBannerView | /serve",
            derivation: "banner and interstitial have /serve in the table of formats, video has /vast and /vmap"),
        question: "Is a display zone asked at /serve only?",
        explanation: RuleExplanation(
            what: """
                No request of /vast or /vmap names, as its token or as its zone, a zone that is asked at /serve in the \
                same recording or that formats.zones calls banner or interstitial.
                """,
            why: "The answer cannot be shown there, and a fill of /vast is counted as a request of a video zone.",
            evidenceNeeded: "A request of /serve that names its zone.",
            example: "GET /serve?zone_id=13778 and GET /vast/13778: fail."))

    /// So many names are remembered of each kind.
    private static let nameCount = 1024

    private var log = RuleLog()
    /// Zones asked at /serve.
    private var served: Set<[UInt8]> = []
    /// What was asked at /vast and /vmap, each with its first exchange.
    private var played: [[UInt8]: Int] = [:]

    package init() {}

    package var findings: [Finding] { log.findings }

    package mutating func see(_ sighting: Sighting, _ evidence: Evidence) {
        switch sighting.role {
        case .serve:
            guard let zone = sighting.value(.zone), !zone.isEmpty else { return }
            log.judged += 1
            if served.count < Self.nameCount { served.insert(zone) }
            if let first = played.removeValue(forKey: zone) { report(sighting, zone, "which #\(first) asked as video") }
        case .vast(let token), .vmap(let token):
            for name in [token, sighting.value(.zone) ?? []] where !name.isEmpty {
                if isDisplay(name, evidence.configuration) {
                    report(sighting, name, "which is for display, as video")
                } else if played.count < Self.nameCount, played[name] == nil {
                    played[name] = sighting.number
                }
            }
        default: return
        }
    }

    private func isDisplay(_ name: [UInt8], _ configuration: ContractConfiguration) -> Bool {
        if served.contains(name) { return true }
        guard !configuration.zoneFormats.isEmpty else { return false }
        return switch configuration.zoneFormats[String(display: name)] {
        case .banner, .interstitial: true
        default: false
        }
    }

    private mutating func report(_ sighting: Sighting, _ zone: [UInt8], _ what: String) {
        log.findings.append(
            Finding(
                Self.description, at: sighting,
                places: [EvidencePlace(part: .target, surface: .path, name: "", range: sighting.target.path)],
                saw: .text(sighting.summary), cause: .sdkSent,
                message: "the SDK asks zone \(String(display: zone)), \(what)",
                toDo: "ask display zones at /serve alone"))
    }

    package func finish(_ evidence: Evidence) -> RuleVerdict {
        log.verdict("requests of /serve", wouldShow: "a request of /serve that names its zone would show it")
    }
}
