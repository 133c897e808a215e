/// How much of the documents is remembered.
package struct TimelineLimits: Sendable, Equatable {
    /// Exchanges of which joins and documents are remembered, and the bytes of those documents. What is older is known
    /// only by what a rule noted of it: none looks back farther.
    package var exchangeCount: Int
    package var documentSize: Int
    /// Told URLs, and their bytes: beyond it the oldest are forgotten, which ``AdTimeline/forgottenCount`` counts.
    package var toldCount: Int
    package var toldSize: Int
    /// Opaque values remembered of one answer.
    package var keyCount: Int

    package init(
        exchangeCount: Int = 1 << 12, documentSize: Int = 4 << 20, toldCount: Int = 1 << 14, toldSize: Int = 4 << 20,
        keyCount: Int = 256
    ) {
        self.exchangeCount = exchangeCount
        self.documentSize = documentSize
        self.toldCount = toldCount
        self.toldSize = toldSize
        self.keyCount = keyCount
    }
}
