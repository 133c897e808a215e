/// How much a breach matters.
package enum Severity: String, Sendable, Hashable, CaseIterable, Comparable {
    /// Identity crosses a boundary.
    case p0 = "P0"
    /// The contract is broken; money or attribution is lost.
    case p1 = "P1"
    /// Measurement or data quality.
    case p2 = "P2"
    /// Hygiene, inventory.
    case p3 = "P3"

    package static func < (a: Severity, b: Severity) -> Bool { a.rawValue < b.rawValue }
}
