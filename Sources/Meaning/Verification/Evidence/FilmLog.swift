import AdTimeline
import HTTPModel
import SDKContracts

/// Tells the media requests for the publisher's own video, the film, from those for ads.
///
/// The system's player names its playback in each request (`X-Playback-Session-Id`). A playback in which a URL that a
/// document told is asked for is an ad's. Where none is named, the folder of the URL stands for it.
struct FilmLog: Sendable {
    enum Limits {
        /// So many of the latest playbacks of ads are remembered.
        static let adPlaybacks = 64
        /// Files beyond this count as known.
        static let files = 1024
    }

    /// What one request fetched of a film.
    struct Part {
        let exchange: Int
        /// Names the playback.
        let playback: [UInt8]
        /// Whether it brought bytes that no request before it had brought: the film went on.
        let isNew: Bool
    }

    private var adPlaybacks: [[UInt8]] = []
    /// How far each file has been fetched.
    private var reach: [[UInt8]: Int] = [:]
    private(set) var latest: Part?

    mutating func see(_ sighting: Sighting, _ timeline: AdTimeline) {
        guard sighting.isFromMediaPlayer else { return }
        let playback = Self.playback(of: sighting)
        if timeline.join(of: sighting.number) != nil {
            guard !adPlaybacks.contains(playback) else { return }
            if adPlaybacks.count == Limits.adPlaybacks { adPlaybacks.removeFirst() }
            adPlaybacks.append(playback)
        } else if !adPlaybacks.contains(playback) {
            latest = Part(exchange: sighting.number, playback: playback, isNew: extends(sighting))
        }
    }

    private static func playback(of sighting: Sighting) -> [UInt8] {
        if let session = sighting.head.first("x-playback-session-id") { return Array(session) }
        let path = sighting.target.pathBytes
        let folder = path.lastIndex(of: UInt8(ascii: "/")).map { path[...$0] } ?? path[...]
        return Array(sighting.host.utf8) + folder
    }

    private mutating func extends(_ sighting: Sighting) -> Bool {
        guard let range = MediaRange(sighting), !range.bytes.isEmpty else { return false }
        let file = Array(sighting.host.utf8) + sighting.target.pathBytes
        let known = reach[file]
        guard known != nil || reach.count < Limits.files, range.bytes.upperBound > known ?? 0 else { return false }
        reach[file] = range.bytes.upperBound
        return true
    }
}
