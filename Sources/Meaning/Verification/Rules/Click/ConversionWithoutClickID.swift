package import SDKContracts

/// MK-176: Does a conversion carry the click ID that was given last?
package struct ConversionWithoutClickID: Rule {
    package static let description = RuleDescription(
        code: "MK-176", slug: "conversion-without-click-id", family: .click, severity: .p1,
        clause: Clause("§6", "Capturar o mk_cid — deep link (universal link ou custom scheme)"),
        question: "Does a conversion carry the click ID that was given last?",
        related: ["MK-173", "MK-177"],
        needs: [.ownContent, .redirects],
        explanation: RuleExplanation(
            what: """
                After a click whose mk_cid was delivered in this recording (to the last address of the chain, \
                or in a deep_link mark), a conversion carries that mk_cid: not none, not an older one.
                """,
            why: "The conversion is credited to the click whose ID it carries, or to nobody.",
            evidenceNeeded: "A click chain with mk_cid, or a mark deep_link=URL, and a conversion request after it.",
            example: "Click A, click B, then the conversion says mk_cid=A: fail."))

    private var log = RuleLog()
    private var conversions: [Int] = []

    package init() {}

    package var findings: [Finding] { log.findings }

    package mutating func see(_ sighting: Sighting, _ evidence: Evidence) {
        if sighting.role == .conversion { conversions.append(sighting.number) }
    }

    private mutating func judge(_ evidence: Evidence) {
        for number in conversions {
            guard let conversion = evidence.sighting(number) else { continue }
            let captures = ClickCapture.all(before: conversion, evidence)
            guard let last = captures.last else { continue }
            log.judged += 1
            let field = conversion.fields(.clickID).first
            let value = field?.value ?? []
            if value == last.value { continue }
            let message: String
            if value.isEmpty {
                // A link without an ID that came later is MK-177's.
                if ClickCapture.linkWithoutID(after: last, before: conversion, evidence) { continue }
                message = "the conversion carries no mk_cid; #\(last.exchange) delivered one"
            } else if let older = captures.last(where: { $0.value == value }) {
                message = "the conversion carries the mk_cid of #\(older.exchange); #\(last.exchange) came later"
            } else {
                message = "the conversion carries a mk_cid that no click of this recording was given"
            }
            log.findings.append(
                Finding(
                    Self.description, at: conversion, places: field.map { [$0.place] } ?? [],
                    saw: field.map { .fields([(.clickID, $0)], evidence.values) } ?? .text("no mk_cid"),
                    cause: value.isEmpty ? .sdkOmitted : .sdkSent, message: message,
                    toDo: "pass each link to handleDeepLink and send the mk_cid it held last"))
        }
    }

    package func finish(_ evidence: Evidence) -> RuleVerdict {
        var rule = self
        rule.judge(evidence)
        return rule.log.verdict(
            "conversions after a click", wouldShow: "a click with mk_cid followed by a conversion would show it")
    }
}
