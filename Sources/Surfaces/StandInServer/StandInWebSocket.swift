internal import HTTPWire

/// The stand-in's side of a WebSocket connection (RFC 6455): each message and each ping gets its answer, and so does
/// the close.
struct StandInWebSocket {
    private struct Frame {
        let head: WebSocketReader.Head
        var payload: [UInt8] = []

        var isWhole: Bool { payload.count >= head.payloadSize }
        var isFinal: Bool { head.first & 0x80 != 0 }
        var opcode: UInt8 { head.first & 0x0F }
    }

    private enum Opcode {
        static let continuation: UInt8 = 0
        static let text: UInt8 = 1
        static let binary: UInt8 = 2
        static let close: UInt8 = 8
        static let ping: UInt8 = 9
    }

    private static let fin: UInt8 = 0x80
    /// Too big (§7.4.1).
    private static let tooBig: [UInt8] = [0x03, 0xF1]

    private let byteLimit: Int
    private var reader = WebSocketReader()
    private var open: Frame?
    /// Of a message, what its frames have brought.
    private var message: [UInt8] = []
    /// Nothing more is said.
    private(set) var isOver = false

    /// - Parameter byteLimit: of a message.
    init(byteLimit: Int) {
        self.byteLimit = byteLimit
    }

    /// Takes what came, and gives what is to be sent.
    ///
    /// - Parameter answer: the answer to a message.
    mutating func read(_ bytes: UnsafeBufferPointer<UInt8>, answer: ([UInt8]) -> [UInt8]) -> [UInt8] {
        var frames = open.map { [$0] } ?? []
        reader.read(bytes) { event in
            switch event {
            case .head(let head): frames.append(Frame(head: head))
            case .payload(let payload): frames[frames.count - 1].payload += payload
            }
        }
        open = frames.last.flatMap { $0.isWhole ? nil : $0 }
        var sent: [UInt8] = []
        for frame in frames where !isOver {
            if message.count + frame.head.payloadSize > byteLimit {
                sent += end(Self.tooBig)
            } else if frame.isWhole {
                sent += take(frame, answer)
            }
        }
        if reader.isBroken { isOver = true }
        return sent
    }

    private mutating func take(_ frame: Frame, _ answer: ([UInt8]) -> [UInt8]) -> [UInt8] {
        switch frame.opcode {
        case Opcode.continuation, Opcode.text, Opcode.binary:
            message += frame.payload
            guard frame.isFinal else { return [] }
            defer { message = [] }
            return WebSocketWriter.frame(Self.fin | Opcode.text, mask: nil, answer(message))
        case Opcode.ping: return WebSocketWriter.frame(Self.fin | 10, mask: nil, frame.payload)
        case Opcode.close: return end(Array(frame.payload.prefix(2)))
        default: return []
        }
    }

    private mutating func end(_ code: [UInt8]) -> [UInt8] {
        isOver = true
        return WebSocketWriter.frame(Self.fin | Opcode.close, mask: nil, code)
    }
}
