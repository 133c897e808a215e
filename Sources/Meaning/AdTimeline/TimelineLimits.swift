/// How much of the documents is remembered.
package struct TimelineLimits: Sendable, Equatable {
    /// Told URLs in all; further ones are counted in ``AdTimeline/droppedCount``.
    package var toldCount: Int
    /// Opaque values remembered of one answer.
    package var keyCount: Int

    package init(toldCount: Int = 1 << 18, keyCount: Int = 256) {
        self.toldCount = toldCount
        self.keyCount = keyCount
    }
}
