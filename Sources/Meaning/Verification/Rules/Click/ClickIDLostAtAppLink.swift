package import SDKContracts

/// MK-175: Does a redirect into an app keep mk_cid?
package struct ClickIDLostAtAppLink: Rule {
    package static let description = RuleDescription(
        code: "MK-175", slug: "click-id-lost-at-app-link", family: .click, severity: .p1,
        clause: Clause("§6", "Capturar o mk_cid — deep link (universal link ou custom scheme)"),
        question: "Does a redirect into an app keep mk_cid?",
        related: ["MK-173"],
        needs: [.redirects],
        explanation: RuleExplanation(
            what: """
                Where a redirect of the click chain leads to another scheme than http or https, its Location \
                holds the same mk_cid as a parameter. What the app does with it makes no traffic and is not \
                judged.
                """,
            why: "The app reads the ID from the link and from nowhere else.",
            evidenceNeeded: """
                A click chain that ends in a custom scheme after at least one more hop, or whose /click \
                answers with one.
                """,
            example: "/click -> go.example/r?mk_cid=A -> 302 shop://item/1: fail."))

    private var log = RuleLog()

    package init() {}

    package var findings: [Finding] { log.findings }

    package mutating func see(_ sighting: Sighting, _ evidence: Evidence) {}

    private mutating func judge(_ evidence: Evidence) {
        for click in evidence.sightings where click.role == .click {
            let chain = ClickChain(from: click, evidence)
            guard let expected = chain.clickID, let last = chain.hops.last, !last.isWeb else { continue }
            log.judged += 1
            guard last.reading.values != [expected] else { continue }
            log.findings.append(
                Finding(
                    Self.description, at: last.sighting, places: [last.place],
                    saw: .text(last.reading.values.isEmpty ? "no mk_cid" : "another mk_cid"), cause: .serverAnswer,
                    message: "the link into the app does not hold the mk_cid of the click",
                    toDo: "have \(last.sighting.host) carry the query over to the app's link"))
        }
    }

    package func finish(_ evidence: Evidence) -> RuleVerdict {
        var rule = self
        rule.judge(evidence)
        return rule.log.verdict(
            "links into apps", wouldShow: "a click that ends in a link of another scheme would show it")
    }
}
