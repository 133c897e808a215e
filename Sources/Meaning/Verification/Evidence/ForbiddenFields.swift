import SDKContracts

extension RuleLog {
    /// Counts the request as judged; each of these fields should not be there, and one finding says so.
    mutating func forbid(
        _ fields: [(FieldKind, Parameter)], in sighting: Sighting, _ evidence: Evidence, _ rule: RuleDescription,
        message: String, toDo: String
    ) {
        judged += 1
        guard !fields.isEmpty else { return }
        findings.append(
            Finding(
                rule, at: sighting, places: fields.map(\.1.place), saw: .fields(fields, evidence.values),
                cause: .sdkSent, message: message, toDo: toDo))
    }
}
