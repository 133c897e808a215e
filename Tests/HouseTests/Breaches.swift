import Testing

/// Expects that a check of the house found nothing, and otherwise says what it found, one line each.
func expectNone(_ breaches: [String], sourceLocation: SourceLocation = #_sourceLocation) {
    let list = breaches.joined(separator: "\n")
    #expect(breaches.isEmpty, "\(breaches.count) in this checkout:\n\(list)", sourceLocation: sourceLocation)
}
