import HTTPWire

/// One frame of a WebSocket connection (RFC 6455 §5.2), as it passed: fragments and the control frames between them
/// are kept as they were, extensions still on.
package struct WebSocketFrame: Sendable {
    package var isFromClient: Bool
    /// When its head was whole.
    package var time: TapeTime
    /// FIN, the reserved bits and the opcode.
    package var first: UInt8
    /// The client's masking key; the payload here is unmasked.
    package var mask: UInt32?
    package var body: TapedBody

    package init(isFromClient: Bool, time: TapeTime, first: UInt8, mask: UInt32?, body: TapedBody) {
        self.isFromClient = isFromClient
        self.time = time
        self.first = first
        self.mask = mask
        self.body = body
    }

    /// The last frame of its message.
    package var isFinal: Bool { first & 0x80 != 0 }
    /// RSV1 of a message's first frame: its payload is compressed (RFC 7692 §6).
    package var isCompressed: Bool { first & 0x40 != 0 }
    package var opcode: UInt8 { first & 0x0F }
    /// Close, ping, pong: they stand between the frames of messages (§5.5).
    package var isControl: Bool { opcode & 8 != 0 }

    /// Bytes that it took, its head included.
    package var wireSize: Int {
        let size = body.payloadSize
        let length = size < 126 ? 0 : size < 1 << 16 ? 2 : 8
        return size &+ 2 &+ length &+ (mask == nil ? 0 : 4)
    }

    /// For people.
    package var kind: String {
        switch opcode {
        case 0: "continuation"
        case 1: "text"
        case 2: "binary"
        case 8: "close"
        case 9: "ping"
        case 10: "pong"
        default: "opcode \(opcode)"
        }
    }

    /// Of a close frame that states one (§5.5.1).
    package var closeCode: Int? {
        guard opcode == 8, body.payload.count >= 2 else { return nil }
        return Int(body.payload[0]) << 8 | Int(body.payload[1])
    }
}

/// What a journal tells before the payload of a frame; `webSocketData` follows until that is whole.
package struct WebSocketOpening: Hashable, Sendable {
    package let isFromClient: Bool
    package let first: UInt8
    package let mask: UInt32?
    package let payloadSize: Int

    package init(isFromClient: Bool, first: UInt8, mask: UInt32?, payloadSize: Int) {
        self.isFromClient = isFromClient
        self.first = first
        self.mask = mask
        self.payloadSize = payloadSize
    }

    package var journalPayload: [UInt8] {
        var payload = PayloadWriter()
        payload.integer(UInt8(isFromClient ? 1 : 0))
        payload.integer(first)
        payload.integer(UInt8(mask == nil ? 0 : 1))
        payload.integer(mask ?? 0)
        payload.integer(payloadSize)
        return payload.bytes
    }

    init?(journalPayload bytes: UnsafeRawBufferPointer) {
        var payload = PayloadReader(bytes)
        guard let side = payload.integer(UInt8.self), let first = payload.integer(UInt8.self),
            let hasMask = payload.integer(UInt8.self), let mask = payload.integer(UInt32.self),
            let size = payload.integer(Int.self), size >= 0
        else { return nil }
        self.init(isFromClient: side == 1, first: first, mask: hasMask == 0 ? nil : mask, payloadSize: size)
    }
}

/// Puts the frames of one exchange together from what a journal tells.
struct WebSocketAssembly {
    private struct Open {
        let opening: WebSocketOpening
        let time: TapeTime
        var body: BodyAssembly
    }

    private let exchange: Int
    private let limits: TapeLimits
    private let spill: (any BodySpill)?
    private var fromClient: Open?
    private var fromServer: Open?
    private(set) var frames: [WebSocketFrame] = []
    /// Frames over the limit.
    private(set) var leftOut = 0
    /// Payload bytes each way.
    private(set) var sent: UInt64 = 0
    private(set) var received: UInt64 = 0

    init(exchange: Int, limits: TapeLimits, spill: (any BodySpill)?) {
        self.exchange = exchange
        self.limits = limits
        self.spill = spill
    }

    mutating func begin(_ opening: WebSocketOpening, at time: TapeTime) {
        finish(opening.isFromClient)
        let body = BodyAssembly(
            exchange: exchange, side: opening.isFromClient ? .request : .response,
            framing: .length(opening.payloadSize), limits: limits, spill: spill)
        let open = Open(opening: opening, time: time, body: body)
        if opening.isFromClient { fromClient = open } else { fromServer = open }
        if opening.payloadSize == 0 { finish(opening.isFromClient) }
    }

    /// - Parameter payload: a byte for the side, then bytes of a frame.
    mutating func append(_ payload: UnsafeRawBufferPointer, at time: TapeTime) {
        guard let side = payload.first else { return }
        let bytes = UnsafeRawBufferPointer(rebasing: payload.dropFirst())
        let isFromClient = side == 1
        if isFromClient {
            sent &+= UInt64(bytes.count)
            fromClient?.body.append(bytes, at: time)
        } else {
            received &+= UInt64(bytes.count)
            fromServer?.body.append(bytes, at: time)
        }
        guard let open = isFromClient ? fromClient : fromServer, open.body.received >= open.opening.payloadSize else {
            return
        }
        finish(isFromClient)
    }

    private mutating func finish(_ isFromClient: Bool) {
        guard var open = isFromClient ? fromClient : fromServer else { return }
        if isFromClient { fromClient = nil } else { fromServer = nil }
        let body = open.body.finish()
        guard frames.count < limits.webSocketFrames else {
            leftOut += 1
            return
        }
        frames.append(
            WebSocketFrame(
                isFromClient: isFromClient, time: open.time, first: open.opening.first, mask: open.opening.mask,
                body: body))
    }

    /// Ends frames that never became whole; in the order in which frames began.
    mutating func finish() -> [WebSocketFrame] {
        finish(true)
        finish(false)
        return frames.enumerated().sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }.map(\.element)
    }
}
