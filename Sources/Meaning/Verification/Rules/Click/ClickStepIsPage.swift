import AdTimeline
package import SDKContracts

/// MK-189: Is every step of the click before the landing a redirect, and no page?
package struct ClickStepIsPage: Rule {
    package static let description = RuleDescription(
        code: "MK-189", slug: "click-step-is-page", family: .click, severity: .p2,
        clause: Clause(
            "§6", "o redirect 302 do servidor já anexa mk_cid na própria URL de destino",
            derivation: "a page between the redirects ends the user's gesture"),
        question: "Is every step of the click before the landing a redirect, and no page?",
        related: ["MK-170"],
        explanation: RuleExplanation(
            what: """
                No address between /click and the landing answers with a page that moves on by itself: a refresh, or \
                a script that sets location or opens a window.
                """,
            why: """
                Systems open a universal link in its app after a redirect of a tap; after a page's script they stay in \
                the browser, and the app never gets mk_cid.
                """,
            evidenceNeeded: "A click chain with at least one hop after /click.",
            example: "go.example answers 200 with <meta http-equiv=refresh content=\"0;url=...\">: fail."))

    private var log = RuleLog()

    package init() {}

    package var findings: [Finding] { log.findings }

    package mutating func see(_ sighting: Sighting, _ evidence: Evidence) {
        guard let step = evidence.clicks.step(of: sighting), let link = step.link else { return }
        log.judged += 1
        guard case .page(let mechanism) = link.mechanism else { return }
        log.findings.append(
            Finding(
                Self.description, at: sighting, places: [link.place], saw: .text(mechanism.rawValue),
                cause: .serverAnswer,
                message: "step \(step.index + 1) at \(sighting.host) is a page, not a redirect; "
                    + "universal links stop working here",
                toDo: "have \(sighting.host) answer with a redirect"))
    }

    package func finish(_ evidence: Evidence) -> RuleVerdict {
        log.verdict("steps of click chains", wouldShow: "a redirect of /click would show it")
    }
}
