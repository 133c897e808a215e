import HTTPModel
package import SDKContracts

/// MK-187: Does a landing that travels inside another URL stay whole?
package struct InnerLinkDamaged: Rule {
    package static let description = RuleDescription(
        code: "MK-187", slug: "inner-link-damaged", family: .click, severity: .p1,
        clause: Clause(
            "§6", "na própria URL de destino", derivation: "a URL inside a URL is encoded once, and decoded once"),
        question: "Does a landing that travels inside another URL stay whole?",
        related: ["MK-171", "MK-172", "MK-173", "MK-176", "MK-186"],
        explanation: RuleExplanation(
            what: """
                Where a link of the click chain carries another URL in a parameter, that URL has both slashes after \
                its scheme; is encoded, so that what follows it is not taken for its own; and still has, one hop \
                later, the parameters it had.
                """,
            why: """
                Trackers pack the landing into their own URL. Encoded too little or decoded too often, its parameters \
                become the tracker's, mk_cid among them.
                """,
            evidenceNeeded: "A link of a click chain with a URL in a parameter.",
            example: "Location: https://trk.example/r?dest=https://shop.example/?x=1&mk_cid=A: fail."))

    private var log = RuleLog()

    package init() {}

    package var findings: [Finding] { log.findings }

    package mutating func see(_ sighting: Sighting, _ evidence: Evidence) {
        guard let step = evidence.clicks.step(of: sighting), let link = step.link else { return }
        let inner = InnerLink.all(in: link.bytes)
        let before = InnerLink.all(in: sighting.target.bytes)
        guard !inner.isEmpty || (step.index > 0 && !before.isEmpty) else { return }
        log.judged += 1
        let name = evidence.configuration.name(.clickID)
        for link in inner where before.allSatisfy({ $0.url != link.url }) {
            if link.hasLostSlash {
                return add(step, sighting, "the target URL in '\(link.name)' is damaged: one slash follows its scheme")
            }
            if link.swallows.contains(name) {
                return add(
                    step, sighting,
                    "mk_cid belongs to the tracker, not to the landing: '\(link.name)' is not encoded")
            }
            guard let former = before.first(where: { $0.name == link.name }) else { continue }
            let lost = former.names.filter { !link.names.contains($0) }
            if !lost.isEmpty {
                return add(
                    step, sighting,
                    "the inner link '\(link.name)' lost \(lost.joined(separator: ", ")): it was decoded twice")
            }
        }
        // The tracker leads to the landing it was given, with one slash.
        guard link.taker == .web, let bare = Self.lostSlash(link.bytes), before.contains(where: { !$0.hasLostSlash })
        else { return }
        add(step, sighting, "the target URL is damaged: '\(bare)'")
    }

    /// The first bytes of a link whose scheme is followed by one slash.
    private static func lostSlash(_ link: [UInt8]) -> String? {
        let url = URLBytes(link)
        guard url.webScheme != nil, url.host == nil, let scheme = url.scheme,
            link[(scheme.upperBound + 1)...].first == UInt8(ascii: "/")
        else { return nil }
        return String(display: link.prefix(scheme.upperBound + 2)) + "…"
    }

    private mutating func add(_ step: ClickStep, _ sighting: Sighting, _ what: String) {
        log.findings.append(
            Finding(
                Self.description, at: sighting, places: step.link.map { [$0.place] } ?? [], saw: .nothing,
                cause: .serverAnswer, message: "\(what) (\(sighting.host), hop \(step.index + 1))",
                toDo: "percent-encode a URL that stands in a parameter, once, and decode it once"))
    }

    package func finish(_ evidence: Evidence) -> RuleVerdict {
        log.verdict(
            "links with a URL inside", wouldShow: "a link of a click chain with a URL in a parameter would show it")
    }
}
