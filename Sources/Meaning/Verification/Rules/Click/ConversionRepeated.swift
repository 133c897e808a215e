package import SDKContracts

/// MK-181: Is each order reported as a conversion once?
package struct ConversionRepeated: Rule {
    package static let description = RuleDescription(
        code: "MK-181", slug: "conversion-repeated", family: .click, severity: .p2,
        clause: Clause("§6", "orderId: \"order-123\"", derivation: "an order is one order"),
        question: "Is each order reported as a conversion once?",
        needs: [.ownContent],
        explanation: RuleExplanation(
            what: "No two conversion requests have the same goal and the same order ID.",
            why: "An order counted twice is paid for twice.",
            evidenceNeeded: "Two conversion requests with order IDs.",
            example: "Two conversions of order-123: fail at the second."))

    private var log = RuleLog()
    /// Goal and order ID of each conversion.
    private var first: [[UInt8]: Int] = [:]

    package init() {}

    package var findings: [Finding] { log.findings }

    package mutating func see(_ sighting: Sighting, _ evidence: Evidence) {
        guard sighting.role == .conversion, let field = sighting.fields(.orderID).first, !field.value.isEmpty else {
            return
        }
        log.judged += 1
        let key = (sighting.value(.goal) ?? []) + [0] + field.value
        guard let earlier = first[key] else {
            first[key] = sighting.number
            return
        }
        log.findings.append(
            Finding(
                Self.description, at: sighting, places: [field.place],
                saw: .fields([(.orderID, field)], evidence.values), cause: .sdkSent,
                message: "the order was reported by #\(earlier) already",
                toDo: "report an order once; a retry needs the server's own check"))
    }

    package func finish(_ evidence: Evidence) -> RuleVerdict {
        log.verdict("conversions with an order ID", wouldShow: "a conversion with an order ID would show it")
    }
}
