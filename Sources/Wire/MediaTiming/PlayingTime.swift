/// How long a media file plays, by its own words.
package struct PlayingTime: Sendable, Hashable {
    package enum Source: Sendable, Hashable {
        /// `mvhd` of an ISO base media file (ISO/IEC 14496-12 §8.2.2).
        case movieHeader
        /// The segments of an HLS media playlist that is complete (RFC 8216 §4.3.2.1, §4.3.3.4).
        case playlist
    }

    /// More than zero.
    package let seconds: Double
    package let source: Source

    /// Nil where the bytes state no length: another kind of file, a part without the header, a live stream.
    ///
    /// - Parameter bytes: a whole file, its beginning, or a part of it that begins with a box.
    package init?(_ bytes: [UInt8], limits: PlayingTimeLimits = PlayingTimeLimits()) {
        if let seconds = MovieHeader.seconds(in: bytes, limits) {
            self.seconds = seconds
            source = .movieHeader
        } else if let seconds = MediaPlaylist.seconds(in: bytes, limits) {
            self.seconds = seconds
            source = .playlist
        } else {
            return nil
        }
    }
}
