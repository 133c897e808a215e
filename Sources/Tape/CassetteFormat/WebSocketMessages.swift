import ContentCoding
package import HTTPModel

/// Puts the messages of a WebSocket connection together frame by frame, and undoes permessage-deflate (RFC 7692) where
/// the two sides agreed on it. The tape keeps what passed.
package struct WebSocketMessages: ~Copyable {
    /// What is known when a frame has been read.
    package enum Reading: Hashable {
        /// A control frame, or more of the message follows.
        case none
        /// The frame ends this message.
        case message([UInt8], isText: Bool, isInflated: Bool)
        /// The message is not to be had, and why.
        case unreadable(String)
    }

    private struct Side: ~Copyable {
        var isOpen = false
        var isText = false
        var isCompressed = false
        var payload: [UInt8] = []
        /// Why the message cannot be read.
        var fault: String?
        var inflater: MessageInflater?
    }

    private var client = Side()
    private var server = Side()
    private let limit: Int
    /// Bytes that passed of the message that was read last.
    package private(set) var lastSize = 0

    /// - Parameters:
    ///   - answer: the head that granted the connection.
    ///   - limit: bytes of a message, as it passed and inflated.
    package init(_ answer: ResponseHead?, limit: Int) {
        self.limit = limit
        guard let agreed = answer.flatMap(MessageCompression.init) else { return }
        let limits = ContentCodingLimits(byteCount: limit)
        client.inflater = MessageInflater(keepsContext: agreed.client.keepsContext, limits: limits)
        server.inflater = MessageInflater(keepsContext: agreed.server.keepsContext, limits: limits)
    }

    package mutating func read(_ frame: WebSocketFrame) -> Reading {
        guard !frame.isControl else { return .none }
        return frame.isFromClient
            ? Self.read(frame, &client, limit, &lastSize) : Self.read(frame, &server, limit, &lastSize)
    }

    /// Whether a message of that side has begun and not ended.
    package func isOpen(fromClient: Bool) -> Bool { fromClient ? client.isOpen : server.isOpen }

    private static func read(
        _ frame: WebSocketFrame, _ side: inout Side, _ limit: Int, _ size: inout Int
    ) -> Reading {
        if frame.opcode != 0 {
            side.isText = frame.opcode == 1
            side.isCompressed = frame.isCompressed
            side.payload = []
            side.fault = nil
        }
        if frame.body.isExternal {
            side.fault = "kept outside the tape"
        } else if side.payload.count + frame.body.payload.count > limit {
            side.fault = "too large"
        } else {
            side.payload += frame.body.payload
        }
        side.isOpen = !frame.isFinal
        guard frame.isFinal else { return .none }
        let payload = side.payload
        size = payload.count
        side.payload = []
        if let fault = side.fault {
            if side.isCompressed { side.inflater?.skip() }
            return .unreadable(fault)
        }
        guard side.isCompressed else { return .message(payload, isText: side.isText, isInflated: false) }
        do throws(ContentCodingError) {
            guard let content = try side.inflater?.message(payload) else {
                return .unreadable("compressed in a way that was not agreed on")
            }
            return .message(content, isText: side.isText, isInflated: true)
        } catch {
            return .unreadable("\(error)")
        }
    }
}
