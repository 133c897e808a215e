import CassetteFormat
package import SDKContracts

/// MK-178: Where several click IDs were delivered, does a conversion carry the one that counts?
package struct ClickIDOfOtherClick: Rule {
    package static let description = RuleDescription(
        code: "MK-178", slug: "click-id-of-other-click", family: .click, severity: .p1,
        clause: Clause(
            "§6", "lê mk_cid da URL, se houver",
            derivation: "which of several wins is not said; mk_cid.policy says it, by default the latest"),
        question: "Where several click IDs were delivered, does a conversion carry the one that counts?",
        related: ["MK-176"],
        explanation: RuleExplanation(
            what: """
                After several different mk_cid were delivered, a conversion that carries one of them carries the \
                latest (mk_cid.policy: latest) or the first (first): the first link that a deep_link mark names, \
                or without such marks the first click.
                """,
            why: "The conversion is credited to the click whose ID it carries.",
            evidenceNeeded: "Two clicks or deep_link marks with different mk_cid, and a conversion after them.",
            example: "Links with A, then B; the conversion says mk_cid=A: fail, unless mk_cid.policy is first."))

    private var log = RuleLog()

    package init() {}

    package var findings: [Finding] { log.findings }

    package mutating func see(_ sighting: Sighting, _ evidence: Evidence) {
        guard sighting.role == .conversion, let field = sighting.fields(.clickID).first, !field.value.isEmpty else {
            return
        }
        let captures = evidence.captures(before: sighting)
        guard let last = captures.last, captures.contains(where: { $0.value != last.value }),
            let carried = captures.last(where: { $0.value == field.value })
        else { return }
        log.judged += 1
        let policy = evidence.configuration.readings.clickIDPolicy
        let counts = policy == .latest ? last : Self.first(of: captures, before: sighting, evidence)
        guard counts.value != field.value else { return }
        log.findings.append(
            Finding(
                Self.description, at: sighting, places: [field.place],
                saw: .fields([(.clickID, field)], evidence.values), cause: .sdkSent,
                message: """
                    the conversion carries the mk_cid of #\(carried.exchange)\(Self.age(carried, sighting)); \
                    #\(counts.exchange) is the \(policy.rawValue)
                    """,
                toDo: policy == .latest
                    ? "replace the stored mk_cid whenever a link brings another" : "keep the stored mk_cid"))
    }

    /// `, 12 s before`, in the app's own time; empty for a link that only a mark names.
    private static func age(_ capture: ClickCapture, _ conversion: Sighting) -> String {
        guard let time = capture.time, conversion.exchange.start >= time else { return "" }
        let seconds = Double(conversion.exchange.start - time) / 1e9 * conversion.state.clockScale
        return seconds < 1e9 ? ", \(Int(seconds)) s before" : ""
    }

    /// Marks say what the app was given; a click alone may have ended elsewhere.
    private static func first(
        of captures: ArraySlice<ClickCapture>, before conversion: Sighting, _ evidence: Evidence
    ) -> ClickCapture {
        let name = evidence.configuration.name(.clickID)
        for link in conversion.state.deepLinks {
            if let value = ClickIDReading(link.url, name: name).values.first, !value.isEmpty {
                return ClickCapture(value: value, exchange: link.afterExchange, time: nil, chainID: nil)
            }
        }
        return captures[captures.startIndex]
    }

    package func finish(_ evidence: Evidence) -> RuleVerdict {
        log.verdict(
            "conversions after several clicks",
            wouldShow: "two different mk_cid, delivered before a conversion that carries one of them, would show it")
    }
}
