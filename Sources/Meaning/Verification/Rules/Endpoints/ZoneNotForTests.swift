package import SDKContracts
import HTTPModel

/// MK-013: Does a recording that is to be kept name test zones only?
package struct ZoneNotForTests: Rule {
    package static let description = RuleDescription(
        code: "MK-013", slug: "zone-not-for-tests", family: .endpoints, severity: .p3,
        clause: Clause("§11", "nunca uma zona real"),
        question: "Does a recording that is to be kept name test zones only?",
        explanation: RuleExplanation(
            what: """
                Where policy.test_zones names zones, no first-party request names another. Without it nothing is \
                judged: a recording of an app's own has real zones.
                """,
            why: "A test that asks for a real zone's ads counts requests and impressions that somebody pays for.",
            evidenceNeeded: "policy.test_zones, and a first-party request that names its zone.",
            example: "GET /serve?zone_id=40001, with policy.test_zones [\"13778\", \"13779\"]: fail."))

    /// So many zones are told one by one.
    private static let longestList = 64

    private var log = RuleLog()
    private var told: Set<[UInt8]> = []
    private var untold = 0

    package init() {}

    package var findings: [Finding] { log.findings }

    package mutating func see(_ sighting: Sighting, _ evidence: Evidence) {
        let zones = evidence.configuration.testZones
        guard !zones.isEmpty, sighting.isFirstParty, let field = sighting.fields(.zone).first, !field.value.isEmpty
        else { return }
        log.judged += 1
        guard !told.contains(field.value), !zones.contains(where: { field.value.elementsEqual($0.utf8) })
        else { return }
        guard told.count < Self.longestList else {
            untold += 1
            return
        }
        told.insert(field.value)
        log.findings.append(
            Finding(
                Self.description, at: sighting, places: [field.place],
                saw: .fields([(.zone, field)], evidence.values), cause: .sdkSent,
                message: "zone \(String(display: field.value)) is not one of policy.test_zones",
                toDo: "record with the test zones (guide §11)"))
    }

    package func finish(_ evidence: Evidence) -> RuleVerdict {
        guard !evidence.configuration.testZones.isEmpty else {
            return .notApplicable("policy.test_zones names none: any zone may be recorded")
        }
        var log = log
        if untold > 0 { log.remarks.append("\(untold) requests of further zones") }
        return log.verdict("requests that name a zone", wouldShow: "a request that names its zone would show it")
    }
}
