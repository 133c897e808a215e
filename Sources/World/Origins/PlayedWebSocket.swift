import CassetteFormat
import CassetteStore
import HTTPModel
import HTTPWire
import ProxyCore
import ReplayMatching

/// Plays the server of a recorded WebSocket connection to one client, and heeds a client that is slow to take it.
final class PlayedWebSocket {
    private static let pieceBytes = 65_536

    /// What is under way of a recorded frame.
    private struct Payload {
        let content: BodyContent
        let mask: UInt32?
        var offset = 0
    }

    private var playbook: WebSocketPlaybook
    private let limits: WebSocketReplayLimits
    private let sink: any AnswerSink
    private let tally: WebSocketTally
    private let contents: (TapedBody) throws -> BodyContent?
    private let told: (String) -> Void
    private var payload: Payload?
    private var isPlaying = false
    private var isOver = false
    var isPaused = false

    /// - Parameters:
    ///   - answer: what is on the tape.
    ///   - contents: gives the content of a frame; nil where there is none to be had.
    ///   - told: told in words of the first message that is not the recorded one, and of a frame that cannot be played.
    init(
        _ answer: RecordedAnswer, _ head: ResponseHead, to sink: any AnswerSink, _ tally: WebSocketTally,
        limits: WebSocketReplayLimits = WebSocketReplayLimits(), contents: @escaping (TapedBody) throws -> BodyContent?,
        told: @escaping (String) -> Void
    ) {
        playbook = WebSocketPlaybook(answer.frames, head, limits: limits)
        self.limits = limits
        self.sink = sink
        self.tally = tally
        self.contents = contents
        self.told = told
        tally.unsent += playbook.counts.server
        tally.unheard += playbook.counts.client
    }

    func cancel() { isOver = true }

    /// Takes bytes of the client.
    func read(_ bytes: UnsafeBufferPointer<UInt8>) {
        guard !isOver else { return }
        let before = (heard: min(playbook.heard, playbook.counts.client), differing: playbook.differing)
        playbook.read(bytes) { [contents, limits] frame in
            guard frame.body.payloadSize <= limits.messageBytes, let content = try? contents(frame.body) else {
                return nil
            }
            return try? content.read(at: 0, content.size)
        }
        tally.unheard -= min(playbook.heard, playbook.counts.client) - before.heard
        tally.differing += playbook.differing - before.differing
        if before.differing == 0, let difference = playbook.firstDifference { told(difference) }
        play()
    }

    /// The client's half of the connection has ended.
    func clientEnded() {
        guard !isOver else { return }
        playbook.clientEnded()
        play()
    }

    /// Goes on until the client has to say something, its side is full, or to the end.
    func play() {
        guard !isPlaying else { return }
        isPlaying = true
        defer { isPlaying = false }
        var waits = false
        while !isPaused, !isOver, !waits {
            var piece: [UInt8] = []
            var ends = false
            do {
                while piece.count < Self.pieceBytes, !waits, !ends {
                    if try goOn(&piece) { continue }
                    switch playbook.next() {
                    case .recorded(let place): try begin(playbook.frames[place], &piece)
                    case .own(let first, let payload): piece += WebSocketWriter.frame(first, mask: nil, payload)
                    case .wait: waits = true
                    case .end: ends = true
                    }
                }
            } catch {
                isOver = true
                told("a message cannot be played: \(error)")
                return sink.answerFailed(.recordedFailure("\(error)"))
            }
            if !piece.isEmpty { piece.withUnsafeBufferPointer { sink.answerBody($0) } }
            guard ends, !isOver else { continue }
            isOver = true
            sink.answerEnded()
        }
    }

    private func begin(_ frame: WebSocketFrame, _ piece: inout [UInt8]) throws {
        if frame.endsMessage { tally.unsent -= 1 }
        piece += WebSocketWriter.head(frame.first, mask: frame.mask, payloadSize: frame.body.payloadSize)
        guard frame.body.payloadSize > 0 else { return }
        guard let content = try contents(frame.body) else { throw Absent() }
        payload = Payload(content: content, mask: frame.mask)
    }

    /// Adds what fits of the frame that is under way; false where none is.
    private func goOn(_ piece: inout [UInt8]) throws -> Bool {
        guard var going = payload else { return false }
        let read = try going.content.read(at: going.offset, Self.pieceBytes - piece.count)
        piece += WebSocketWriter.masked(read, going.mask, from: going.offset)
        going.offset += read.count
        payload = going.offset < going.content.size ? going : nil
        return true
    }

    private struct Absent: Error, CustomStringConvertible {
        let description = "its content is not on the tape"
    }
}
