import HTTPModel

/// The line that begins a body: `= FRAMING SIZE sha256:DIGEST …`, or `= FRAMING SIZE absent …`.
struct BodyLine {
    var framing: TapedFraming
    var size = 0
    var digest = TapedBody.emptyDigest
    var isBlob = false
    var isAbsent = false
    private var wireSize: Int?
    private var arrivals: [Arrival] = []

    /// - Parameter start: the exchange's; nil leaves out when the pieces came, and the digest of a content within the
    ///   block, unread: enough to play a body whose block has been compared with its checksum.
    init(_ line: TextReader, since start: TapeTime?, _ limits: TapeLimits) throws(TextReader.Fault) {
        var reader = line
        try reader.expect("= ")
        if reader.take("length ") {
            framing = .length
        } else if reader.take("chunked ") {
            framing = .chunked(ChunkLayout(chunks: [], trailer: [], cut: []))
        } else if reader.take("until-close ") {
            framing = .untilClose
        } else {
            try reader.expect("none ")
            framing = .none
        }
        size = try reader.number()
        if reader.take(" absent") {
            isAbsent = true
            digest = ""
        } else if size > 0 {
            try reader.expect(" sha256:")
            let place = reader.bareRange()
            isBlob = reader.take(" blob")
            digest = start != nil || isBlob ? try BodyLine.digest(reader.bytes, place) : ""
        }
        if case .chunked(var layout) = framing {
            if reader.take(" chunks=") { layout.chunks = try BodyLine.chunks(&reader, limits) }
            if reader.take(" cut=") { layout.cut = try reader.unescaped(reader.bareRange()) }
            framing = .chunked(layout)
        }
        if reader.take(" wire=") { wireSize = try reader.number() }
        guard let start else { return }
        if reader.take(" arrivals=") { arrivals = try BodyLine.arrivals(&reader, since: start) }
        guard reader.isAtEnd else { throw reader.fault("the line must end here") }
    }

    private static func digest(
        _ bytes: UnsafeRawBufferPointer, _ range: Range<Int>
    ) throws(TextReader.Fault) -> String {
        var isDigest = range.count == 64
        for byte in bytes[range] {
            if byte &- 0x30 >= 10, byte &- 0x61 >= 6 { isDigest = false }
        }
        guard isDigest else {
            let seen = String(display: bytes[range].prefix(80))
            throw TextReader.Fault(saw: seen, why: "a digest has 64 lower-case hexadecimal digits")
        }
        return String(decoding: bytes[range], as: UTF8.self)
    }

    private static func chunks(
        _ reader: inout TextReader, _ limits: TapeLimits
    ) throws(TextReader.Fault) -> [ChunkLayout.Chunk] {
        var chunks: [ChunkLayout.Chunk] = []
        let all = reader.bareRange()
        var start = all.lowerBound
        while start <= all.upperBound {
            var end = start
            while end < all.upperBound, reader.bytes[end] != 0x2C { end += 1 }
            var lineEnd = start
            while lineEnd < end, reader.bytes[lineEnd] != 0x2A { lineEnd += 1 }
            let line = try reader.unescaped(start..<lineEnd)
            guard let size = ChunkLayout.size(of: line[...]) else {
                throw TextReader.Fault(saw: String(display: line), why: "a chunk's line begins with its size")
            }
            var count = 1
            if lineEnd < end {
                var counter = TextReader(reader.bytes, lineEnd + 1..<end)
                count = try counter.number()
                guard counter.isAtEnd, count > 1 else { throw counter.fault("a count of two or more must stand here") }
            }
            guard count <= limits.chunks - chunks.count else {
                throw TextReader.Fault(saw: "\(count) more chunks", why: "a body has at most \(limits.chunks)")
            }
            let chunk = ChunkLayout.Chunk(line: line, size: size)
            if count == 1 { chunks.append(chunk) } else { chunks += repeatElement(chunk, count: count) }
            start = end + 1
        }
        return chunks
    }

    private static func arrivals(
        _ reader: inout TextReader, since start: TapeTime
    ) throws(TextReader.Fault) -> [Arrival] {
        var arrivals: [Arrival] = []
        repeat {
            let upTo = try reader.number()
            try reader.expect("@")
            arrivals.append(Arrival(time: try reader.time(since: start), upTo: upTo))
        } while reader.take(",")
        return arrivals
    }

    /// The body with its whole content; an empty one where it stays outside.
    func body(_ payload: [UInt8]) -> TapedBody {
        var wireSize = size
        if case .chunked(let layout) = framing { wireSize = layout.wireSize(payloadSize: size) }
        return TapedBody(
            framing: framing, payload: payload, payloadSize: size, isExternal: isAbsent || isBlob && payload.isEmpty,
            digest: digest, wireSize: self.wireSize ?? wireSize, arrivals: arrivals)
    }

    /// The body as far as its content is there.
    func body(cutTo payload: [UInt8]) -> TapedBody {
        var framing = framing
        if case .chunked(let layout) = framing {
            var left = payload.count
            let chunks = layout.chunks.prefix { chunk in
                defer { left -= chunk.size }
                return left > 0
            }
            framing = .chunked(ChunkLayout(chunks: Array(chunks), trailer: [], cut: []))
        }
        return TapedBody(framing: framing, content: payload, arrivals: arrivals.filter { $0.upTo <= payload.count })
    }
}

extension TapedBody {
    /// A body from its content; sizes and digest follow from it.
    package init(framing: TapedFraming, content: [UInt8], arrivals: [Arrival] = []) {
        var wireSize = content.count
        if case .chunked(let layout) = framing { wireSize = layout.wireSize(payloadSize: content.count) }
        self.init(
            framing: framing, payload: content, payloadSize: content.count, isExternal: false,
            digest: TapedBody.digest(of: content), wireSize: wireSize, arrivals: arrivals)
    }
}
