package import SDKContracts
import AdTimeline
import HTTPModel
import IdentityTrace

/// MK-029: Is no advertising ID sent anywhere by the SDK?
package struct AdvertisingIDSent: Rule {
    package static let description = RuleDescription(
        code: "MK-029", slug: "advertising-id-sent", family: .identity, severity: .p0,
        clause: Clause("§4", "IDFA: não é tocado"),
        question: "Is no advertising ID sent anywhere by the SDK?",
        needs: [.ownContent],
        explanation: RuleExplanation(
            what: """
                No first-party request has a parameter by which ad systems carry the advertising ID (idfa, ifa, \
                rdid, ...), nor the all-zero UUID under any name but visitor_id and session_id; nor does a \
                third-party request that a document asked for, unless the document had it. [IFA] filled in is MK-049.
                """,
            why: "The SDK promises that the tracking prompt never appears because of it; that holds only without IDFA.",
            evidenceNeeded: "A first-party request, or a third-party one that a document asked for.",
            example: "/serve?idfa=00000000-0000-0000-0000-000000000000: fail."))

    private var log = RuleLog()

    package init() {}

    package var findings: [Finding] { log.findings }

    package mutating func see(_ sighting: Sighting, _ evidence: Evidence) {
        let join = evidence.timeline.join(of: sighting.number)
        guard evidence.isSDKRequest(sighting) || (sighting.isThirdParty && join != nil) else { return }
        log.judged += 1
        for field in sighting.parameters where isAdvertisingID(field, sighting) {
            if sighting.isThirdParty {
                let isAdded = join?.added.contains { $0.value == field.place.range } == true
                guard isAdded, field.place.part == .target else { continue }
            }
            log.findings.append(
                Finding(
                    Self.description, at: sighting, places: [field.place],
                    saw: Saw([
                        .text(String(display: field.name) + "="), Saw.value(.visitorID, field.value, evidence.values),
                    ]), cause: join.map { .sdkAttached(absentFrom: $0.told.label) } ?? evidence.sender(of: sighting),
                    message: "an advertising ID is sent as \(String(display: field.name))",
                    toDo: "do not read the advertising identifier"))
        }
    }

    private static let names = MetrikeVocabulary.advertisingIDNames.map { Array($0.utf8) }

    private func isAdvertisingID(_ field: Parameter, _ sighting: Sighting) -> Bool {
        let size = field.name.count
        if let name = Self.names.first(where: { $0.count == size && ASCII.equalsIgnoringCase(field.name[...], $0) }) {
            // "adid" is also an ad's own number.
            return name.elementsEqual("adid".utf8) ? UUIDText.isValid(field.value) : !field.value.isEmpty
        }
        guard sighting.isFirstParty, UUIDText.isZero(field.value) else { return false }
        let kind = field.kind
        return kind != .visitorID && kind != .sessionID
    }

    package func finish(_ evidence: Evidence) -> RuleVerdict {
        log.verdict("requests of the SDK", wouldShow: "a request to the base host would show it")
    }
}
