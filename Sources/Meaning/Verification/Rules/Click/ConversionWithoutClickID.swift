package import SDKContracts

/// MK-176: Does a conversion after a click carry a click ID that was given?
package struct ConversionWithoutClickID: Rule {
    package static let description = RuleDescription(
        code: "MK-176", slug: "conversion-without-click-id", family: .click, severity: .p1,
        clause: Clause("§6", "Capturar o mk_cid — deep link (universal link ou custom scheme)"),
        question: "Does a conversion after a click carry a click ID that was given?",
        related: ["MK-173", "MK-177", "MK-178"],
        needs: [.ownContent, .redirects],
        explanation: RuleExplanation(
            what: """
                After a click whose mk_cid was delivered in this recording (to the last address of the chain, \
                or in a deep_link mark), a conversion carries that mk_cid: not none, not an older one.
                """,
            why: "The conversion is credited to the click whose ID it carries, or to nobody.",
            evidenceNeeded: "A click chain with mk_cid, or a mark deep_link=URL, and a conversion request after it.",
            example: "Click A, then the conversion says mk_cid=Z: fail."))

    private var log = RuleLog()

    package init() {}

    package var findings: [Finding] { log.findings }

    package mutating func see(_ sighting: Sighting, _ evidence: Evidence) {
        guard sighting.role == .conversion else { return }
        let captures = evidence.captures(before: sighting)
        guard let last = captures.last else { return }
        log.judged += 1
        let field = sighting.fields(.clickID).first
        let value = field?.value ?? []
        // An older one is MK-178's.
        if captures.contains(where: { $0.value == value }) { return }
        let message: String
        if value.isEmpty {
            // A link without an ID that came later is MK-177's.
            if ClickCapture.linkWithoutID(after: last, before: sighting, evidence) { return }
            message = "the conversion carries no mk_cid; #\(last.exchange) delivered one"
        } else {
            message = "the conversion carries a mk_cid that no click of this recording was given"
        }
        log.findings.append(
            Finding(
                Self.description, at: sighting, places: field.map { [$0.place] } ?? [],
                saw: field.map { .fields([(.clickID, $0)], evidence.values) } ?? .words("no mk_cid"),
                cause: value.isEmpty ? .sdkOmitted : .sdkSent, message: message,
                toDo: "pass each link to handleDeepLink and send the mk_cid it held last"))
    }

    package func finish(_ evidence: Evidence) -> RuleVerdict {
        log.verdict(
            "conversions after a click", wouldShow: "a click with mk_cid followed by a conversion would show it")
    }
}
