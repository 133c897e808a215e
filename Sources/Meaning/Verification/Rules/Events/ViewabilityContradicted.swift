package import SDKContracts
import AdTimeline

/// MK-124: Is at most one of viewable, notViewable and viewUndetermined reported of an ad?
package struct ViewabilityContradicted: Rule {
    package static let description = RuleDescription(
        code: "MK-124", slug: "viewability-contradicted", family: .events, severity: .p1,
        clause: Clause(
            "§7", "viewable / notViewable / viewUndetermined",
            derivation: "one measurement has one outcome"),
        question: "Is at most one of viewable, notViewable and viewUndetermined reported of an ad?",
        needs: [.ownContent],
        explanation: RuleExplanation(
            what: "Of one answer of /serve at most one of the three events is reported, and once.",
            why: "The three are one answer to one question.",
            evidenceNeeded: "An answer of /serve and viewability beacons joined to it.",
            example: "viewable, then notViewable of the ad of #4: fail."))

    private var log = RuleLog()
    private var seen: [Int: (name: String, exchange: Int)] = [:]

    package init() {}

    package var findings: [Finding] { log.findings }

    package mutating func see(_ sighting: Sighting, _ evidence: Evidence) {
        guard let event = evidence.displayEvent(sighting), MetrikeVocabulary.viewabilityEvents.contains(event.name)
        else { return }
        log.judged += 1
        guard let first = seen[event.ad] else {
            seen[event.ad] = (event.name, sighting.number)
            return
        }
        log.findings.append(
            Finding(
                Self.description, at: sighting, saw: .words("\(first.name) in #\(first.exchange), \(event.name) here"),
                cause: .sdkSent, message: "the viewability of #\(event.ad) is reported a second time",
                toDo: "report one outcome per ad and stop measuring"))
    }

    package func finish(_ evidence: Evidence) -> RuleVerdict {
        log.verdict(
            "viewability events", wouldShow: "a viewability beacon that belongs to an answer of /serve would show it")
    }
}
