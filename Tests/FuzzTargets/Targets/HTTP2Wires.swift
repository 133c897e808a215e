import HTTP2Wire
import TestMaterial

/// Bytes of HTTP/2, from seeds that are easily changed: frames whose lengths are always right, heads as text.
enum HTTP2Wires {
    /// What stands for a frame in the short form: a kind, flags, a stream, a count, then so many bytes.
    enum Kind {
        /// A head as lines `name|value`; `!` before a name forbids tables.
        static let head: UInt8 = 0xF0
        /// DATA of 64 times the count, nothing follows.
        static let content: UInt8 = 0xF1
        /// The last frame so many times again, nothing follows; by the lowest flag each on the client's next stream.
        static let again: UInt8 = 0xF2
    }

    static let preface = Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8)
    private static let longestWire = 128 << 10

    /// The wire that a short form stands for.
    static func wire(_ short: [UInt8], ofClient: Bool) -> [UInt8] {
        var wire = ofClient ? preface : []
        var last: (kind: UInt8, flags: UInt8, stream: UInt32, payload: [UInt8])?
        var place = 0
        while place + 4 <= short.count, wire.count < longestWire {
            let (kind, flags, count) = (short[place], short[place + 1], Int(short[place + 3]))
            let stream = short[place + 2] == 255 ? 0x7FFF_FFFF : UInt32(short[place + 2])
            place += 4
            if kind == Kind.again {
                guard var frame = last else { continue }
                for _ in 0..<count where wire.count < longestWire {
                    if flags & 1 != 0 { frame.stream += 2 }
                    wire += self.frame(frame.kind, frame.flags, frame.stream, frame.payload)
                }
                continue
            }
            var payload: [UInt8] = []
            if kind == Kind.content {
                payload = [UInt8](repeating: 0, count: count * 64)
            } else {
                payload = Array(short[place..<min(place + count, short.count)])
                place += payload.count
            }
            let real = kind == Kind.head ? 1 : kind == Kind.content ? 0 : kind
            if kind == Kind.head { payload = literals(payload) }
            wire += frame(real, flags, stream, payload)
            last = (real, flags, stream, payload)
        }
        return wire
    }

    static func frame(_ kind: UInt8, _ flags: UInt8, _ stream: UInt32, _ payload: [UInt8]) -> [UInt8] {
        let count = UInt32(payload.count)
        let head =
            [count >> 16, count >> 8, count, UInt32(kind), UInt32(flags)]
            + [stream >> 24, stream >> 16, stream >> 8, stream]
        return head.map { UInt8(truncatingIfNeeded: $0) } + payload
    }

    /// Literals that enter no table (RFC 7541 §6.2.2, §6.2.3).
    static func literals(_ lines: [UInt8]) -> [UInt8] {
        lines.split(separator: 0x0A).flatMap { line -> [UInt8] in
            let isSecret = line.first == UInt8(ascii: "!")
            let parts = line.dropFirst(isSecret ? 1 : 0).split(
                separator: UInt8(ascii: "|"), maxSplits: 1, omittingEmptySubsequences: false)
            guard let name = parts.first else { return [] }
            return [isSecret ? 0x10 : 0x00] + string(name) + string(parts.count == 2 ? parts[1] : [])
        }
    }

    private static func string(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        guard bytes.count > 126 else { return [UInt8(bytes.count)] + bytes }
        // A prefix of seven ones, then seven bits a byte (§5.1).
        let rest = bytes.count - 127
        return (rest < 128 ? [127, UInt8(rest)] : [127, UInt8(rest & 127) | 128, UInt8(rest >> 7)]) + bytes
    }

    /// Where frames begin and end; the preface counts as one, and so does what is no whole frame.
    static func frames(_ wire: [UInt8], ofClient: Bool) -> [Range<Int>] {
        var frames = ofClient ? [0..<min(24, wire.count)] : []
        var start = frames.last?.upperBound ?? 0
        while start < wire.count {
            let isCut = start + 9 > wire.count
            let length = isCut ? 0 : Int(wire[start]) << 16 | Int(wire[start + 1]) << 8 | Int(wire[start + 2])
            let end = isCut ? wire.count : min(wire.count, start + 9 + length)
            frames.append(start..<end)
            start = end
        }
        return frames
    }

    // MARK: Seeds

    private static let get = ":method|GET\n:scheme|https\n:authority|o.test\n:path|/a?b=c\naccept|*/*\n"
    private static let post = ":method|POST\n:scheme|https\n:authority|o.test\n:path|/p\ncontent-length|64\n!x-k|v\n"
    private static let connect =
        ":method|CONNECT\n:protocol|websocket\n:scheme|https\n:authority|o.test\n:path|/w\nsec-websocket-version|13\n"
    private static let settings: [UInt8] = [4, 0, 0, 0, 4, 1, 0, 0]

    private static func head(_ text: String, _ stream: UInt8, flags: UInt8 = 5) -> [UInt8] {
        [Kind.head, flags, stream, UInt8(text.utf8.count)] + Array(text.utf8)
    }

    private static let requests: [[UInt8]] = [
        head(get, 1) + head(get, 3) + head("cookie|a=1\n" + get, 5),
        head(get + "cookie|a=1\nhost|o.test\n!cookie|b=2\nte|trailers\n", 1), head(get + "te|gzip\n", 1),
        head(get + "cookie|a=1\ncookie|b=2\n", 1), head(get + String(repeating: "a|b\n", count: 12), 1),
        head(post, 1, flags: 4) + [Kind.content, 1, 1, 1],
        head(":method|PUT\n:path|/\n:scheme|http\nhost|o.test\n", 1, flags: 4) + [0, 0, 1, 3, 97, 98, 99]
            + head("x-sum|1\n", 1),
        head(connect, 1, flags: 4) + [0, 0, 1, 2, 0x81, 0],
        head(get, 1) + [8, 0, 0, 4, 0, 1, 0, 0] + [3, 0, 1, 4, 0, 0, 0, 8],
        // Floods: requests, resets, PING, SETTINGS, empty DATA, CONTINUATION, window updates, priorities, content.
        head(get, 1) + [Kind.again, 1, 0, 120], head("bad name|x\n", 1) + [Kind.again, 1, 0, 200],
        head(get, 1) + [3, 0, 1, 4, 0, 0, 0, 8] + [Kind.again, 1, 0, 60],
        [6, 0, 0, 8, 1, 2, 3, 4, 5, 6, 7, 8, Kind.again, 0, 0, 90], [4, 0, 0, 0, Kind.again, 0, 0, 40],
        head(post, 1, flags: 4) + [0, 0, 1, 0, Kind.again, 0, 0, 80],
        head(get, 1, flags: 0) + [9, 0, 1, 1, 0x82, Kind.again, 0, 0, 20],
        head(get, 1) + [8, 0, 0, 4, 0, 0, 0, 1, Kind.again, 0, 0, 250],
        [2, 0, 1, 5, 0, 0, 0, 0, 9, Kind.again, 1, 0, 250], [0x77, 0, 0, 1, 1, Kind.again, 0, 0, 250],
        head(":method|POST\n:path|/\n:scheme|https\nhost|o.test\n", 1, flags: 4)
            + [Kind.content, 0, 1, 250, Kind.again, 0, 0, 8],
        // No window at all, a huge table, GOAWAY, a dependency on itself, padding.
        [4, 0, 0, 12, 0, 4, 0, 0, 0, 0, 0, 1, 0, 16, 0, 0] + head(get, 1),
        head(get, 1) + [7, 0, 0, 8, 0, 0, 0, 0, 0, 0, 0, 0] + head(get, 3),
        head(post, 1, flags: 4) + [0, 9, 1, 5, 3, 97, 0, 0, 0],
    ]

    private static let answers: [[UInt8]] = [
        head(":status|103\nlink|</a>\n", 1, flags: 4) + head(":status|200\ncontent-length|64\n", 1, flags: 4)
            + [Kind.content, 1, 1, 1],
        head(":status|200\n!set-cookie|a=b\n", 1, flags: 4) + [0, 0, 1, 3, 97, 98, 99] + head("x-sum|1\n", 1),
        head(":status|204\n", 1) + head(":status|304\netag|\"x\"\ncontent-length|9\n", 3),
        head(":status|200\n", 1, flags: 4) + [3, 0, 1, 4, 0, 0, 0, 2] + [7, 0, 0, 8, 0, 0, 0, 1, 0, 0, 0, 0],
        head(":status|200\ncontent-length|0\n", 7, flags: 4) + [0, 0, 7, 2, 0x81, 0],
        head(":status|101\n", 1) + head(":status|200\ntransfer-encoding|chunked\n", 3),
        [5, 4, 1, 5, 0, 0, 0, 2, 0x82], [8, 0, 1, 4, 0x7F, 0xFF, 0xFF, 0xFF, Kind.again, 0, 0, 2],
        [4, 0, 0, 6, 0, 3, 0, 0, 0, 0] + head(":status|200\n", 1),
    ]

    /// Behind two bytes that choose the connection and its owner; see the target.
    static let seeds: [[UInt8]] = {
        let hostile = BadInput.cases(of: "http2.json").filter { $0.bytes.count < 8_000 }
        let raw = hostile.map { input -> [UInt8] in (input.id.hasPrefix("h2up-") ? [1, 0x31] : [0, 0]) + input.bytes }
        let served: [[UInt8]] = [[2, 0], [6, 1]]
        let asked: [[UInt8]] = [[3, 0x30], [3, 0x31]]
        let written = requests.flatMap { wire in served.map { $0 + settings + wire } }
        let answered = answers.flatMap { wire in asked.map { $0 + settings + wire } }
        return raw + written + answered
    }()
}
