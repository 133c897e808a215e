package import CassetteFormat
import HTTPModel

/// What one side said at once in a WebSocket connection: a message of one frame or several, or a control frame.
package struct WebSocketMessage: Sendable, Hashable {
    package enum Content: Sendable, Hashable {
        /// As passed; of several frames, joined.
        case passed([UInt8])
        /// permessage-deflate undone; so many bytes passed.
        case inflated([UInt8], from: Int)
        /// Not to be had, and why.
        case unreadable(String)
    }

    /// Counts what this side said, from 1, control frames too.
    package let ordinal: Int
    package let isFromClient: Bool
    package let content: Content

    /// `client message 3`.
    package var label: String { "\(isFromClient ? "client" : "server") message \(ordinal)" }

    /// As passed; empty where that is not what was searched.
    package var payload: [UInt8] {
        if case .passed(let bytes) = content { return bytes }
        return []
    }
}

extension Exchange {
    /// Whether it became a WebSocket connection (RFC 6455): its messages are on the tape as ``frames``.
    package var isWebSocket: Bool { !frames.isEmpty || tunnel != nil && response?.head.status == 101 }

    /// Each message in the order in which they ended; one at a time is held.
    /// - Parameter limit: bytes of a message, as it passed and inflated.
    package func readMessages(limit: Int, _ take: (WebSocketMessage) -> Void) {
        guard !frames.isEmpty else { return }
        var messages = WebSocketMessages(response?.head, limit: limit)
        var counts = (client: 0, server: 0)
        for frame in frames {
            let content: WebSocketMessage.Content?
            switch messages.read(frame) {
            case .none: content = frame.isControl ? frame.controlContent : nil
            case .message(let bytes, _, let isInflated):
                content = isInflated ? .inflated(bytes, from: messages.lastSize) : .passed(bytes)
            case .unreadable(let why): content = .unreadable(why)
            }
            guard let content else { continue }
            if frame.isFromClient { counts.client += 1 } else { counts.server += 1 }
            take(
                WebSocketMessage(
                    ordinal: frame.isFromClient ? counts.client : counts.server, isFromClient: frame.isFromClient,
                    content: content))
        }
        for isFromClient in [true, false] where messages.isOpen(fromClient: isFromClient) {
            take(
                WebSocketMessage(
                    ordinal: (isFromClient ? counts.client : counts.server) + 1, isFromClient: isFromClient,
                    content: .unreadable("it never ended")))
        }
    }

    /// Bytes that the client sent into the connection besides the frames on the tape; 0 where all are there.
    package var unframedCount: Int {
        guard let tunnel else { return 0 }
        let framed = frames.reduce(0) { sum, frame in frame.isFromClient ? sum &+ frame.wireSize : sum }
        return max(0, tunnel.sent &- framed)
    }
}

extension WebSocketFrame {
    /// Bytes that it took, its head included (RFC 6455 §5.2).
    package var wireSize: Int {
        let size = body.payloadSize
        let length = size < 126 ? 0 : size < 1 << 16 ? 2 : 8
        return size &+ 2 &+ length &+ (mask == nil ? 0 : 4)
    }

    /// Close, ping, pong: they stand between the frames of messages (RFC 6455 §5.5).
    package var isControl: Bool { opcode & 8 != 0 }

    fileprivate var controlContent: WebSocketMessage.Content? {
        if body.isExternal { return .unreadable("kept outside the tape") }
        return body.payload.isEmpty ? nil : .passed(body.payload)
    }
}
