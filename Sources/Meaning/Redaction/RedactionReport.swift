package import LeakSearch

/// What was replaced on a tape, and what was not.
package struct RedactionReport: Sendable {
    /// A value whose disguise cannot be made again: a token of the same length stands there.
    package struct Token: Sendable, Hashable {
        /// 0 for what belongs to no exchange.
        package let exchange: Int
        package let part: String
        /// The value's name and its disguise.
        package let what: String
    }

    package struct Gap: Sendable, Hashable {
        package let exchange: Int
        package let part: String
        package let gap: SearchGap
    }

    package internal(set) var valueCount = 0
    /// Distinct places on Earth that were moved.
    package internal(set) var locationCount = 0
    /// Appearances of values that were written anew.
    package internal(set) var replaced = 0
    /// Exchanges in which something was.
    package internal(set) var changedExchanges = 0
    package internal(set) var tokens: [Token] = []
    /// Too short to be looked for; they stand where they stood.
    package internal(set) var keptShort: [String] = []
    package internal(set) var gaps: [Gap] = []
    /// What both tapes say.
    package internal(set) var findingCount = 0
}
