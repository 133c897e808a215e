import HTTPModel
package import SDKContracts

/// MK-195: Is every counted click a person's, and no preview's?
package struct ClickCountedForPreview: Rule {
    package static let description = RuleDescription(
        code: "MK-195", slug: "click-counted-for-preview", family: .click, severity: .p2,
        clause: Clause("§7", "toque no creative (abre /click via SFSafariViewController)"),
        question: "Is every counted click a person's, and no preview's?",
        related: ["MK-174", "MK-184", "MK-194"],
        explanation: RuleExplanation(
            what: """
                No mk_cid is given to a HEAD request, to a request that says it is a prefetch or preview, or to a \
                client that names itself a link previewer or crawler.
                """,
            why: "A link that is looked at by a machine counts as a click, and its mk_cid belongs to nobody.",
            evidenceNeeded: "A request of /click and its answer.",
            example: "HEAD /click?ad=1 answers 302 with mk_cid: fail."))

    private static let machines = [
        "facebookexternalhit", "twitterbot", "whatsapp", "slackbot", "telegrambot", "linkedinbot", "discordbot",
        "skypeuripreview", "googlebot", "bingbot", "applebot", "pinterestbot", "redditbot", "embedly", "crawler",
    ]

    private var log = RuleLog()

    package init() {}

    package var findings: [Finding] { log.findings }

    package mutating func see(_ sighting: Sighting, _ evidence: Evidence) {
        guard sighting.role == .click, evidence.clicks.step(of: sighting)?.clickID != nil else { return }
        log.judged += 1
        guard let who = Self.machine(sighting) else { return }
        log.findings.append(
            Finding(
                Self.description, at: sighting, saw: .text(who), cause: .serverAnswer,
                message: "click counted for \(who)",
                toDo: "ask for /click only when a person taps; give no mk_cid to previews"))
    }

    /// Who asked, where it was no person's tap.
    private static func machine(_ sighting: Sighting) -> String? {
        if sighting.head.isMethod("HEAD") { return "a HEAD request" }
        for name in ["purpose", "sec-purpose", "x-purpose", "x-moz"] as [StaticString] {
            guard let value = sighting.head.first(name) else { continue }
            let isEarly = ["prefetch", "preview"].contains { Self.holds(Array(value), $0) }
            if isEarly { return "\(name): \(String(display: value.map(ASCII.lowercased)))" }
        }
        guard let agent = sighting.head.first("user-agent").map(Array.init) else { return nil }
        return machines.first { holds(agent, $0) }
    }

    private static func holds(_ bytes: [UInt8], _ word: String) -> Bool {
        ASCII.contains(bytes, ignoringCase: Array(word.utf8))
    }

    package func finish(_ evidence: Evidence) -> RuleVerdict {
        log.verdict("clicks with mk_cid", wouldShow: "a request of /click with its answer would show it")
    }
}
