internal import Dialing
internal import Platform

/// The publisher's own player: it asks for a piece of its film every few seconds and lets breaks interrupt it.
package final class ContentPlayer {
    private static let piece = Duration.seconds(5)
    private static let pieceBytes = 2048

    let length: Duration
    private let url: [UInt8]
    private let process: AppProcess
    private let playback: String
    /// How many pieces have been asked for.
    private var pieces = 0
    /// Set by the ads loader: what to do before the film, at moments of it and after it.
    var atStart: () -> Void = {}
    var atMoments: [(Duration, () -> Void)] = []
    var atEnd: () -> Void = {}
    /// Set by the app: told when the film is over, before what comes after it.
    var didEnd: () -> Void = {}

    package init(_ process: AppProcess, url: String, length: Duration) {
        self.process = process
        self.url = Array(url.utf8)
        self.length = length
        playback = process.random.uuid()
    }

    /// Asks for the next piece, where there is one.
    func load() {
        guard ContentPlayer.piece * pieces < length else { return }
        let first = pieces * ContentPlayer.pieceBytes
        let range = "bytes=\(first)-\(first + ContentPlayer.pieceBytes - 1)"
        _ = process.network.media(url, range: range, playback: playback)
        pieces += 1
    }

    /// Plays the film to its end, breaks included.
    package func play() {
        _ = process.network.media(url, range: "bytes=0-1", playback: playback)
        atStart()
        let moments = atMoments.filter { $0.0 <= length }.enumerated()
            .sorted { ($0.element.0, $0.offset) < ($1.element.0, $1.offset) }.map(\.element)
        var next = 0
        var position: Duration = .zero
        while position < length {
            // A break at this very moment comes before the piece that follows it.
            while next < moments.count, moments[next].0 <= position {
                moments[next].1()
                next += 1
            }
            if ContentPlayer.piece * pieces <= position { load() }
            let end = min(position + ContentPlayer.piece, length)
            while next < moments.count, moments[next].0 < end {
                process.clock.wait(moments[next].0 - position)
                position = moments[next].0
                moments[next].1()
                next += 1
            }
            process.clock.wait(end - position)
            position = end
        }
        for (_, run) in moments[next...] { run() }
        didEnd()
        atEnd()
    }
}
