package import SDKContracts

/// MK-086: Which third parties are told that the app is directed to children?
package struct ChildFlagAtThirdParty: Rule {
    package static let description = RuleDescription(
        code: "MK-086", slug: "child-flag-at-third-party", family: .childDirected, severity: .p3,
        clause: Clause(
            "§5", "manda child_directed=1 em toda requisição ao servidor da Metrike",
            derivation: "the guide speaks of its own server only; what others are told is no breach of it"),
        question: "Which third parties are told that the app is directed to children?",
        explanation: RuleExplanation(
            what: """
                Names the third-party hosts that receive child_directed. It is a remark and never a finding: some \
                markets ask for such a flag.
                """,
            why: "The flag says who the person is likely to be; one wants to know who has it.",
            evidenceNeeded: "The mark child_directed=1 and a third-party request, or one that has the flag.",
            example: "GET https://ads.other.example/vast?child_directed=1: a remark."))

    private var judged = 0
    private var hosts = HostList()

    package init() {}

    package var findings: [Finding] { [] }

    package mutating func see(_ sighting: Sighting, _ evidence: Evidence) {
        guard sighting.isThirdParty else { return }
        let isTold = sighting.has(.childDirected)
        guard isTold || sighting.state.childDirected == true else { return }
        judged += 1
        if isTold { hosts.add(sighting.host) }
    }

    package func finish(_ evidence: Evidence) -> RuleVerdict {
        guard judged > 0 else {
            return evidence.finalState.childDirected == false
                ? .notApplicable("the app is marked child_directed=0")
                : .notObserved("a third-party request of a child-directed app would show it")
        }
        return .pass(
            "third-party requests of a child-directed app: \(judged)",
            remarks: hosts.isEmpty ? [] : ["child_directed is told to \(hosts.text)"])
    }
}
