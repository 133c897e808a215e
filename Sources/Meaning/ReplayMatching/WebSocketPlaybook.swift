package import CassetteFormat
package import HTTPModel
import HTTPWire

/// Plays the server of a recorded WebSocket connection: says what is to be sent next, and holds what the client says
/// against what it said on the tape (decision 37).
///
/// A recorded message is due when the client has said as many messages as stood before it on the tape.
package struct WebSocketPlaybook: ~Copyable {
    /// What a server does next.
    package enum Step: Hashable, Sendable {
        /// Sends the recorded frame at this place.
        case recorded(Int)
        /// Sends a control frame that is not on the tape.
        case own(first: UInt8, payload: [UInt8])
        /// Waits for the client.
        case wait
        /// Ends the connection.
        case end
    }

    /// The recorded frames, in the order of the tape.
    package let frames: [WebSocketFrame]

    // What is to be said.
    private var place = 0
    /// Messages of the recorded client before that place.
    private var before = 0
    private var closeBefore = false
    /// The first frame of a message has been sent, and not its last.
    private var isInMessage = false
    private var pong: [UInt8]?
    private var fault: [UInt8]?
    private var hasClosed = false
    private let clientCloses: Bool

    // What was said.
    private var reader: WebSocketClientReader
    private var said: WebSocketMessages
    private var recorded: WebSocketMessages
    /// Where the recorded client's next message is looked for.
    private var recordedPlace = 0
    private var close: [UInt8]?
    private var clientIsGone = false

    /// Messages that the client has said.
    package private(set) var heard = 0
    /// Of these, such that were not said so on the tape.
    package private(set) var differing = 0
    /// The first of them, for people; no content.
    package private(set) var firstDifference: String?
    /// Messages of the recorded server, and of its client.
    package let counts: (server: Int, client: Int)

    /// - Parameter answer: the recorded head that granted the connection.
    package init(
        _ frames: [WebSocketFrame], _ answer: ResponseHead, limits: WebSocketReplayLimits = WebSocketReplayLimits()
    ) {
        self.frames = frames
        reader = WebSocketClientReader(answer, limit: limits.messageBytes)
        said = WebSocketMessages(answer, limit: limits.messageBytes)
        recorded = WebSocketMessages(answer, limit: limits.messageBytes)
        clientCloses = frames.contains { $0.isFromClient && $0.opcode == 8 }
        counts = (
            frames.count { !$0.isFromClient && $0.endsMessage }, frames.count { $0.isFromClient && $0.endsMessage }
        )
    }

    // MARK: The client's side

    /// Takes what the client says; ``next()`` may have something to say after it.
    /// - Parameter content: gives the content of a recorded frame that is kept outside; nil where it is not to be had.
    package mutating func read(_ bytes: UnsafeBufferPointer<UInt8>, content: (WebSocketFrame) -> [UInt8]?) {
        // What follows a close frame is not read (RFC 6455 §5.5.1).
        guard close == nil, fault == nil else { return }
        var frames: [WebSocketFrame] = []
        reader.read(bytes) { frames.append($0) }
        for frame in frames where close == nil { hear(frame, content) }
        if reader.isBroken, close == nil { fault = WebSocketPlaybook.protocolError }
    }

    /// 1002 (RFC 6455 §7.4.1).
    private static let protocolError: [UInt8] = [0x03, 0xEA]

    /// The client says no more: its half of the connection has ended.
    package mutating func clientEnded() { clientIsGone = true }

    private mutating func hear(_ frame: WebSocketFrame, _ content: (WebSocketFrame) -> [UInt8]?) {
        switch frame.opcode {
        case 8: close = frame.body.payload
        // Only the last of several has to be answered (§5.5.3).
        case 9: pong = frame.body.payload
        case 10: break
        default:
            let reading = said.read(frame)
            guard reading != .none else { return }
            heard += 1
            guard let why = difference(reading, nextRecorded(content)) else { return }
            differing += 1
            if firstDifference == nil { firstDifference = "client message \(heard) \(why)" }
        }
    }

    private mutating func nextRecorded(_ content: (WebSocketFrame) -> [UInt8]?) -> WebSocketMessages.Reading {
        while recordedPlace < frames.count {
            var frame = frames[recordedPlace]
            recordedPlace += 1
            guard frame.isFromClient, !frame.isControl else { continue }
            if frame.body.isExternal, let payload = content(frame) {
                frame.body.payload = payload
                frame.body.isExternal = false
            }
            let reading = recorded.read(frame)
            if reading != .none { return reading }
        }
        return .none
    }

    /// How a message differs from the recorded one, in words without its content; nil where it does not.
    private func difference(_ said: WebSocketMessages.Reading, _ recorded: WebSocketMessages.Reading) -> String? {
        switch (said, recorded) {
        case (_, .none): return "is one more than the \(counts.client) on the tape"
        case (_, .unreadable(let why)): return "cannot be compared with the recorded one: \(why)"
        case (.message(let now, let isText, _), .message(let then, let wasText, _)):
            guard isText == wasText else { return "is \(isText ? "text" : "binary"), and was not on the tape" }
            guard now != then else { return nil }
            let place = zip(now, then).enumerated().first { $0.element.0 != $0.element.1 }?.offset
            return "differs from the tape at byte \(place ?? min(now.count, then.count)) "
                + "(\(now.count) bytes, recorded \(then.count))"
        case (.unreadable(let why), _): return "cannot be compared: \(why)"
        case (.none, _): return nil
        }
    }

    // MARK: The server's side

    /// What to do now. Asked again after each step but ``Step/wait``, and after whatever the client does.
    package mutating func next() -> Step {
        if let fault { return hasClosed ? .end : end(with: fault) }
        if let payload = pong {
            pong = nil
            if !hasClosed { return .own(first: 0x8A, payload: payload) }
        }
        if !hasClosed, let due = nextDue() { return .recorded(due) }
        if let close, !hasClosed { return answer(toClose: close) }
        if clientIsGone || hasClosed && (close != nil || !clientCloses) { return .end }
        return .wait
    }

    private mutating func nextDue() -> Int? {
        while place < frames.count {
            let frame = frames[place]
            // Pongs answered the recorded client's pings; this one's are answered as they come.
            if !frame.isFromClient, frame.opcode != 10 {
                guard isInMessage || isDue else { return nil }
                if frame.opcode == 8 { hasClosed = true }
                if !frame.isControl { isInMessage = !frame.isFinal }
                place += 1
                return place - 1
            }
            if frame.isFromClient {
                if frame.endsMessage { before += 1 }
                if frame.opcode == 8 { closeBefore = true }
            }
            place += 1
        }
        return nil
    }

    private var isDue: Bool { heard >= before && (close != nil || !closeBefore) }

    /// The recorded close, though it was not due; or the client's own, as a server gives it back (RFC 6455 §5.5.1).
    private mutating func answer(toClose close: [UInt8]) -> Step {
        if let recorded = frames[place...].firstIndex(where: { !$0.isFromClient && $0.opcode == 8 }) {
            hasClosed = true
            place = frames.count
            return .recorded(recorded)
        }
        return end(with: Array(close.prefix(2)))
    }

    private mutating func end(with close: [UInt8]) -> Step {
        hasClosed = true
        return .own(first: 0x88, payload: close)
    }
}

extension WebSocketFrame {
    /// The last frame of a message; no control frame is one.
    package var endsMessage: Bool { !isControl && isFinal }
}
