import HTTPModel
package import SDKContracts

/// MK-185: Is every link on the way of a click free of bytes that no URL may have?
package struct LocationUnescaped: Rule {
    package static let description = RuleDescription(
        code: "MK-185", slug: "location-unescaped", family: .click, severity: .p2,
        clause: Clause(
            "§6", "na própria URL de destino",
            derivation: "a URL has neither spaces nor bytes beyond ASCII (RFC 3986 §2)"),
        question: "Is every link on the way of a click free of bytes that no URL may have?",
        explanation: RuleExplanation(
            what: """
                No Location and no page of the click chain leads on to a URL with spaces, control characters or bytes \
                beyond ASCII.
                """,
            why: """
                One client encodes such a byte, another cuts the URL there, a third refuses it: mk_cid may go with it.
                """,
            evidenceNeeded: "A redirect of /click.",
            example: "Location: https://shop.example/?c=verão&mk_cid=A: fail."))

    private var log = RuleLog()

    package init() {}

    package var findings: [Finding] { log.findings }

    package mutating func see(_ sighting: Sighting, _ evidence: Evidence) {
        guard let step = evidence.clicks.step(of: sighting), let link = step.link else { return }
        log.judged += 1
        guard let index = link.bytes.firstIndex(where: { $0 < 0x21 || $0 > 0x7E }) else { return }
        let hex = String(link.bytes[index], radix: 16, uppercase: true)
        log.findings.append(
            Finding(
                Self.description, at: sighting, places: [link.place],
                saw: .words("byte 0x\(hex.count < 2 ? "0" : "")\(hex) at \(index)"), cause: .serverAnswer,
                message: "the link of hop \(step.index + 1) at \(sighting.host) has unescaped bytes",
                toDo: "percent-encode the URL before it is sent"))
    }

    package func finish(_ evidence: Evidence) -> RuleVerdict {
        log.verdict("links of click chains", wouldShow: "a redirect of /click would show it")
    }
}
