package import SDKContracts

/// MK-084: Do all requests of one process agree on child_directed?
package struct ChildFlagMixed: Rule {
    package static let description = RuleDescription(
        code: "MK-084", slug: "child-flag-mixed", family: .childDirected, severity: .p0,
        clause: Clause("§5", "em toda requisição ao servidor da Metrike"),
        question: "Do all requests of one process agree on child_directed?",
        related: ["MK-080"],
        needs: [.ownContent],
        explanation: RuleExplanation(
            what: """
                The first-party requests of one process all say child_directed=1 or none does. Where a mark \
                says what the app is, MK-080 judges each request instead.
                """,
            why: "A mix shows a request that went round the place where the flag is added.",
            evidenceNeeded: "Two first-party requests of one process.",
            example: "/serve says child_directed=1, the click of the same session does not: fail."))

    private var log = RuleLog()

    package init() {}

    package var findings: [Finding] { log.findings }

    package mutating func see(_ sighting: Sighting, _ evidence: Evidence) {
        guard evidence.isSDKRequest(sighting), sighting.state.childDirected != true,
            sighting.requestContent.isRead, let process = evidence.processes.process(of: sighting.number)
        else { return }
        log.judged += 1
        guard evidence.processes.processes[process].saysChildDirected else { return }
        let fields = sighting.fields(.childDirected)
        // What it says is MK-081's.
        guard fields.isEmpty else { return }
        log.findings.append(
            Finding(
                Self.description, at: sighting, saw: .words("no child_directed"),
                cause: .sdkOmitted, message: "other requests of the same process say child_directed=1",
                toDo: "add the flag where identity is attached, so that no request is without it"))
    }

    package func finish(_ evidence: Evidence) -> RuleVerdict {
        if log.judged == 0, evidence.finalState.childDirected == true {
            return .notApplicable("a mark says child_directed=1: MK-080 judges each request")
        }
        return log.verdict("requests", wouldShow: "two requests of one session_id would show it")
    }
}
