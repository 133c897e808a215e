package import SDKContracts
import AdTimeline

/// MK-041: Does every first-party pixel of a VAST or VMAP document get identity before it is fired?
package struct FirstPartyPixelWithoutIdentity: Rule {
    package static let description = RuleDescription(
        code: "MK-041", slug: "first-party-pixel-without-identity", family: .boundary, severity: .p1,
        clause: Clause("§7", "o SDK anexa a identidade a cada um deles imediatamente antes de disparar"),
        question: "Does every first-party pixel of a VAST or VMAP document get identity before it is fired?",
        needs: [.adDocuments],
        explanation: RuleExplanation(
            what: """
                A pixel whose URL a document tells (Impression, Tracking, ClickTracking, Error) and whose host is the \
                base host carries app_bundle, app_name, app_version and sdk_version when it is fired. Other \
                first-party requests are MK-020.
                """,
            why: """
                These pixels are plain GETs: without the four fields the server cannot tell which app played the ad, \
                and the count is anonymous.
                """,
            evidenceNeeded: "The document, and the request for one of its first-party pixels.",
            example: "VAST tells https://ads.metrike.example/px?e=start; exactly that is fired: fail."))

    private var log = RuleLog()

    package init() {}

    package var findings: [Finding] { log.findings }

    package mutating func see(_ sighting: Sighting, _ evidence: Evidence) {
        guard evidence.isMarkupPixel(sighting), let join = evidence.timeline.join(of: sighting.number) else { return }
        log.judged += 1
        let missing = FieldKind.appIdentity.filter { !sighting.has($0) }
        guard !missing.isEmpty else { return }
        let names = missing.map(evidence.configuration.name).joined(separator: ", ")
        log.findings.append(
            Finding(
                Self.description, at: sighting, saw: .words("no \(names)"), cause: .sdkOmitted,
                message: "the \(join.told.role.name) pixel of \(join.told.label) was fired without \(names)",
                toDo: "attach identity to each first-party pixel just before it is fired"))
    }

    package func finish(_ evidence: Evidence) -> RuleVerdict {
        log.verdict(
            "first-party pixels of documents",
            wouldShow: "a VAST or VMAP answer with a first-party pixel, and the pixel's request, would show it")
    }
}
