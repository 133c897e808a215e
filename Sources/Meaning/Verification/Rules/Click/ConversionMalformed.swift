package import SDKContracts
import HTTPModel

/// MK-179: Has every conversion a goal, and whole cents where it has a value?
package struct ConversionMalformed: Rule {
    package static let description = RuleDescription(
        code: "MK-179", slug: "conversion-malformed", family: .click, severity: .p2,
        clause: Clause("§6", "Metrike.trackConversion(\"goal_public_id\", valueCents: 4990, orderId: \"order-123\")"),
        question: "Has every conversion a goal, and whole cents where it has a value?",
        needs: [.ownContent],
        explanation: RuleExplanation(
            what: """
                A conversion has a goal that is not empty; its value, where sent, is a whole number of cents, \
                not negative; its order ID, where sent, is not empty.
                """,
            why: "A value with a point is taken for a hundredth or a hundredfold of itself.",
            evidenceNeeded: "A conversion request.",
            example: "\"value_cents\":49.9: fail."))

    private var log = RuleLog()

    package init() {}

    package var findings: [Finding] { log.findings }

    package mutating func see(_ sighting: Sighting, _ evidence: Evidence) {
        guard sighting.role == .conversion, sighting.requestContent.isRead else { return }
        log.judged += 1
        var faults: [String] = []
        var places: [EvidencePlace] = []
        let goals = sighting.fields(.goal)
        if goals.allSatisfy({ $0.value.isEmpty }) { faults.append("the goal is missing") }
        for field in sighting.fields(.valueCents)
        where field.literal != .null && (field.value.isEmpty || !field.value.allSatisfy(ASCII.isDigit)) {
            faults.append("the value is no whole number of cents")
            places.append(field.place)
        }
        for field in sighting.fields(.orderID) where field.literal != .null && field.value.isEmpty {
            faults.append("the order ID is empty")
            places.append(field.place)
        }
        guard !faults.isEmpty else { return }
        let fields = sighting.fields(.valueCents).map { (FieldKind.valueCents, $0) }
        log.findings.append(
            Finding(
                Self.description, at: sighting, places: places, saw: .fields(fields, evidence.values), cause: .sdkSent,
                message: faults.joined(separator: "; "), toDo: "send the goal, whole cents and the order ID as given"))
    }

    package func finish(_ evidence: Evidence) -> RuleVerdict {
        log.verdict("conversions", wouldShow: "a conversion request would show it")
    }
}
