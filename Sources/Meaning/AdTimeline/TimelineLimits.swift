/// How much of the documents is remembered.
package struct TimelineLimits: Sendable, Equatable {
    /// Told URLs, and their bytes: beyond it the oldest are forgotten, which ``AdTimeline/forgottenCount`` counts.
    package var toldCount: Int
    package var toldSize: Int
    /// Opaque values remembered of one answer.
    package var keyCount: Int

    package init(toldCount: Int = 1 << 14, toldSize: Int = 4 << 20, keyCount: Int = 256) {
        self.toldCount = toldCount
        self.toldSize = toldSize
        self.keyCount = keyCount
    }
}
