internal import Dialing
internal import HTTPModel
internal import HTTPWire

/// The client's side of a WebSocket (RFC 6455) on a connection that is open: a message, its answer, the next message.
struct WebSocketConversation {
    private static let text: UInt8 = 0x81
    private static let close: UInt8 = 0x88
    /// Normal closure (§7.4.1).
    private static let normal: [UInt8] = [0x03, 0xE8]
    /// Bytes of an answer, its frames' heads left out.
    private static let mostBytes = 1 << 20

    private let connection: OpenedConnection
    private let mask: UInt32
    private var reader = WebSocketReader()
    private var frames: [(head: WebSocketReader.Head, payload: [UInt8])] = []

    /// Sends the opening and waits for the switch.
    init(_ connection: OpenedConnection, _ opening: HTTPCall, mask: UInt32) throws(HTTPCallError) {
        self.connection = connection
        self.mask = mask
        try connection.send(Self.head(opening))
        var bytes: [UInt8] = []
        var scanner = HeadScanner(limits: WireLimits())
        var end: Int?
        while end == nil {
            let more = try connection.receive()
            guard !more.isEmpty else { throw .failed(.answerIncomplete, why: "the server closed before its answer") }
            bytes += more
            end = try Self.wire { () throws(WireFault) in
                try bytes.withBuffer { (buffer) throws(WireFault) in try scanner.end(in: buffer) }
            }
        }
        let head = Array(bytes[..<(end ?? bytes.count)])
        let answer = try Self.wire { () throws(WireFault) in try HeadParser(limits: WireLimits()).response(head) }
        guard answer.status == 101 else {
            throw .failed(.answerNotHTTP, why: "\(answer.status) in place of a switch to WebSocket")
        }
        take(Array(bytes[head.count...]))
    }

    /// Says a text message, and waits for the next whole one.
    mutating func say(_ message: [UInt8]) throws(HTTPCallError) -> [UInt8] {
        try connection.send(WebSocketWriter.frame(Self.text, mask: mask, message))
        var answer: [UInt8] = []
        while true {
            let frame = try next()
            if frame.head.first == Self.close { throw .failed(.answerIncomplete, why: "the server closed") }
            guard frame.head.first & 0x08 == 0 else { continue }
            answer += frame.payload
            if frame.head.first & 0x80 != 0 { return answer }
        }
    }

    mutating func close() throws(HTTPCallError) {
        try connection.send(WebSocketWriter.frame(Self.close, mask: mask, Self.normal))
        while try next().head.first != Self.close {}
    }

    /// The next whole frame.
    private mutating func next() throws(HTTPCallError) -> (head: WebSocketReader.Head, payload: [UInt8]) {
        while true {
            if let first = frames.first, first.payload.count >= first.head.payloadSize { return frames.removeFirst() }
            guard !reader.isBroken, (frames.first?.head.payloadSize ?? 0) <= Self.mostBytes else {
                throw .failed(.answerNotHTTP, why: "what came is no frame that can be read")
            }
            let more = try connection.receive()
            guard !more.isEmpty else { throw .failed(.answerIncomplete, why: "the server closed within a message") }
            take(more)
        }
    }

    private mutating func take(_ bytes: [UInt8]) {
        var frames = frames
        bytes.withUnsafeBufferPointer { buffer in
            reader.read(buffer) { event in
                switch event {
                case .head(let head): frames.append((head, []))
                case .payload(let payload): frames[frames.count - 1].payload += payload
                }
            }
        }
        self.frames = frames
    }

    private static func head(_ opening: HTTPCall) -> [UInt8] {
        let url = URLBytes(opening.url)
        var head = Array("\(opening.method) ".utf8)
        head += url.bytes[url.path.lowerBound..<(url.query?.upperBound ?? url.path.upperBound)]
        head += Array(" HTTP/1.1\r\nHost: \(url.origin?.host ?? "")\r\n".utf8)
        for field in opening.fields { head += field.name + Array(": ".utf8) + field.value + Array("\r\n".utf8) }
        return head + Array("\r\n".utf8)
    }

    private static func wire<T>(_ body: () throws(WireFault) -> T) throws(HTTPCallError) -> T {
        do throws(WireFault) { return try body() } catch { throw .failed(.answerNotHTTP, why: error.reason.rawValue) }
    }
}

extension [UInt8] {
    /// `withUnsafeBufferPointer` with typed errors.
    fileprivate func withBuffer<T>(
        _ body: (UnsafeBufferPointer<UInt8>) throws(WireFault) -> T
    ) throws(WireFault) -> T {
        let result = withUnsafeBufferPointer { buffer -> Result<T, WireFault> in
            do throws(WireFault) { return .success(try body(buffer)) } catch { return .failure(error) }
        }
        return try result.get()
    }
}
