import HTTPModel
package import SDKContracts

/// MK-193: Is every URL on the way of a click short enough to arrive whole?
package struct ClickURLTooLong: Rule {
    package static let description = RuleDescription(
        code: "MK-193", slug: "click-url-too-long", family: .click, severity: .p2,
        clause: Clause(
            "§6", "na própria URL de destino",
            derivation: "servers need to take URLs of 8000 bytes, and many take no more (RFC 9110 §4.1)"),
        question: "Is every URL on the way of a click short enough to arrive whole?",
        related: ["MK-172", "MK-173"],
        explanation: RuleExplanation(
            what: """
                No link of the click chain has more than 8000 bytes, none is refused with 414 or 431, and none is cut \
                on its way to the next request. A link over 2000 bytes is a remark.
                """,
            why: "mk_cid stands near the end: it is what a cut URL loses first.",
            evidenceNeeded: "A redirect of /click.",
            example: "Location: https://go.example/?pad=<9000 bytes>&mk_cid=A: fail."))

    private var log = RuleLog()

    /// RFC 9110 §4.1.
    private static let longest = 8000
    /// Older software's bound.
    private static let cautious = 2000

    package init() {}

    package var findings: [Finding] { log.findings }

    package mutating func see(_ sighting: Sighting, _ evidence: Evidence) {
        guard let step = evidence.clicks.step(of: sighting) else { return }
        if let link = step.link {
            log.judged += 1
            let size = link.bytes.count
            if size > Self.longest {
                add(
                    step, sighting, [link.place], .serverAnswer, "\(size) bytes",
                    "URL too long at hop \(step.index + 1): \(size) bytes")
            } else if size > Self.cautious, log.remarks.count < RuleLog.remarkLimit {
                log.remarks.append("#\(step.number): the link of hop \(step.index + 1) has \(size) bytes")
            }
        }
        guard let origin = step.cameBy else { return }
        let status = sighting.status ?? 0
        let size = sighting.url.count
        if status == 414 || status == 431 {
            add(
                step, sighting, [], .serverAnswer, "status \(status)",
                "\(sighting.host) refused the URL of hop \(step.index + 1) as too long: \(size) bytes")
        } else if Self.isCut(sighting.url, origin.destination) {
            add(
                step, sighting, [], .sdkSent, "\(size) bytes",
                "the URL of #\(origin.exchange)'s link was cut after \(size) bytes")
        }
    }

    private static func isCut(_ url: [UInt8], _ destination: [UInt8]) -> Bool {
        let parts = URLBytes(destination)
        let whole = parts.bytes[..<(parts.fragment.map { $0.lowerBound - 1 } ?? parts.bytes.count)]
        return url.count > cautious / 2 && url.count < whole.count && whole.starts(with: url)
    }

    private mutating func add(
        _ step: ClickStep, _ sighting: Sighting, _ places: [EvidencePlace], _ cause: Cause, _ saw: String,
        _ message: String
    ) {
        log.findings.append(
            Finding(
                Self.description, at: sighting, places: places, saw: .text(saw), cause: cause, message: message,
                toDo: "keep the links of a click under 2000 bytes"))
    }

    package func finish(_ evidence: Evidence) -> RuleVerdict {
        log.verdict("links of click chains", wouldShow: "a redirect of /click would show it")
    }
}
