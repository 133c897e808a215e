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

    /// A digest that was not of the content before, so that none of the changed content can stand for it.
    package struct StaleDigest: Sendable, Hashable {
        package let exchange: Int
        /// request or response.
        package let part: String
        /// The field and its algorithm.
        package let field: String
    }

    package internal(set) var valueCount = 0
    /// Distinct places on Earth that were moved.
    package internal(set) var locationCount = 0
    /// Appearances of values that were written anew.
    package internal(set) var replaced = 0
    /// Exchanges in which something was.
    package internal(set) var changedExchanges = 0
    package internal(set) var tokens: [Token] = []
    /// Digests in fields that are now of the changed content.
    package internal(set) var digestCount = 0
    package internal(set) var staleDigests: [StaleDigest] = []
    /// Too short to be looked for; they stand where they stood.
    package internal(set) var keptShort: [String] = []
    package internal(set) var gaps: [Gap] = []
    /// What both tapes say.
    package internal(set) var findingCount = 0
}
