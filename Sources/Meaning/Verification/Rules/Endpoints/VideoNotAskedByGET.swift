package import SDKContracts
import HTTPModel

/// MK-003: Is /vast/{token} asked by GET?
package struct VideoNotAskedByGET: Rule {
    package static let description = RuleDescription(
        code: "MK-003", slug: "video-not-asked-by-get", family: .endpoints, severity: .p2,
        clause: Clause("§7", "fill bem-sucedido de GET /vast/{token}"),
        question: "Is /vast/{token} asked by GET?",
        explanation: RuleExplanation(
            what: "Every request of /vast/{token} has the method GET.",
            why: """
                The server counts a fill of GET /vast/{token}; caches and proxies treat another method differently.
                """,
            evidenceNeeded: "A request of /vast/{token}.",
            example: "POST /vast/abc: fail."))

    private var log = RuleLog()

    package init() {}

    package var findings: [Finding] { log.findings }

    package mutating func see(_ sighting: Sighting, _ evidence: Evidence) {
        guard sighting.role.isVAST else { return }
        log.judged += 1
        guard !sighting.head.isMethod("GET") else { return }
        log.findings.append(
            Finding(
                Self.description, at: sighting, saw: .text(sighting.summary), cause: .sdkSent,
                message: "/vast is asked by another method than GET", toDo: "ask for /vast/{token} by GET"))
    }

    package func finish(_ evidence: Evidence) -> RuleVerdict {
        log.verdict("requests of /vast", wouldShow: "a request of /vast/{token} would show it")
    }
}
