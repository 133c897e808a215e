import CassetteFormat
import HTTPModel
package import SDKContracts

/// MK-184: Is /click opened by the in-app browser, with GET and over TLS?
package struct ClickOutsideBrowser: Rule {
    package static let description = RuleDescription(
        code: "MK-184", slug: "click-outside-browser", family: .click, severity: .p3,
        clause: Clause(
            "§6", "O clique já abre a URL de /click via SFSafariViewController"),
        question: "Is /click opened by the in-app browser, with GET and over TLS?",
        related: ["MK-014"],
        explanation: RuleExplanation(
            what: """
                A request of /click has the method GET, the scheme https and a User-Agent of Safari: Mozilla/5.0 \
                with AppleWebKit/, Version/ and Safari/. A web view has no Version/ and no Safari/, an SDK's own \
                request begins with the app's name.
                """,
            why: """
                A click that is fetched without a browser shows the person nothing and counts a visit that never \
                was.
                """,
            evidenceNeeded: "A request of /click.",
            example: "GET /click with User-Agent News/7 CFNetwork/1494: fail."))

    private var log = RuleLog()

    package init() {}

    package var findings: [Finding] { log.findings }

    package mutating func see(_ sighting: Sighting, _ evidence: Evidence) {
        guard sighting.role == .click else { return }
        log.judged += 1
        var faults: [String] = []
        if sighting.exchange.origin.scheme != .https { faults.append("without TLS") }
        if !sighting.head.isMethod("GET") { faults.append("with \(String(display: sighting.head.methodBytes))") }
        if !Self.isInAppBrowser(sighting) { faults.append("outside the in-app browser") }
        guard !faults.isEmpty else { return }
        log.findings.append(
            Finding(
                Self.description, at: sighting,
                saw: sighting.head.first("user-agent").map { .text(String(display: $0)) } ?? .words("no User-Agent"),
                cause: .sdkSent, message: "/click is opened \(faults.joined(separator: " and "))",
                toDo: "open the click's https address in SFSafariViewController"))
    }

    private static func isInAppBrowser(_ sighting: Sighting) -> Bool {
        guard sighting.isFromBrowser, let agent = sighting.head.first("user-agent") else { return false }
        let words = agent.split(separator: UInt8(ascii: " "))
        return ["AppleWebKit/", "Version/", "Safari/"].allSatisfy { product in
            words.contains { $0.starts(with: product.utf8) }
        }
    }

    package func finish(_ evidence: Evidence) -> RuleVerdict {
        log.verdict("clicks", wouldShow: "a request of /click would show it")
    }
}
