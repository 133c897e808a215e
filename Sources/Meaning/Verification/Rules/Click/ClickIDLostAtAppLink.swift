import HTTPModel
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
    /// Hosts that told the system they offer universal links.
    private var associatedHosts: Set<String> = []

    /// Further hosts are not remembered.
    private static let hostLimit = 256
    /// Where the system asks for a domain's links on its behalf; the domain follows.
    private static let networkPath = Array("/a/v1/".utf8)
    private static let paths = ["/.well-known/apple-app-site-association", "/apple-app-site-association"]

    package init() {}

    package var findings: [Finding] { log.findings }

    package mutating func see(_ sighting: Sighting, _ evidence: Evidence) {
        noteAssociation(sighting)
        guard let step = evidence.clicks.step(of: sighting) else { return }
        guard let link = step.link else {
            if step.index > 0, sighting.isFromBrowser, associatedHosts.contains(sighting.host) {
                remark(
                    step,
                    "link opened in the browser; the app, if it is there, did not get mk_cid "
                        + "(\(sighting.host) offers universal links)")
            }
            return
        }
        switch link.taker {
        case .web: return
        case .store:
            remark(
                step, "store pages do not pass mk_cid to the installed app: install attribution is not possible")
        case .app:
            guard let expected = step.clickID else { return }
            remark(step, "the chain ends in an app: what follows makes no traffic, and is not judged")
            log.judged += 1
            guard link.reading.values != [expected] else { return }
            log.findings.append(
                Finding(
                    Self.description, at: sighting, places: [link.place],
                    saw: .words(link.reading.values.isEmpty ? "no mk_cid" : "another mk_cid"), cause: .serverAnswer,
                    message: "the link into the app does not hold the mk_cid of the click",
                    toDo: "have \(sighting.host) carry the query over to the app's link"))
        }
    }

    private mutating func noteAssociation(_ sighting: Sighting) {
        guard sighting.status == 200, associatedHosts.count < Self.hostLimit else { return }
        let path = sighting.target.pathBytes
        if Self.paths.contains(where: { path.elementsEqual($0.utf8) }) {
            associatedHosts.insert(sighting.host)
        } else if sighting.host == "app-site-association.cdn-apple.com", path.starts(with: Self.networkPath) {
            associatedHosts.insert(String(display: path.dropFirst(Self.networkPath.count).map(ASCII.lowercased)))
        }
    }

    private mutating func remark(_ step: ClickStep, _ text: String) {
        if log.remarks.count < RuleLog.remarkLimit { log.remarks.append("#\(step.number): \(text)") }
    }

    package func finish(_ evidence: Evidence) -> RuleVerdict {
        var verdict = log.verdict(
            "links into apps", wouldShow: "a click that ends in a link of another scheme would show it")
        verdict.remarks = log.remarks
        return verdict
    }
}
