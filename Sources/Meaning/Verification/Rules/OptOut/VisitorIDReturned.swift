import HTTPModel
package import SDKContracts

/// MK-063: Is the visitor_id after an opt-out a new one, and the old one never seen again?
package struct VisitorIDReturned: Rule {
    package static let description = RuleDescription(
        code: "MK-063", slug: "visitor-id-returned", family: .optOut, severity: .p0,
        clause: Clause("§5", "volta a permitir, com um ID novo, sem ligação com o anterior"),
        question: "Is the visitor_id after an opt-out a new one, and the old one never seen again?",
        related: ["MK-025"],
        needs: [.ownContent],
        explanation: RuleExplanation(
            what: """
                After tracking was turned off and on again, no first-party request has a visitor_id that was \
                sent before tracking was turned off; also late beacons.
                """,
            why: "The old ID would tie the new consent to everything that was refused.",
            evidenceNeeded: "visitor_id before a mark tracking=off, then a mark tracking=on, then visitor_id again.",
            example: "A1 before, tracking=off, tracking=on, A1 again: fail."))

    /// How often each app's tracking was turned off.
    private struct OptOuts {
        private var ofApp: [[UInt8]: Int] = [:]
        private var count = 0
        private var app: [UInt8] = []

        /// An opt-out is of the app that is off after it, or, where it is on again, of the one that spoke last before.
        mutating func of(_ sighting: Sighting) -> (app: [UInt8], count: Int) {
            let own = sighting.value(.appBundle).flatMap { $0.isEmpty ? nil : $0 } ?? app
            let new = sighting.state.optOutCount - count
            if new > 0 {
                ofApp[sighting.state.tracking == false || app.isEmpty ? own : app, default: 0] += new
                count = sighting.state.optOutCount
            }
            app = own
            return (own, ofApp[own] ?? 0)
        }
    }

    private struct Sent: Hashable {
        let app: [UInt8]
        /// Without case.
        let value: [UInt8]
    }

    private var log = RuleLog()
    private var optOuts = OptOuts()
    /// The opt-outs before each value, and where it came first.
    private var seen: [Sent: (optOuts: Int, exchange: Int)] = [:]

    package init() {}

    package var findings: [Finding] { log.findings }

    package mutating func see(_ sighting: Sighting, _ evidence: Evidence) {
        guard evidence.isSDKRequest(sighting), !evidence.isChildDirected(sighting) else { return }
        let (app, count) = optOuts.of(sighting)
        // What is sent while off is other rules' concern and makes no value known here.
        guard sighting.state.tracking != false else { return }
        for field in sighting.fields(.visitorID) {
            if count > 0 { log.judged += 1 }
            let sent = Sent(app: app, value: field.value.map(ASCII.lowercased))
            guard let earlier = seen[sent] else {
                if !field.value.isEmpty { seen[sent] = (count, sighting.number) }
                continue
            }
            guard earlier.optOuts < count else { continue }
            log.judged -= 1
            log.forbid(
                [(.visitorID, field)], in: sighting, evidence, Self.description,
                message: "the visitor_id of #\(earlier.exchange), before the opt-out, is sent again",
                toDo: "generate a new UUID when tracking is turned on")
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
