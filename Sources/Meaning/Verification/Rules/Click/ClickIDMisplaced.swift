package import SDKContracts

/// MK-171: Is mk_cid a parameter of the destination's query, before any #?
package struct ClickIDMisplaced: Rule {
    package static let description = RuleDescription(
        code: "MK-171", slug: "click-id-misplaced", family: .click, severity: .p1,
        clause: Clause("§6", "o redirect 302 do servidor já anexa mk_cid na própria URL de destino"),
        question: "Is mk_cid a parameter of the destination's query, before any #?",
        related: ["MK-170"],
        needs: [.redirects],
        explanation: RuleExplanation(
            what: """
                Where the Location of /click holds mk_cid, it is a parameter of its own: not behind #, not \
                glued to another parameter by a second ?, not as amp;mk_cid, not under another case of the \
                name.
                """,
            why: """
                The landing server receives only what stands in the query; everything else is lost without a \
                trace.
                """,
            evidenceNeeded: "A redirect of /click whose Location holds mk_cid anywhere.",
            example: "Location: https://shop.example/#/offer?mk_cid=...: fail."))

    private var log = RuleLog()

    package init() {}

    package var findings: [Finding] { log.findings }

    package mutating func see(_ sighting: Sighting, _ evidence: Evidence) {
        guard sighting.role == .click, let link = evidence.clicks.step(of: sighting)?.link,
            let occurrence = link.reading.occurrences.first
        else { return }
        log.judged += 1
        guard link.reading.values.isEmpty else { return }
        let what: String
        switch occurrence.spot {
        case .query: return
        case .fragment: what = "behind #: no server receives it"
        case .swallowed(let name): what = "part of the value of \(name): a second ? or an & is wrong"
        case .nested(let name): what = "inside the nested URL in \(name), not in the destination's own query"
        case .escaped: what = "called amp;mk_cid: the URL was HTML-escaped"
        case .renamed(let name): what = "called \(name)"
        }
        log.findings.append(
            Finding(
                Self.description, at: sighting, places: [link.place],
                saw: Saw([.text("mk_cid="), Saw.value(.clickID, occurrence.value, evidence.values)]),
                cause: .serverAnswer, message: "mk_cid is \(what)",
                toDo: "append mk_cid to the query, before the fragment, with & or ? as the URL needs"))
    }

    package func finish(_ evidence: Evidence) -> RuleVerdict {
        log.verdict("redirects with mk_cid", wouldShow: "a redirect of /click with mk_cid would show it")
    }
}
