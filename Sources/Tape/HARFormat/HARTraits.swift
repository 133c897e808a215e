import HTTPModel

/// What the field lines of a whole file look like: writers that sort or fold them show only over many heads.
struct HARTraits {
    var hasCookies = false
    private var headCount = 0
    private var longHeads = 0
    private var sortedHeads = 0
    private var hasCapitals = false

    /// Heads that are looked at before a file is said to be of one kind.
    private static let enough = 8

    mutating func see(_ fields: FieldList, isHTTP1: Bool) {
        guard !fields.lines.isEmpty else { return }
        if isHTTP1 {
            headCount += 1
            if !hasCapitals {
                hasCapitals = fields.lines.contains { $0.name.contains { $0 &- 0x41 < 26 } }
            }
        }
        // A short head may well be sorted by chance.
        guard fields.lines.count >= 4, longHeads == sortedHeads else { return }
        longHeads += 1
        if HARTraits.isSorted(fields) { sortedHeads += 1 }
    }

    private static func isSorted(_ fields: FieldList) -> Bool {
        zip(fields.lines, fields.lines.dropFirst()).allSatisfy { a, b in
            !b.name.lexicographicallyPrecedes(a.name) { ASCII.lowercased($0) < ASCII.lowercased($1) }
        }
    }

    func losses(writer: String) -> [HARLoss.Kind] {
        var losses: [HARLoss.Kind] = []
        if longHeads >= HARTraits.enough, longHeads == sortedHeads { losses.append(.fieldOrder) }
        if headCount >= HARTraits.enough, !hasCapitals { losses.append(.fieldCase) }
        if !hasCookies, writer.hasPrefix("WebInspector") { losses.append(.cookiesRemoved) }
        return losses
    }
}
