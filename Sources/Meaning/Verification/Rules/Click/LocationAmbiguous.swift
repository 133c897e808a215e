package import SDKContracts

/// MK-186: Do a browser's reading and the generic one agree on every link on the way of a click?
package struct LocationAmbiguous: Rule {
    package static let description = RuleDescription(
        code: "MK-186", slug: "location-ambiguous", family: .click, severity: .p2,
        clause: Clause(
            "§6", "na própria URL de destino",
            derivation: "a destination that readers disagree about is no one's destination (WHATWG URL, RFC 3986)"),
        question: "Do a browser's reading and the generic one agree on every link on the way of a click?",
        explanation: RuleExplanation(
            what: """
                Each link of the click chain is read twice, as browsers do (WHATWG URL) and by the generic syntax \
                (RFC 3986). Both lead to the same place, and find the same mk_cid in it.
                """,
            why: "With a backslash, a lost slash or a plus sign, one client arrives and another does not.",
            evidenceNeeded: "A redirect of /click.",
            example: "Location: https:\\\\shop.example\\?mk_cid=A: fail."))

    private var log = RuleLog()

    package init() {}

    package var findings: [Finding] { log.findings }

    package mutating func see(_ sighting: Sighting, _ evidence: Evidence) {
        guard let step = evidence.clicks.step(of: sighting), let link = step.link else { return }
        log.judged += 1
        guard let disagreement = link.read.disagreement else { return }
        let what: String
        switch disagreement {
        case .destination: what = "a browser and a generic reader go to different places"
        case .clickID: what = "mk_cid has a plus sign, which a form's reader takes for a space"
        }
        log.findings.append(
            Finding(
                Self.description, at: sighting, places: [link.place], saw: .nothing, cause: .serverAnswer,
                message: "ambiguous link at \(sighting.host), hop \(step.index + 1): \(what)",
                toDo: "write an absolute URL with plain slashes, and percent-encode what is not plain"))
    }

    package func finish(_ evidence: Evidence) -> RuleVerdict {
        log.verdict("links of click chains", wouldShow: "a redirect of /click would show it")
    }
}
