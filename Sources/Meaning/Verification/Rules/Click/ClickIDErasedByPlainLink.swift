package import SDKContracts

/// MK-177: Does a link without mk_cid leave the stored one in place?
package struct ClickIDErasedByPlainLink: Rule {
    package static let description = RuleDescription(
        code: "MK-177", slug: "click-id-erased-by-plain-link", family: .click, severity: .p1,
        clause: Clause("§6", "um link sem esse parâmetro não apaga um mk_cid já armazenado por outro caminho"),
        question: "Does a link without mk_cid leave the stored one in place?",
        related: ["MK-176"],
        needs: [.ownContent, .redirects],
        explanation: RuleExplanation(
            what: """
                Where a deep_link mark names a link without mk_cid after one was delivered, a conversion still \
                carries the stored mk_cid.
                """,
            why: "People open apps by many links; one of them must not undo an attribution.",
            evidenceNeeded: "A delivered mk_cid, then a mark deep_link=URL without it, then a conversion.",
            example: "Click A; mark deep_link=shop://home; conversion without mk_cid: fail."))

    private var log = RuleLog()

    package init() {}

    package var findings: [Finding] { log.findings }

    package mutating func see(_ sighting: Sighting, _ evidence: Evidence) {
        guard sighting.role == .conversion, let last = evidence.captures(before: sighting).last,
            ClickCapture.linkWithoutID(after: last, before: sighting, evidence)
        else { return }
        log.judged += 1
        guard (sighting.value(.clickID) ?? []).isEmpty else { return }
        log.findings.append(
            Finding(
                Self.description, at: sighting, saw: .words("no mk_cid"), cause: .sdkOmitted,
                message: "a link without mk_cid came after #\(last.exchange), and the conversion has none",
                toDo: "change the stored mk_cid only for a link that has one"))
    }

    package func finish(_ evidence: Evidence) -> RuleVerdict {
        log.verdict(
            "conversions after a link without mk_cid",
            wouldShow: "the mark deep_link=URL without mk_cid, between a click and a conversion, would show it")
    }
}
