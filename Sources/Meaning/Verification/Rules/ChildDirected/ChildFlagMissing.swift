package import SDKContracts

/// MK-080: Does a child-directed app say child_directed=1 in every first-party request?
package struct ChildFlagMissing: Rule {
    package static let description = RuleDescription(
        code: "MK-080", slug: "child-flag-missing", family: .childDirected, severity: .p0,
        clause: Clause("§5", "manda child_directed=1 em toda requisição ao servidor da Metrike"),
        question: "Does a child-directed app say child_directed=1 in every first-party request?",
        related: ["MK-084"],
        needs: [.ownContent],
        explanation: RuleExplanation(
            what: """
                Where the app is marked child-directed, every first-party request of the SDK has \
                child_directed=1: pixels, click and conversion too. Without the mark, a process that says it \
                in some requests only is MK-084.
                """,
            why: "The server applies the same protection only to requests that say so.",
            evidenceNeeded: "The mark child_directed=1, or a recording in which every request says it.",
            example: "mark child_directed=1, then POST /beacon without child_directed: fail."))

    private var log = RuleLog()
    /// Requests of processes that say child_directed=1 without a mark: whether each says it.
    private var undeclared: [Bool] = []

    package init() {}

    package var findings: [Finding] { log.findings }

    package mutating func see(_ sighting: Sighting, _ evidence: Evidence) {
        guard evidence.isSDKRequest(sighting) else { return }
        let fields = sighting.fields(.childDirected)
        // What it says is MK-081's.
        let saysSo = !fields.isEmpty
        if sighting.state.childDirected != true {
            if evidence.isChildDirected(sighting) { undeclared.append(saysSo) }
            return
        }
        guard saysSo || sighting.requestContent.isRead && evidence.isSurelySDKRequest(sighting) else { return }
        log.judged += 1
        guard !saysSo else { return }
        log.findings.append(
            Finding(
                Self.description, at: sighting, saw: .words("no child_directed"),
                cause: .sdkOmitted, message: "\(sighting.role.name) request of a child-directed app does not say so",
                toDo: "add child_directed=1 where identity is attached, so that no request is without it"))
    }

    package func finish(_ evidence: Evidence) -> RuleVerdict {
        if !log.findings.isEmpty || log.judged > 0 {
            return log.verdict("requests of a child-directed app", wouldShow: "")
        }
        if evidence.finalState.childDirected == false { return .notApplicable("the app is marked child_directed=0") }
        if undeclared.isEmpty {
            return .needsConfig("mark child_directed=1 or child_directed=0: the wire does not show which the app is")
        }
        return undeclared.allSatisfy { $0 }
            ? .pass("requests of a process that says child_directed=1: \(undeclared.count)")
            : .needsConfig("mark child_directed=1 or child_directed=0: requests of one process disagree (MK-084)")
    }
}
