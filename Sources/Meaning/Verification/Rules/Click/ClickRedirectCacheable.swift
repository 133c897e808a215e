import CassetteFormat
import HTTPModel
package import SDKContracts

/// MK-188: Does the redirect of /click stay out of every cache?
package struct ClickRedirectCacheable: Rule {
    package static let description = RuleDescription(
        code: "MK-188", slug: "click-redirect-cacheable", family: .click, severity: .p1,
        clause: Clause(
            "§6", "o redirect 302 do servidor já anexa mk_cid na própria URL de destino",
            derivation: "an ID of one click must not be handed out again by a cache (RFC 9111 §3)"),
        question: "Does the redirect of /click stay out of every cache?",
        related: ["MK-170", "MK-174"],
        explanation: RuleExplanation(
            what: """
                A redirect of /click with mk_cid is neither a 301 or 308, which caches keep unless told otherwise, nor \
                has it max-age, s-maxage or Expires that let one keep it. no-store and no-cache end the question.
                """,
            why: "The next click is answered by the cache: two clicks share one ID, and the server sees only one.",
            evidenceNeeded: "An answer of /click with mk_cid.",
            example: "302 with Cache-Control: max-age=3600: fail."))

    private var log = RuleLog()

    package init() {}

    package var findings: [Finding] { log.findings }

    package mutating func see(_ sighting: Sighting, _ evidence: Evidence) {
        guard sighting.role == .click, evidence.clicks.step(of: sighting)?.clickID != nil,
            let head = sighting.exchange.response?.head
        else { return }
        log.judged += 1
        guard let reason = Self.reason(head) else { return }
        log.findings.append(
            Finding(
                Self.description, at: sighting, saw: .text(reason), cause: .serverAnswer,
                message: "the redirect may be cached (\(reason)): clicks will share one id",
                toDo: "answer /click with 302 and Cache-Control: no-store"))
    }

    /// What lets a cache keep the answer; nil where nothing does.
    private static func reason(_ head: ResponseHead) -> String? {
        if ["no-store", "no-cache", "private"].contains(where: { directive($0, head) != nil }) { return nil }
        for name in ["s-maxage", "max-age"] {
            guard let value = directive(name, head) else { continue }
            return value.contains { $0 != "0" } ? "\(name)=\(value)" : nil
        }
        if let expires = head.first("expires").flatMap(Self.stamp), let date = head.first("date").flatMap(Self.stamp) {
            return expires > date ? "Expires" : nil
        }
        return head.status == 301 || head.status == 308 ? "status \(head.status)" : nil
    }

    /// A date of RFC 9110 §5.6.7 (IMF-fixdate) as digits that sort; nil for anything else.
    private static func stamp(_ value: some Collection<UInt8>) -> String? {
        let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
        let words = String(display: value).split(separator: " ").map(String.init)
        guard words.count == 6, let month = months.firstIndex(of: words[2]), words[1].utf8.count == 2,
            words[3].utf8.count == 4
        else { return nil }
        return "\(words[3])\(month + 10)\(words[1])\(words[4])"
    }

    /// The value of a directive of Cache-Control (RFC 9111 §5.2); empty where it has none.
    private static func directive(_ name: String, _ head: ResponseHead) -> String? {
        for field in head.values(of: "cache-control") {
            for part in field.split(separator: UInt8(ascii: ",")) {
                let text = String(display: part.trimmingOptionalWhiteSpace().map(ASCII.lowercased))
                if text == name { return "" }
                if text.hasPrefix(name + "=") { return String(text.dropFirst(name.count + 1)) }
            }
        }
        return nil
    }

    package func finish(_ evidence: Evidence) -> RuleVerdict {
        log.verdict("redirects with mk_cid", wouldShow: "a redirect of /click with mk_cid would show it")
    }
}
