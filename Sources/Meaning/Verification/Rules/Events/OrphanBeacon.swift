import AdTimeline
import CassetteFormat
package import SDKContracts

/// MK-138: Does every beacon belong to an ad that the server answered?
package struct OrphanBeacon: Rule {
    package static let description = RuleDescription(
        code: "MK-138", slug: "orphan-beacon", family: .events, severity: .p2,
        clause: Clause("§7", "", derivation: "an event is an event of an ad that came"),
        question: "Does every beacon belong to an ad that the server answered?",
        explanation: RuleExplanation(
            what: """
                The member by which beacons name their ad is learned from those that repeat a value of an answer. A \
                beacon with that member names an ad that was answered before it; a beacon of an ad's event without it \
                names a zone that was. What a process sends whose beginning was not recorded is not judged.
                """,
            why: "An event of an ad that nobody sold is a bug or a fraud, and in reports it stands under no campaign.",
            evidenceNeeded: "Answers of /serve or /vast and beacons that repeat a value of them.",
            example: "{\"event\":\"impression\",\"ad_id\":\"b\"} where only ad a was answered: fail."))

    private enum Limits {
        static let adIDs = 65_536
        /// Beacons that wait until the member is known.
        static let waiting = 64
        static let remarks = 16
    }

    /// A shorter ad ID says nothing when it is seen again.
    private static let shortestID = 3

    /// A beacon that repeats no value of an answer.
    private struct Loose {
        let names: Set<[UInt8]>
        let hasZone: Bool
        let event: String
        let finding: Finding
    }

    private var log = RuleLog()
    private var names: Set<[UInt8]> = []
    private var adIDs: Set<[UInt8]> = []
    private var waiting: [Loose] = []
    /// Beacons that belong to an answer by their zone alone, or not at all, before the member was known.
    private var looseCount = 0
    /// Of each process, whether it began with a request for an ad.
    private var isWhole: [Int: Bool] = [:]
    private var hasUnreadAnswer = false

    package init() {}

    package var findings: [Finding] { log.findings }

    package mutating func see(_ sighting: Sighting, _ evidence: Evidence) {
        if sighting.answerKind == .xml, let document = evidence.timeline.documents[sighting.number] {
            for id in document.adIDs where id.count >= Self.shortestID {
                // An ID that is not kept could be the one a beacon names.
                if adIDs.count < Limits.adIDs { adIDs.insert(id) } else { hasUnreadAnswer = true }
            }
        }
        guard sighting.isFirstParty else { return }
        let process = evidence.processes.process(of: sighting.number) ?? -1
        switch sighting.role {
        case .serve, .vast, .vmap:
            isWhole[process] = isWhole[process] ?? true
            if sighting.exchange.response == nil || !sighting.answer.isRead { hasUnreadAnswer = true }
        case .beacon(let event):
            if isWhole[process] == nil { isWhole[process] = false }
            if let event { judge(sighting, event, isWhole: isWhole[process] == true, evidence) }
        default:
            if isWhole[process] == nil, sighting.role == .click || evidence.isMarkupPixel(sighting) {
                isWhole[process] = false
            }
        }
    }

    private mutating func judge(_ sighting: Sighting, _ event: String, isWhole: Bool, _ evidence: Evidence) {
        guard sighting.requestContent.isRead else { return }
        let named = sighting.parameters.filter {
            $0.place.surface != .cookie && !$0.value.isEmpty && $0.kind == nil
        }
        let joined = named.filter { evidence.timeline.isKey($0.value) || adIDs.contains($0.value) }
        if !joined.isEmpty {
            log.judged += 1
            names.formUnion(joined.map(\.name))
            settleWaiting()
            return
        }
        guard isWhole, !hasUnreadAnswer, !evidence.timeline.hasForgottenFills else {
            if log.remarks.count < Limits.remarks {
                log.remarks.append("#\(sighting.number): \(event) of an ad whose answer was not recorded")
            }
            return
        }
        let loose = Loose(
            names: Set(named.map(\.name)), hasZone: evidence.timeline.fill(of: sighting.number) != nil, event: event,
            finding: Finding(
                Self.description, at: sighting, places: named.filter { names.contains($0.name) }.map(\.place),
                saw: .text(event), cause: .sdkSent, message: "\(event) belongs to no ad that was answered",
                toDo: "report events of ads that were answered, under the ID that the answer gave"))
        if names.isEmpty {
            looseCount += 1
            if waiting.count < Limits.waiting { waiting.append(loose) }
        } else {
            settle(loose)
        }
    }

    private mutating func settleWaiting() {
        for loose in waiting { settle(loose) }
        waiting = []
    }

    private mutating func settle(_ loose: Loose) {
        if names.isDisjoint(with: loose.names) {
            // The request of an ad that did not come names its zone at most.
            let isOfAd =
                MetrikeVocabulary.events.contains(loose.event)
                && loose.event != "request" && loose.event != "conversion"
            guard isOfAd else { return }
            log.judged += 1
            if !loose.hasZone { log.findings.append(loose.finding) }
        } else {
            log.judged += 1
            log.findings.append(loose.finding)
        }
    }

    package func finish(_ evidence: Evidence) -> RuleVerdict {
        if names.isEmpty, looseCount > 0 {
            return .needsConfig(
                "name join.keys: no beacon of \(looseCount) repeats a value by which an answer names its ad")
        }
        return log.verdict(
            "beacons", wouldShow: "beacons, and the answers that they belong to, from a process's first request on")
    }
}
