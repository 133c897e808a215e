import HTTPModel
package import SDKContracts

/// MK-063: Is the visitor_id after an opt-out a new one, and the old one never seen again?
package struct VisitorIDReturned: Rule {
    package static let description = RuleDescription(
        code: "MK-063", slug: "visitor-id-returned", family: .optOut, severity: .p0,
        clause: Clause("§5", "volta a permitir, com um ID novo, sem ligação com o anterior"),
        question: "Is the visitor_id after an opt-out a new one, and the old one never seen again?",
        related: ["MK-025"],
        explanation: RuleExplanation(
            what: """
                After tracking was turned off and on again, no first-party request has a visitor_id that was \
                sent before tracking was turned off; also late beacons.
                """,
            why: "The old ID would tie the new consent to everything that was refused.",
            evidenceNeeded: "visitor_id before a mark tracking=off, then a mark tracking=on, then visitor_id again.",
            example: "A1 before, tracking=off, tracking=on, A1 again: fail."))

    private var log = RuleLog()
    /// Each value by the opt-outs before it, without case.
    private var seen: [[UInt8]: (optOuts: Int, exchange: Int)] = [:]

    package init() {}

    package var findings: [Finding] { log.findings }

    package mutating func see(_ sighting: Sighting, _ evidence: Evidence) {
        guard evidence.isSDKRequest(sighting), !evidence.isChildDirected(sighting) else { return }
        let state = sighting.state
        if state.tracking != false, state.optOutCount > 0 {
            for field in sighting.fields(.visitorID) {
                log.judged += 1
                guard let earlier = seen[field.value.map(ASCII.lowercased)], earlier.optOuts < state.optOutCount else {
                    continue
                }
                log.judged -= 1
                log.forbid(
                    [(.visitorID, field)], in: sighting, evidence, Self.description,
                    message: "the visitor_id of #\(earlier.exchange), before the opt-out, is sent again",
                    toDo: "generate a new UUID when tracking is turned on")
            }
        }
        // What is sent while off is other rules' concern and makes no value known here.
        guard state.tracking != false else { return }
        for field in sighting.fields(.visitorID) where !field.value.isEmpty {
            let key = field.value.map(ASCII.lowercased)
            if seen[key] == nil { seen[key] = (state.optOutCount, sighting.number) }
        }
    }

    package func finish(_ evidence: Evidence) -> RuleVerdict {
        if evidence.finalState.optOutCount == 0 {
            return evidence.finalState.tracking == nil
                ? .needsConfig("mark tracking=off and tracking=on where the app turned tracking off and on")
                : .notObserved("the marks tracking=off, then tracking=on, with requests after them would show it")
        }
        return log.verdict(
            "values of visitor_id after an opt-out",
            wouldShow: "a visitor_id after the mark tracking=on that follows tracking=off would show it")
    }
}
