import CassetteFormat
import HTTPModel
import HTTPWire

/// Reads what a client says on a WebSocket connection frame by frame, as strictly as a server has to (RFC 6455 §5).
struct WebSocketClientReader {
    private var reader = WebSocketReader()
    /// The reserved bits that an extension has given a meaning.
    private let reserved: UInt8
    private let limit: Int
    private var head: WebSocketReader.Head?
    private var payload: [UInt8] = []
    /// Bytes of the frame that have come.
    private var received = 0
    private var isInMessage = false
    /// Bytes came that no client may send; nothing is read behind them.
    private(set) var isBroken = false

    /// - Parameters:
    ///   - answer: the head that grants the connection.
    ///   - limit: bytes of a frame; of a longer one so much is kept that it shows.
    init(_ answer: ResponseHead, limit: Int) {
        self.limit = limit
        let agreed = WebSocketExtension.all(of: answer)
        reserved = agreed.isEmpty ? 0 : agreed.allSatisfy(\.isDeflate) ? 0x40 : 0x70
    }

    /// - Parameter take: is given each frame when it is whole.
    mutating func read(_ bytes: UnsafeBufferPointer<UInt8>, _ take: (WebSocketFrame) -> Void) {
        var reader = WebSocketReader()
        swap(&reader, &self.reader)
        reader.read(bytes) { event in
            guard !isBroken else { return }
            switch event {
            case .head(let head):
                guard isAllowed(head) else { return isBroken = true }
                self.head = head
                if head.payloadSize == 0 { finish(take) }
            case .payload(let bytes): append(bytes, take)
            }
        }
        swap(&reader, &self.reader)
        if self.reader.isBroken { isBroken = true }
    }

    private mutating func append(_ bytes: UnsafeRawBufferPointer, _ take: (WebSocketFrame) -> Void) {
        received += bytes.count
        payload.append(contentsOf: bytes.prefix(limit + 1 - payload.count))
        if received == head?.payloadSize { finish(take) }
    }

    private mutating func finish(_ take: (WebSocketFrame) -> Void) {
        guard let head else { return }
        let content = payload
        payload = []
        received = 0
        self.head = nil
        guard head.first & 0x0F != 8 || WebSocketClientReader.isClose(content) else { return isBroken = true }
        take(WebSocketFrame(first: head.first, content))
    }

    private mutating func isAllowed(_ head: WebSocketReader.Head) -> Bool {
        let opcode = head.first & 0x0F
        let bits = head.first & 0x70
        guard head.mask != nil, bits & ~reserved == 0 else { return false }
        // permessage-deflate marks the first frame of a message, and no other (RFC 7692 §6.1).
        let mayBeMarked = reserved == 0x70 || opcode == 1 || opcode == 2
        guard bits == 0 || mayBeMarked else { return false }
        switch opcode {
        case 0, 1, 2:
            guard isInMessage == (opcode == 0) else { return false }
            isInMessage = head.first & 0x80 == 0
            return true
        case 8, 9, 10: return true
        default: return false
        }
    }

    /// Whether this is the content of a close frame: nothing, or a code that may be sent and a reason (§7.4).
    private static func isClose(_ content: [UInt8]) -> Bool {
        if content.isEmpty { return true }
        guard content.count >= 2 else { return false }
        switch Int(content[0]) << 8 | Int(content[1]) {
        case 1000...1003, 1007...1014, 3000...4999: return true
        default: return false
        }
    }
}

extension WebSocketFrame {
    /// A client's, said just now.
    fileprivate init(first: UInt8, _ content: [UInt8]) {
        let body = TapedBody(
            framing: .length, payload: content, payloadSize: content.count, isExternal: false, digest: "",
            wireSize: content.count, arrivals: [])
        self.init(isFromClient: true, time: 0, first: first, mask: nil, body: body)
    }
}
