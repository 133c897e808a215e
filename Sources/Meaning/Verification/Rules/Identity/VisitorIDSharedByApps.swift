import HTTPModel
import IdentityTrace
package import SDKContracts

/// MK-037: Has each app of the device a visitor_id of its own?
package struct VisitorIDSharedByApps: Rule {
    package static let description = RuleDescription(
        code: "MK-037", slug: "visitor-id-shared-by-apps", family: .identity, severity: .p0,
        clause: Clause("§5", "dois apps no mesmo aparelho têm IDs diferentes"),
        question: "Has each app of the device a visitor_id of its own?",
        needs: [.ownContent],
        explanation: RuleExplanation(
            what: "No visitor_id is sent under two values of app_bundle.",
            why: "Shared between apps it is a device ID: what one app learns of a person, the other can use.",
            evidenceNeeded: """
                visitor_id from two apps with the SDK on one device, on one tape or on several that are judged \
                together.
                """,
            example: "br.com.news and br.com.shop both send visitor_id V: fail."))

    private var log = RuleLog()
    private var owners: [[UInt8]: (bundle: [UInt8], exchange: Int)] = [:]
    private var bundles: Set<[UInt8]> = []
    private var reported: Set<[UInt8]> = []

    package init() {}

    package var findings: [Finding] { log.findings }

    package mutating func see(_ sighting: Sighting, _ evidence: Evidence) {
        guard evidence.isSDKRequest(sighting), let bundle = sighting.value(.appBundle), !bundle.isEmpty else { return }
        for field in sighting.fields(.visitorID) where UUIDText.isValid(field.value) && !UUIDText.isZero(field.value) {
            if bundles.insert(bundle).inserted, bundles.count > 1 { log.judged += 1 }
            let value = field.value.map(ASCII.lowercased)
            guard let owner = owners[value] else {
                owners[value] = (bundle, sighting.number)
                continue
            }
            guard owner.bundle != bundle, reported.insert(value + [0] + bundle).inserted else { continue }
            log.findings.append(
                Finding(
                    Self.description, at: sighting, places: [field.place],
                    saw: .fields([(.visitorID, field)], evidence.values), cause: .sdkSent,
                    message: "another app sent the same visitor_id in #\(owner.exchange)",
                    toDo: "generate the ID in each app, and keep it where no other app reads it"))
        }
    }

    package func finish(_ evidence: Evidence) -> RuleVerdict {
        log.verdict(
            "apps after the first", wouldShow: "requests of two apps with visitor_id, judged together, would show it")
    }
}
