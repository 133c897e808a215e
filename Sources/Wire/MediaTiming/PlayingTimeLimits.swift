/// How far a media file is read for its length.
package struct PlayingTimeLimits: Sendable, Equatable {
    /// Boxes passed side by side on one level.
    package var boxCount: Int
    /// Lines of a playlist; a longer one has no length here.
    package var lineCount: Int

    package init(boxCount: Int = 64, lineCount: Int = 1 << 16) {
        self.boxCount = boxCount
        self.lineCount = lineCount
    }
}
