package import SDKContracts
import AdTimeline
import HTTPModel

/// MK-001: Is every path that the SDK asks of the ad server a known one?
package struct FirstPartyPathUnknown: Rule {
    package static let description = RuleDescription(
        code: "MK-001", slug: "first-party-path-unknown", family: .endpoints, severity: .p3,
        clause: Clause(
            "§3", "Endpoint",
            derivation: "the guide names /serve, /vast, /vmap and /click; beacons and conversions go to the same host"),
        question: "Is every path that the SDK asks of the ad server a known one?",
        explanation: RuleExplanation(
            what: """
                A first-party request of the SDK asks /serve, /vast, /vmap, /click, a path of beacons or conversions \
                (a JSON POST with an event, a request with a goal, or a configured one), a URL that a document of \
                the recording told, or a path of paths.known. Without paths.known the other paths are listed, to be \
                confirmed.
                """,
            why: "A request that nobody knows of is one that nobody has judged: no rule looks into it.",
            evidenceNeeded: "A first-party request; paths.known where an unknown path is to be a finding.",
            example: "GET /telemetry, with paths.known [\"/px\"]: fail."))

    /// So many paths are told one by one.
    private static let longestList = 32

    private var log = RuleLog()
    private var unknown: [String] = []
    private var untold = 0

    package init() {}

    package var findings: [Finding] { log.findings }

    package mutating func see(_ sighting: Sighting, _ evidence: Evidence) {
        guard sighting.isFirstParty else { return }
        if evidence.knowsPath(of: sighting) {
            log.judged += 1
            return
        }
        // What a web view, a player or the in-app browser fetches is not the SDK's.
        guard evidence.isSDKRequest(sighting) else { return }
        let path = String(display: sighting.target.pathBytes)
        guard !unknown.contains(path) else { return }
        guard unknown.count < Self.longestList else {
            untold += 1
            return
        }
        unknown.append(path)
        guard !evidence.configuration.knownPaths.isEmpty else { return }
        log.findings.append(
            Finding(
                Self.description, at: sighting,
                places: [EvidencePlace(part: .target, surface: .path, name: "", range: sighting.target.path)],
                saw: .text(sighting.summary), cause: .sdkSent, message: "the SDK asks a path that nobody knows",
                toDo: "find out what it is for; then name it in paths.known, paths.beacon or paths.conversion"))
    }

    package func finish(_ evidence: Evidence) -> RuleVerdict {
        if log.findings.isEmpty, !unknown.isEmpty {
            let shown = unknown.prefix(8).joined(separator: ", ")
            let more = unknown.count > 8 || untold > 0 ? " and others" : ""
            return .needsConfig("name paths.beacon, paths.conversion or paths.known: nobody knows \(shown)\(more)")
        }
        var log = log
        if untold > 0 { log.remarks.append("\(untold) requests of further unknown paths") }
        return log.verdict("requests of known paths", wouldShow: "a first-party request would show it")
    }
}
