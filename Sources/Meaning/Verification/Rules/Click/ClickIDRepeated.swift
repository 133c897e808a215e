package import SDKContracts

/// MK-174: Does every click get a click ID of its own?
package struct ClickIDRepeated: Rule {
    package static let description = RuleDescription(
        code: "MK-174", slug: "click-id-repeated", family: .click, severity: .p1,
        clause: Clause(
            "§6", "o redirect 302 do servidor já anexa mk_cid na própria URL de destino",
            derivation: "an ID of the click names one click"),
        question: "Does every click get a click ID of its own?",
        needs: [.redirects],
        explanation: RuleExplanation(
            what: "No two answers of /click hold the same mk_cid.",
            why: "Two clicks with one ID are one click in every report, or a redirect that was served from a cache.",
            evidenceNeeded: "Two answers of /click with mk_cid.",
            example: "#8 and #21 both answer Location: ...mk_cid=A: fail at #21."))

    private var log = RuleLog()
    private var first: [[UInt8]: Int] = [:]

    package init() {}

    package var findings: [Finding] { log.findings }

    package mutating func see(_ sighting: Sighting, _ evidence: Evidence) {
        guard sighting.role == .click else { return }
        guard let step = evidence.clicks.step(of: sighting), let id = step.clickID, let link = step.link else { return }
        if let earlier = first[id] {
            log.judged += 1
            log.findings.append(
                Finding(
                    Self.description, at: sighting, places: [link.place],
                    saw: Saw([.text("mk_cid="), Saw.value(.clickID, id, evidence.values)]), cause: .serverAnswer,
                    message: "the click ID of #\(earlier) is given again",
                    toDo: "make a new ID for each click, and let no cache keep the redirect"))
        } else {
            if !first.isEmpty { log.judged += 1 }
            first[id] = sighting.number
        }
    }

    package func finish(_ evidence: Evidence) -> RuleVerdict {
        log.verdict("clicks after the first", wouldShow: "two clicks with their answers would show it")
    }
}
