package import SDKContracts
import HTTPModel

/// MK-031: Are beacons sent by the SDK itself, not by a web view?
package struct BeaconFromWebView: Rule {
    package static let description = RuleDescription(
        code: "MK-031", slug: "beacon-from-web-view", family: .identity, severity: .p2,
        clause: Clause("§3.1", "medição e beacons são 100% nativos"),
        question: "Are beacons sent by the SDK itself, not by a web view?",
        explanation: RuleExplanation(
            what: "No beacon has a browser's User-Agent, nor one of the fields Origin, Referer and Sec-Fetch-*.",
            why: """
                A creative in a web view cannot know what is in sight; its beacons count what the ad claims, not \
                what the SDK measured.
                """,
            evidenceNeeded: "A beacon.",
            example: "POST /beacon with User-Agent: Mozilla/5.0 (iPhone ...): fail."))

    private var log = RuleLog()

    package init() {}

    package var findings: [Finding] { log.findings }

    private static let fields: [StaticString] = [
        "origin", "referer", "sec-fetch-site", "sec-fetch-mode", "sec-fetch-dest",
    ]

    package mutating func see(_ sighting: Sighting, _ evidence: Evidence) {
        guard sighting.role.isBeacon else { return }
        log.judged += 1
        let field = Self.fields.first { sighting.head.first($0) != nil }
        guard let sign = sighting.isFromBrowser ? "a browser's User-Agent" : field.map({ "\($0)" }) else { return }
        log.findings.append(
            Finding(
                Self.description, at: sighting, saw: .words(sign), cause: .sdkSent,
                message: "a beacon comes from a web view", toDo: "measure and report natively"))
    }

    package func finish(_ evidence: Evidence) -> RuleVerdict {
        log.verdict("beacons", wouldShow: "a beacon would show it")
    }
}
