import CassetteFormat
import HTTPModel
import HTTPWire
import LeakSearch
import ProxyCore

extension FuzzTarget {
    /// The opening of a SOCKS connection. The lowest bit of the first byte says whether a name and password are asked
    /// for.
    static let socks = FuzzTarget(
        "socks", longestInput: 1_024,
        words: [
            "\u{5}\u{1}\u{0}", "\u{5}\u{1}\u{2}", "\u{1}\u{2}qa\u{6}s3cret", "\u{5}\u{1}\u{0}\u{3}\u{6}o.test\u{1}P",
            "\u{5}\u{1}\u{0}\u{1}", "\u{5}\u{1}\u{0}\u{4}", "::1", "127.0.0.1", "[::1]", "xn--", "%25eth0", "a..b",
            ":80",
        ],
        seeds: { _ in SOCKSOpenings.all }
    ) { input in
        guard let choice = input.first else { return }
        let known = ProxyCredentials(name: Array("qa".utf8), password: Array("s3cret".utf8))
        let credentials = choice & 1 == 0 ? nil : known
        let bytes = Array(input[1...])
        let whole = try SOCKSOutcome([bytes[...]], credentials)
        let cut = try SOCKSOutcome(Pieces.of(bytes).map { bytes[$0] }, credentials)
        try must(whole == cut, "\(whole) and, cut, \(cut)")
        guard let host = whole.host else { return }
        let isAddress = NetworkAddress(host)?.description == host
        try must(isAddress || HostAndPort.parse(Array(host.utf8)[...])?.host == host, "\(host) reads otherwise")
        try must(choice & 1 == 0 || whole.written.starts(with: [5, 2, 1, 0]), "a way in without the password")
    }

    /// One direction of a WebSocket connection: bytes to frames, frames to messages. The lowest bit of the first byte
    /// says whether messages are compressed, the next whether later ones may point back.
    static let webSocket = FuzzTarget(
        "websocket",
        words: [
            "\u{1}\u{0}", "\u{0}\u{0}", "\u{2}\u{7e}\u{0}\u{7e}", "\u{2}\u{7f}\u{0}\u{0}\u{0}\u{0}\u{0}\u{1}\u{0}\u{0}",
        ],
        seeds: { _ in WebSocketWires.all }
    ) { input in
        guard let choice = input.first else { return }
        let bytes = Array(input[1...])
        let whole = try WebSocketOutcome([bytes[...]])
        try must(whole == (try WebSocketOutcome(Pieces.of(bytes).map { bytes[$0] })), "cut, the frames are others")
        try must(whole.taken <= bytes.count, "\(whole.taken) bytes of \(bytes.count)")
        if !whole.isBroken { try must(bytes.starts(with: whole.written), "the frames written again are others") }
        let agreed = choice & 2 == 0 ? "permessage-deflate" : "permessage-deflate; client_no_context_takeover"
        let extensions = choice & 1 == 0 ? "" : "Sec-WebSocket-Extensions: \(agreed)\r\n"
        let answer = try HeadParser().response(Array("HTTP/1.1 101 S\r\n\(extensions)\r\n".utf8))
        let limit = 4_096
        var messages = WebSocketMessages(answer, limit: limit)
        var passed: [UInt8] = []
        var isCompressed = false
        for frame in whole.tapedFrames {
            if frame.opcode & 7 != 0, frame.opcode & 8 == 0 { (passed, isCompressed) = ([], frame.isCompressed) }
            if frame.opcode & 8 == 0 { passed += frame.body.payload }
            switch messages.read(frame) {
            case .none: try must(frame.opcode & 8 != 0 || !frame.isFinal, "the end of a message tells nothing")
            case .message(let content, _, let isInflated):
                try must(content.count <= limit, "a message of \(content.count) bytes")
                try must(isInflated == isCompressed && (!isInflated || choice & 1 != 0), "inflated for no reason")
                try must(isInflated || content == passed, "a message is not what its frames said")
                passed = []
            case .unreadable(let why):
                try must(!why.isEmpty, "no reason is told")
                passed = []
            }
        }
    }
}

/// What came of a SOCKS opening.
private struct SOCKSOutcome: Equatable {
    var written: [UInt8] = []
    var host: String?
    var port: UInt16 = 0
    var reason: String?
    /// Bytes behind the request; they belong to the server.
    var rest: [UInt8] = []

    init(_ pieces: [ArraySlice<UInt8>], _ credentials: ProxyCredentials?) throws {
        var handshake = SOCKSHandshake(credentials: credentials)
        for piece in pieces {
            rest += piece
            reading: while host == nil, reason == nil {
                switch rest.withUnsafeBufferPointer({ handshake.read($0) }) {
                case .needMore:
                    try must(rest.count < SOCKSHandshake.longestMessage, "\(rest.count) bytes are no message yet")
                    break reading
                case .reply(let reply, let consumed):
                    try must(consumed > 0 && consumed <= rest.count, "\(consumed) bytes used")
                    written += reply
                    rest.removeFirst(consumed)
                case .connect(let host, let port, let asked, let consumed):
                    try must(consumed == asked.count && consumed <= rest.count && port > 0, "\(consumed) bytes used")
                    (self.host, self.port) = (host, port)
                    rest.removeFirst(consumed)
                case .refuse(let reply, let reason, _):
                    written += reply
                    self.reason = reason
                }
            }
        }
        if reason != nil { rest = [] }
    }
}

private enum SOCKSOpenings {
    private static let greeting: [UInt8] = [5, 1, 0]

    private static func named(_ host: String) -> [UInt8] {
        [5, 1, 0, 3, UInt8(host.utf8.count)] + Array(host.utf8) + [1, 0xBB]
    }

    static let all: [[UInt8]] = {
        let open = [named("o.test"), named("192.0.2.7"), named("2001:db8::1"), named("::ffff:1.2.3.4"), named("a b")]
        let others: [[UInt8]] = [
            greeting + [5, 1, 0, 1, 127, 0, 0, 1, 0, 80],
            greeting + [5, 1, 0, 4] + [UInt8](repeating: 0, count: 15) + [1, 0, 80],
            greeting + [5, 2, 0, 1, 127, 0, 0, 1, 0, 80], greeting + [5, 1, 0, 9, 1, 1], [5, 1, 1], [4, 1, 0, 80],
        ]
        let known: [UInt8] = [5, 2, 0, 2, 1, 2, 0x71, 0x61, 6] + Array("s3cret".utf8)
        return open.map { [0] + greeting + $0 + [22, 3, 1] } + others.map { [0] + $0 }
            + open.map { [1] + known + $0 } + [[1, 5, 1, 2, 1, 1, 0x71, 1, 0x78]]
    }()
}

/// The frames of one direction.
private struct WebSocketOutcome: Equatable {
    struct Frame: Equatable {
        let head: WebSocketReader.Head
        var payload: [UInt8] = []
    }

    var frames: [Frame] = []
    var isBroken = false

    init(_ pieces: [ArraySlice<UInt8>]) throws {
        var reader = WebSocketReader()
        var overflow = 0
        for piece in pieces {
            piece.withUnsafeBufferPointer { piece in
                reader.read(piece) { event in
                    switch event {
                    case .head(let head): frames.append(Frame(head: head))
                    case .payload(let bytes):
                        guard !frames.isEmpty else { return overflow += 1 }
                        frames[frames.count - 1].payload += bytes
                    }
                }
            }
        }
        isBroken = reader.isBroken
        for frame in frames where frame.payload.count > frame.head.payloadSize { overflow += 1 }
        for frame in frames.dropLast() where frame.payload.count != frame.head.payloadSize { overflow += 1 }
        try must(overflow == 0, "payload outside its frame")
        for frame in frames where frame.head.first & 8 != 0 {
            try must(frame.head.payloadSize <= 125, "a control frame of \(frame.head.payloadSize) bytes")
        }
    }

    var taken: Int { written.count }

    /// The frames in their wire form.
    var written: [UInt8] {
        frames.flatMap { frame -> [UInt8] in
            let size = frame.head.payloadSize
            let bit: UInt8 = frame.head.mask == nil ? 0 : 0x80
            func digits(_ count: Int) -> [UInt8] {
                (0..<count).map { UInt8(truncatingIfNeeded: size >> (8 * (count - 1 - $0))) }
            }
            let length =
                size < 126
                ? [bit | UInt8(size)] : size < 1 << 16 ? [bit | 126] + digits(2) : [bit | 127] + digits(8)
            guard let mask = frame.head.mask else { return [frame.head.first] + length + frame.payload }
            let key = (0..<4).map { UInt8(truncatingIfNeeded: mask >> UInt32(24 - 8 * $0)) }
            return [frame.head.first] + length + key + frame.payload.enumerated().map { $1 ^ key[$0 & 3] }
        }
    }

    /// Those that are whole, as a tape has them.
    var tapedFrames: [WebSocketFrame] {
        frames.filter { $0.payload.count == $0.head.payloadSize }.map { frame in
            WebSocketFrame(
                isFromClient: true, time: 0, first: frame.head.first, mask: frame.head.mask,
                body: TapedBody(
                    framing: .length, payload: frame.payload, payloadSize: frame.payload.count, isExternal: false,
                    digest: "", wireSize: frame.payload.count, arrivals: []))
        }
    }
}

private enum WebSocketWires {
    /// `hello` in the compressed form of RFC 7692 §7.2.3.1, and once more by pointing back.
    private static let compressed: [UInt8] = [0xC1, 7, 0xF2, 0x48, 0xCD, 0xC9, 0xC9, 0x07, 0x00]
    private static let again: [UInt8] = [0xC1, 5, 0xF2, 0x00, 0x11, 0x00, 0x00]

    static let all: [[UInt8]] = {
        let masked: [UInt8] = [0x81, 0x85, 0x37, 0xFA, 0x21, 0x3D, 0x7F, 0x9F, 0x4D, 0x51, 0x58]
        let long = [0x82, 126, 1, 0] + [UInt8](repeating: 0x61, count: 256)
        let fragments: [UInt8] = [0x01, 3, 72, 101, 108, 0x89, 1, 33, 0x80, 2, 108, 111]
        let closing: [UInt8] = [0x88, 2, 3, 0xE8]
        let split = [0x41, 3] + compressed[2..<5] + [0x80, 4] + compressed[5...]
        let wires = [masked + closing, long, fragments + masked, compressed + again, split]
        let broken: [[UInt8]] = [
            [0x82, 126, 0, 1, 0], [0x82, 127, 0, 0, 0, 0, 0, 0, 0, 1, 0], [0x09, 1, 0], [0x88, 126, 0, 200],
            [0x82, 127, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF],
        ]
        return (wires + broken).flatMap { wire in [0, 1, 3].map { [$0] + wire } }
    }()
}
