import HTTPModel

/// Reads the lines between two checksum lines: facts, marks and notes, then at most one exchange.
struct SegmentParser {
    private typealias Fault = TextReader.Fault

    private let bytes: UnsafeRawBufferPointer
    private let range: Range<Int>
    private let limits: TapeLimits
    private let blob: BlobSource
    var part = BlockPart.whole
    /// Off where the checksum of the whole block has been compared, and of its bodies no more is wanted than their
    /// content.
    var checksDigests = true
    private var position: Int
    private var line: Int
    private var exchange: Exchange?
    /// Whether the request head is whole, so that what follows may be salvaged without the rest.
    private var hasRequestHead = false
    /// What there is of a body that is not as long as it states.
    private var partialContent: [UInt8] = []

    init(
        _ bytes: UnsafeRawBufferPointer, _ range: Range<Int>, line: Int, limits: TapeLimits,
        blob: @escaping BlobSource
    ) {
        self.bytes = bytes
        self.range = range
        self.limits = limits
        self.blob = blob
        position = range.lowerBound
        self.line = line
    }

    // MARK: Lines

    /// The first byte of the next line, 0 at the end.
    private var marker: UInt8 { position < range.upperBound ? bytes[position] : 0 }

    /// Moves over the next line and returns it without its line feed.
    private mutating func nextLine() -> Range<Int> {
        let end = ByteScan.lineFeed(bytes, from: position, to: range.upperBound)
        defer {
            position = min(end + 1, range.upperBound)
            line += 1
        }
        return position..<end
    }

    private func error(_ fault: TextReader.Fault) -> TapeError {
        TapeError(
            .syntax, "a line cannot be read", exchange: exchange?.number, line: line - 1, offset: nil, saw: fault.saw,
            why: fault.why, action: "restore it from version control, or fita repair (keeps the other blocks)")
    }

    private func error(
        _ code: TapeError.Code, _ summary: String, saw: String? = nil, why: String? = nil
    ) -> TapeError {
        TapeError(
            code, summary, exchange: exchange?.number, line: line - 1, saw: saw, why: why,
            action: "restore it from version control, or fita repair (keeps the other blocks)")
    }

    // MARK: Segments

    /// The first segment: the version line, which has been read, and the tape line.
    mutating func header() throws(TapeError) -> TapeHeader {
        _ = nextLine()
        let text = nextLine()
        do throws(Fault) {
            let header = try FactLines.header(TextReader(bytes, text))
            guard position == range.upperBound else { throw Fault(saw: "another line", why: "the header has two") }
            return header
        } catch {
            var error = self.error(error)
            error.code = .header
            throw error
        }
    }

    mutating func items() throws(TapeError) -> [TapeItem] {
        var items: [TapeItem] = []
        if marker == 0x0A { _ = nextLine() }
        while position < range.upperBound {
            guard marker != UInt8(ascii: "@") else {
                try block()
                guard position == range.upperBound else {
                    _ = nextLine()
                    throw error(Fault(saw: "a line more", why: "the block has ended"))
                }
                if let exchange { items.append(.exchange(exchange)) }
                return items
            }
            let text = nextLine()
            do throws(Fault) {
                items.append(try FactLines.item(TextReader(bytes, text)))
            } catch { throw self.error(error) }
        }
        return items
    }

    /// What can be read of a block that has lost its end.
    mutating func salvage() -> Exchange? {
        if marker == 0x0A { _ = nextLine() }
        while position < range.upperBound, marker != UInt8(ascii: "@") { _ = nextLine() }
        try? block()
        guard hasRequestHead, var exchange else { return nil }
        exchange.end = .recorderDied
        return exchange
    }

    // MARK: Blocks

    private mutating func block() throws(TapeError) {
        let opening = nextLine()
        do throws(Fault) {
            exchange = try FactLines.exchange(TextReader(bytes, opening))
        } catch { throw self.error(error) }
        while marker == UInt8(ascii: "!") {
            var reader = TextReader(bytes, nextLine())
            do throws(Fault) {
                try reader.expect("! ")
                exchange?.notes.append(try reader.quoted())
            } catch { throw self.error(error) }
        }
        try readRequest()
        while marker == UInt8(ascii: "i") {
            let time = try moment("interim t=")
            let head = try responseHead()
            exchange?.interim.append(TapedInterim(head: head, time: time))
        }
        guard marker == UInt8(ascii: "r") else { return }
        let time = try moment("response t=")
        let response = try responseHead()
        exchange?.response = TapedResponse(head: response, time: time, body: .none)
        if part == .withoutAnswerContents {
            position = range.upperBound
            return
        }
        if marker == UInt8(ascii: "=") {
            try body { exchange, body in exchange?.response?.body = body }
        }
        while marker == UInt8(ascii: "f") {
            // Its content may be found wrong: what is salvaged has the frame all the same.
            let frame = try frameHead()
            exchange?.frames.append(frame)
            guard marker == UInt8(ascii: "="), let last = exchange.map({ $0.frames.count - 1 }) else { continue }
            try body { exchange, body in exchange?.frames[last].body = body }
        }
    }

    private mutating func readRequest() throws(TapeError) {
        let head = try self.head(UInt8(ascii: ">"))
        exchange?.request.headBytes = head
        exchange?.request.head = head.withUnsafeBytes { TapedHeads.request($0, limits) }
        hasRequestHead = exchange?.request.head != nil || position < range.upperBound
        if marker == UInt8(ascii: "=") {
            try body { exchange, body in exchange?.request.body = body }
        }
    }

    // MARK: Requests alone

    /// The request of the segment's exchange; nil where there is none. What follows it is passed over.
    mutating func request() throws(TapeError) -> RecordedRequest? {
        if marker == 0x0A { _ = nextLine() }
        while position < range.upperBound, marker != UInt8(ascii: "@") {
            let text = nextLine()
            do throws(Fault) { _ = try FactLines.item(TextReader(bytes, text)) } catch { throw self.error(error) }
        }
        guard position < range.upperBound else { return nil }
        var reader = TextReader(bytes, nextLine())
        let opening: FactLines.Opening
        do throws(Fault) { opening = try FactLines.opening(&reader) } catch { throw self.error(error) }
        while marker == UInt8(ascii: "!") { _ = nextLine() }
        do throws(TapeError) {
            let head = try self.head(UInt8(ascii: ">"))
            var content = TapedBody.none
            if marker == UInt8(ascii: "=") { try body { _, body in content = body } }
            return RecordedRequest(
                number: opening.number, origin: opening.origin, ingress: opening.ingress,
                isRefused: reader.take("refused"), head: head.withUnsafeBytes { TapedHeads.request($0, limits) },
                content: content.payload)
        } catch {
            var error = error
            error.exchange = opening.number
            throw error
        }
    }

    // MARK: Answers alone

    /// The answer of the segment's exchange; nil where there is none. What stands before it is passed over.
    mutating func answer() throws(TapeError) -> RecordedAnswer? {
        while position < range.upperBound, marker != UInt8(ascii: "@") { _ = nextLine() }
        guard position < range.upperBound else { return nil }
        let opening = nextLine()
        let exchange: Exchange?
        let number: Int
        do throws(Fault) {
            (number, exchange) = try Self.opening(TextReader(bytes, opening))
        } catch { throw self.error(error) }
        while Self.isOfRequest(marker) { _ = nextLine() }
        do throws(TapeError) {
            var interim: [ResponseHead] = []
            while marker == UInt8(ascii: "i") {
                _ = nextLine()
                interim.append(try responseHead())
            }
            var response: TapedResponse?
            if marker == UInt8(ascii: "r") {
                _ = nextLine()
                let head = try responseHead()
                var content = TapedBody.none
                if marker == UInt8(ascii: "=") { try body { _, body in content = body } }
                response = TapedResponse(head: head, time: 0, body: content)
            }
            return RecordedAnswer(
                number: number, end: exchange?.end ?? .complete, interim: interim, response: response,
                http2: exchange?.responseHTTP2, frames: try answerFrames(), tunnel: exchange?.tunnel)
        } catch {
            var error = error
            error.exchange = number
            throw error
        }
    }

    /// Of the lines of notes, request head, body and trailer.
    private static func isOfRequest(_ marker: UInt8) -> Bool {
        switch marker {
        case UInt8(ascii: "!"), UInt8(ascii: ">"), UInt8(ascii: "="), UInt8(ascii: "|"), UInt8(ascii: "^"): true
        default: false
        }
    }

    private static let completeEnd: StaticString = " end=complete"

    /// The number, and the facts of the opening line where they say more than that the exchange is complete.
    private static func opening(_ line: TextReader) throws(Fault) -> (number: Int, facts: Exchange?) {
        let start = max(line.rest.lowerBound, line.rest.upperBound - completeEnd.utf8CodeUnitCount)
        var end = TextReader(line.bytes, start..<line.rest.upperBound)
        guard end.take(completeEnd) else {
            let facts = try FactLines.exchange(line)
            return (facts.number, facts)
        }
        var reader = line
        try reader.expect("@ ")
        return (try reader.number(), nil)
    }

    // MARK: Frames

    /// What a replay holds of a WebSocket connection.
    private mutating func answerFrames() throws(TapeError) -> [WebSocketFrame] {
        var frames: [WebSocketFrame] = []
        var size = 0
        while marker == UInt8(ascii: "f") {
            var frame = try frameHead()
            if marker == UInt8(ascii: "=") { try body { _, body in frame.body = body } }
            size += frame.body.payload.count
            guard frames.count < limits.webSocketFrames, size <= limits.heldFrameBytes else {
                throw TapeError(
                    .limit, "a WebSocket connection is too long to be replayed", line: line - 1,
                    why: "a replay holds at most \(limits.webSocketFrames) frames and \(limits.heldFrameBytes) bytes "
                        + "of what stands in the cassette itself",
                    action: "record a shorter one")
            }
            frames.append(frame)
        }
        return frames
    }

    private mutating func frameHead() throws(TapeError) -> WebSocketFrame {
        var reader = TextReader(bytes, nextLine())
        do throws(Fault) {
            try reader.expect("frame ")
            let isFromClient = reader.take("client ")
            if !isFromClient { try reader.expect("server ") }
            try reader.expect("first=")
            let first = try reader.number()
            let mask = reader.take(" mask=") ? try reader.number() : nil
            try reader.expect(" t=")
            let time = try reader.time(since: exchange?.start ?? 0)
            guard first < 256, (mask ?? 0) <= Int(UInt32.max), reader.isAtEnd else {
                throw reader.fault("a frame has one first byte, a mask of four, and a time")
            }
            return WebSocketFrame(
                isFromClient: isFromClient, time: time, first: UInt8(truncatingIfNeeded: first),
                mask: mask.map { UInt32(truncatingIfNeeded: $0) }, body: .none)
        } catch { throw self.error(error) }
    }

    private mutating func moment(_ word: StaticString) throws(TapeError) -> TapeTime {
        var reader = TextReader(bytes, nextLine())
        do throws(Fault) {
            try reader.expect(word)
            let time = try reader.time(since: exchange?.start ?? 0)
            guard reader.isAtEnd else { throw reader.fault("the line must end here") }
            return time
        } catch { throw self.error(error) }
    }

    private mutating func responseHead() throws(TapeError) -> ResponseHead {
        let head = try self.head(UInt8(ascii: "<"))
        guard let parsed = head.withUnsafeBytes({ TapedHeads.response($0, limits) }) else {
            throw error(
                .head, "the response head is not HTTP", saw: String(display: head.prefix(80)),
                why: "a replay would send it as it is")
        }
        return parsed
    }

    /// The lines with this marker, as the bytes they stand for.
    private mutating func head(_ mark: UInt8) throws(TapeError) -> [UInt8] {
        var fault: Fault?
        // The last line may be without its line feed.
        let head = [UInt8](unsafeUninitializedCapacity: length(ofLinesWith: mark) + 1) { buffer, count in
            let target = UnsafeMutableRawBufferPointer(buffer)
            func append(_ source: UnsafeRawBufferPointer) {
                UnsafeMutableRawBufferPointer(rebasing: target[count..<count + source.count]).copyMemory(from: source)
                count += source.count
            }
            func endLine() {
                (target[count], target[count + 1]) = (0x0D, 0x0A)
                count += 2
            }
            while marker == mark, fault == nil {
                let text = nextLine()
                switch text.count == 1 ? 0x0A : bytes[text.lowerBound + 1] {
                case 0x0A: endLine()
                case 0x20 where text.count > 2:
                    append(UnsafeRawBufferPointer(rebasing: bytes[text.dropFirst(2)]))
                    endLine()
                case UInt8(ascii: "%"):
                    do throws(Fault) {
                        try TextReader(bytes, text).unescaped(text.dropFirst(2)).withUnsafeBytes { append($0) }
                    } catch { fault = error }
                default:
                    fault = Fault(
                        saw: String(display: bytes[text].prefix(60)),
                        why: "a space or a percent sign follows the marker")
                }
            }
        }
        if let fault { throw error(fault) }
        return head
    }

    /// Bytes of the lines that follow with this marker; a head is not longer than they, but for a line feed that the
    /// last one may lack.
    private func length(ofLinesWith mark: UInt8) -> Int {
        var end = position
        while end < range.upperBound, bytes[end] == mark {
            end = ByteScan.lineFeed(bytes, from: end, to: range.upperBound) + 1
        }
        return end - position
    }

    // MARK: Bodies

    private mutating func body(_ store: (inout Exchange?, TapedBody) -> Void) throws(TapeError) {
        let text = nextLine()
        var stated: BodyLine
        do throws(Fault) {
            stated = try BodyLine(TextReader(bytes, text), since: checksDigests ? exchange?.start ?? 0 : nil, limits)
        } catch { throw self.error(error) }
        let isInline = !stated.isBlob && !stated.isAbsent && stated.size > 0
        var payload: [UInt8] = []
        if isInline {
            do throws(TapeError) { payload = try content(stated) } catch {
                store(&exchange, stated.body(cutTo: partialContent))
                throw error
            }
        }
        if case .chunked(var layout) = stated.framing {
            layout.trailer = try head(UInt8(ascii: "^"))
            stated.framing = .chunked(layout)
        }
        if stated.isBlob {
            do throws(TapeError) {
                payload = try blob(stated.digest, stated.size) ?? []
            } catch {
                store(&exchange, .none)
                var placed = error
                placed.exchange = exchange?.number
                placed.line = line - 1
                throw placed
            }
        }
        store(&exchange, stated.body(payload))
    }

    /// The lines behind the gutter, joined. When they are not what the body line states, `partialContent` has them.
    private mutating func content(_ stated: BodyLine) throws(TapeError) -> [UInt8] {
        // The gutter and line feeds make the text longer than the content: what is stated beyond it is a lie.
        let room = min(stated.size, range.upperBound - position)
        var isFirst = true
        var isTooLong = false
        let payload = [UInt8](unsafeUninitializedCapacity: room) { buffer, count in
            let target = UnsafeMutableRawBufferPointer(buffer)
            while marker == UInt8(ascii: "|") {
                let text = nextLine().dropFirst()
                let needed = text.count + (isFirst ? 0 : 1)
                guard needed <= room - count else {
                    isTooLong = true
                    return
                }
                if !isFirst {
                    target[count] = 0x0A
                    count += 1
                }
                isFirst = false
                if !text.isEmpty {
                    UnsafeMutableRawBufferPointer(rebasing: target[count..<count + text.count])
                        .copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[text]))
                    count += text.count
                }
            }
        }
        guard !isTooLong, payload.count == stated.size else {
            partialContent = payload
            throw error(
                .size, "a body is not as long as it states",
                saw: isTooLong ? "more than \(stated.size) bytes" : "\(payload.count) of \(stated.size) bytes",
                why: "its lines have changed")
        }
        guard !checksDigests || TapedBody.digest(of: payload) == stated.digest else {
            throw error(
                .digest, "a body does not match its digest", saw: "sha256:" + TapedBody.digest(of: payload),
                why: "its lines have changed")
        }
        return payload
    }
}
