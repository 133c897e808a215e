package import SDKContracts

/// MK-081: Is child_directed exactly 1, and once?
package struct ChildFlagMalformed: Rule {
    package static let description = RuleDescription(
        code: "MK-081", slug: "child-flag-malformed", family: .childDirected, severity: .p2,
        clause: Clause("§5", "manda child_directed=1"),
        question: "Is child_directed exactly 1, and once?",
        related: ["MK-084"],
        needs: [.ownContent],
        explanation: RuleExplanation(
            what: """
                Where a first-party request has child_directed, it has it once and its value is 1. A marked \
                child-directed app whose requests do not say 1 is MK-080.
                """,
            why: "A server that looks for 1 does not see true.",
            evidenceNeeded: "A first-party request with child_directed.",
            example: "child_directed=true: fail."))

    private var log = RuleLog()

    package init() {}

    package var findings: [Finding] { log.findings }

    package mutating func see(_ sighting: Sighting, _ evidence: Evidence) {
        guard evidence.isSDKRequest(sighting) else { return }
        let fields = sighting.fields(.childDirected)
        guard !fields.isEmpty else { return }
        log.judged += 1
        let isOne = fields.allSatisfy { $0.value.elementsEqual(MetrikeVocabulary.childDirectedValue.utf8) }
        if fields.count == 1, isOne { return }
        log.findings.append(
            Finding(
                Self.description, at: sighting, places: fields.map(\.place),
                saw: .fields(fields.map { (.childDirected, $0) }, evidence.values), cause: .sdkSent,
                message: isOne ? "child_directed is sent \(fields.count) times" : "child_directed is not 1",
                toDo: "send child_directed=1 once, or not at all"))
    }

    package func finish(_ evidence: Evidence) -> RuleVerdict {
        log.verdict(
            "requests with child_directed", wouldShow: "a first-party request with child_directed would show it")
    }
}
