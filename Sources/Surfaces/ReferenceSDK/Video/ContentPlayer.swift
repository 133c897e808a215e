internal import Dialing
internal import Platform

/// The publisher's own player: it asks for a piece of its film every few seconds and lets breaks interrupt it.
package final class ContentPlayer {
    private static let piece = Duration.seconds(5)
    private static let pieceBytes = 2048

    let length: Duration
    private let url: [UInt8]
    private let process: AppProcess
    /// Set by the ads loader: what to do before the film, at moments of it and after it.
    var atStart: () -> Void = {}
    var atMoments: [(Duration, () -> Void)] = []
    var atEnd: () -> Void = {}

    package init(_ process: AppProcess, url: String, length: Duration) {
        self.process = process
        self.url = Array(url.utf8)
        self.length = length
    }

    /// Plays the film to its end, breaks included.
    package func play() {
        let playback = process.random.uuid()
        _ = process.network.media(url, range: "bytes=0-1", playback: playback)
        atStart()
        let moments = atMoments.filter { $0.0 <= length }.enumerated()
            .sorted { ($0.element.0, $0.offset) < ($1.element.0, $1.offset) }.map(\.element)
        var next = 0
        var position: Duration = .zero
        var index = 0
        while position < length {
            // A break at this very moment comes before the piece that follows it.
            while next < moments.count, moments[next].0 <= position {
                moments[next].1()
                next += 1
            }
            let first = index * ContentPlayer.pieceBytes
            let range = "bytes=\(first)-\(first + ContentPlayer.pieceBytes - 1)"
            _ = process.network.media(url, range: range, playback: playback)
            index += 1
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
        atEnd()
    }
}
