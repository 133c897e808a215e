import CassetteFormat
import CassetteStore
import ProxyCore

/// Gives a recorded answer's body in pieces, with the framing it had, and heeds a client that is slow to take it.
final class AnswerPlayer {
    private static let pieceBytes = 65_536

    /// What comes next: framing as it was, or content.
    private enum Part {
        case framing([UInt8])
        case content(Int)
    }

    private let content: BodyContent
    private let sink: any AnswerSink
    private let layout: ChunkLayout?
    /// The next chunk of the layout; behind the last one, what ends the body.
    private var chunk = 0
    private var part: Part?
    private var offset = 0
    private var isPlaying = false
    private var isOver = false
    var isPaused = false

    init(_ body: TapedBody, _ content: BodyContent, to sink: any AnswerSink) {
        self.content = content
        self.sink = sink
        layout = if case .chunked(let layout) = body.framing { layout } else { nil }
        if layout == nil { part = .content(content.size) }
    }

    func cancel() { isOver = true }

    /// Goes on until the client's side is full, or to the end.
    func play() {
        guard !isPlaying else { return }
        isPlaying = true
        defer { isPlaying = false }
        while !isPaused, !isOver {
            do {
                guard let piece = try next() else {
                    isOver = true
                    return sink.answerEnded()
                }
                if !piece.isEmpty { piece.withUnsafeBufferPointer { sink.answerBody($0) } }
            } catch {
                isOver = true
                return sink.answerFailed(.recordedFailure("\(error)"))
            }
        }
    }

    /// A piece of the wire, about as long as a read from a network; nil at the end.
    private func next() throws -> [UInt8]? {
        var piece: [UInt8] = []
        while piece.count < Self.pieceBytes {
            switch part {
            case .framing(let bytes):
                piece += bytes
                part = afterFraming()
            case .content(let left):
                let read = try content.read(at: offset, min(left, Self.pieceBytes - piece.count))
                if read.isEmpty {
                    part = afterContent()
                    if part == nil, layout == nil { return piece.isEmpty ? nil : piece }
                } else {
                    if piece.isEmpty { piece = read } else { piece += read }
                    offset += read.count
                    part = .content(left - read.count)
                }
            case nil:
                guard let begin = beginChunk() else { return piece.isEmpty ? nil : piece }
                part = begin
            }
        }
        return piece
    }

    private func beginChunk() -> Part? {
        guard let layout, chunk <= layout.chunks.count else { return nil }
        guard chunk < layout.chunks.count else {
            chunk += 1
            return .framing(layout.trailer + layout.cut)
        }
        return .framing(layout.chunks[chunk].line + [0x0D, 0x0A])
    }

    private func afterFraming() -> Part? {
        guard let layout, chunk < layout.chunks.count else { return nil }
        return .content(layout.chunks[chunk].size)
    }

    private func afterContent() -> Part? {
        guard let layout else { return nil }
        chunk += 1
        // The last chunk has no line end of its own: the trailer section is it.
        guard chunk < layout.chunks.count else { return nil }
        return .framing([0x0D, 0x0A] + layout.chunks[chunk].line + [0x0D, 0x0A])
    }
}
