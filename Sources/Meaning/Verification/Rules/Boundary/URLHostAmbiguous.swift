import AdMarkup
import AdTimeline
import CassetteFormat
import HTTPModel
package import SDKContracts

/// MK-054: Does each URL of a document lead every reader to one host?
package struct URLHostAmbiguous: Rule {
    package static let description = RuleDescription(
        code: "MK-054", slug: "url-host-ambiguous", family: .boundary, severity: .p2,
        clause: Clause(
            "§7", "só quando a URL aponta pro nosso próprio servidor",
            derivation: "a URL that readers take differently points to no server in particular"),
        question: "Does each URL of a document lead every reader to one host?",
        related: ["MK-045"],
        needs: [.adDocuments],
        explanation: RuleExplanation(
            what: """
                Every URL that a VAST, VMAP or /serve answer tells is read twice: strictly by RFC 3986, and as \
                browsers do (WHATWG URL). Where the two find different hosts, or one finds none, the URL is nobody's \
                and a third party's. Backslashes, white space, missing slashes, impossible ports and encoded \
                delimiters do that.
                """,
            why: "The SDK's parser and the one that dials may differ: identity is then attached for one host and sent "
                + "to another.",
            evidenceNeeded: "A document that tells URLs.",
            example: #"VAST tells https://ads.metrike.example\@evil.example/px: fail."#))

    private var log = RuleLog()

    package init() {}

    package var findings: [Finding] { log.findings }

    package mutating func see(_ sighting: Sighting, _ evidence: Evidence) {
        if let answered = evidence.timeline.documents[sighting.number] {
            for url in answered.document.urls {
                judge(url.bytes, "#\(sighting.number):\(url.line)", "url", url.place, sighting, evidence)
            }
        } else {
            for told in evidence.timeline.told(by: sighting.number) where told.role != .redirect {
                judge(told.url, told.label, told.place.name, told.place.range, sighting, evidence)
            }
        }
    }

    private mutating func judge(
        _ url: [UInt8], _ label: String, _ name: String, _ range: Range<Int>, _ sighting: Sighting,
        _ evidence: Evidence
    ) {
        log.judged += 1
        guard !HostReading.isPlain(url),
            case .ambiguous(let strict, let browser) = HostReading(url, base: sighting.exchange.origin.scheme)
        else { return }
        log.findings.append(
            Finding(
                Self.description, at: sighting,
                places: [EvidencePlace(part: .responseContent, surface: .body, name: name, range: range)],
                saw: .words("by RFC 3986 \(strict); in a browser \(browser)"), cause: .serverSupplied(at: label),
                message: "a told URL leads two readers to different hosts",
                toDo: "have the document write https://host/path with nothing odd before the path"))
    }

    package func finish(_ evidence: Evidence) -> RuleVerdict {
        log.verdict("told URLs", wouldShow: "a document that tells URLs would show it")
    }
}
