import HTTPModel

/// The text of exchanges and bodies.
extension TextWriter {
    /// Takes the content of a body that does not stand in the text.
    typealias BlobTaker = (_ digest: String, _ content: UnsafeRawBufferPointer) -> Void

    mutating func exchange(_ exchange: Exchange, _ limits: TapeLimits, blob: BlobTaker) {
        opening(exchange)
        for note in exchange.notes {
            raw("! ")
            quoted(note)
            lineFeed()
        }
        head(exchange.request.headBytes, UInt8(ascii: ">"))
        body(exchange.request.body, since: exchange.start, limits, blob)
        for interim in exchange.interim {
            moment("interim", interim.time, since: exchange.start)
            head(interim.head.bytes, UInt8(ascii: "<"))
        }
        if let response = exchange.response {
            moment("response", response.time, since: exchange.start)
            head(response.head.bytes, UInt8(ascii: "<"))
            body(response.body, since: exchange.start, limits, blob)
        }
        for frame in exchange.frames { self.frame(frame, since: exchange.start, limits, blob) }
    }

    private mutating func frame(
        _ frame: WebSocketFrame, since start: TapeTime, _ limits: TapeLimits, _ blob: BlobTaker
    ) {
        raw(frame.isFromClient ? "frame client first=" : "frame server first=")
        number(Int(frame.first))
        if let mask = frame.mask { field("mask", Int(mask)) }
        key("t")
        time(frame.time, since: start)
        lineFeed()
        body(frame.body, since: start, limits, blob)
    }

    private mutating func opening(_ exchange: Exchange) {
        raw("@ ")
        number(exchange.number)
        field("client", exchange.connection)
        if let upstream = exchange.upstream { field("upstream", upstream) }
        field("via", exchange.ingress.rawValue)
        field("origin", exchange.origin.text)
        key("t")
        time(exchange.start)
        key("took")
        time(exchange.endTime, since: exchange.start)
        let (word, code, why) = exchange.end.text
        field("end", word)
        if let code { field("code", code) }
        if let why { field("why", why) }
        if let tunnel = exchange.tunnel {
            field("sent", tunnel.sent)
            field("received", tunnel.received)
        }
        http2(exchange)
        if !exchange.losses.isEmpty { field("lost", exchange.losses.text) }
        lineFeed()
    }

    private mutating func moment(_ word: StaticString, _ time: TapeTime, since start: TapeTime) {
        raw(word)
        key("t")
        self.time(time, since: start)
        lineFeed()
    }

    /// A head line by line: clean ones as they are, without their CR LF; all others escaped, with all their bytes.
    mutating func head(_ content: [UInt8], _ marker: UInt8) {
        content.withUnsafeBytes { head in
            var start = 0
            while start < head.count {
                let found = ByteScan.lineFeed(head, from: start, to: head.count)
                let end = min(found + 1, head.count)
                byte(marker)
                let isEnded = found < head.count && found > start && head[found - 1] == 0x0D
                let text = UnsafeRawBufferPointer(rebasing: head[start..<max(start, found - 1)])
                if isEnded, ByteScan.isClean(text, lines: false) {
                    if !text.isEmpty {
                        byte(0x20)
                        raw(text)
                    }
                } else {
                    byte(UInt8(ascii: "%"))
                    escaped(head[start..<end], spaces: true)
                }
                lineFeed()
                start = end
            }
        }
    }

    private mutating func body(
        _ body: TapedBody, since start: TapeTime, _ limits: TapeLimits, _ blob: BlobTaker
    ) {
        if body.framing == .none, body.payloadSize == 0 { return }
        raw("= ")
        raw(body.framing.word)
        byte(0x20)
        number(body.payloadSize)
        var isInline = true
        if body.isAbsent {
            raw(" absent")
            isInline = false
        } else if body.payloadSize > 0 {
            raw(" sha256:")
            raw(Array(body.digest.utf8))
            isInline = body.payload.withUnsafeBytes { content in
                let isInline =
                    !body.isExternal && content.count <= limits.inlineBytes && ByteScan.isClean(content, lines: true)
                if !isInline, !body.isExternal { blob(body.digest, content) }
                return isInline
            }
            if !isInline { raw(" blob") }
        }
        framing(body)
        if !body.arrivals.isEmpty {
            key("arrivals")
            for (index, arrival) in body.arrivals.enumerated() {
                if index > 0 { byte(UInt8(ascii: ",")) }
                number(arrival.upTo)
                byte(UInt8(ascii: "@"))
                time(arrival.time, since: start)
            }
        }
        lineFeed()
        if isInline, body.payloadSize > 0 { content(body.payload) }
        if case .chunked(let layout) = body.framing { head(layout.trailer, UInt8(ascii: "^")) }
    }

    private mutating func framing(_ body: TapedBody) {
        var wireSize = body.payloadSize
        if case .chunked(let layout) = body.framing {
            wireSize = layout.wireSize(payloadSize: body.payloadSize)
            if !layout.chunks.isEmpty {
                key("chunks")
                chunks(layout.chunks)
            }
            if !layout.cut.isEmpty {
                key("cut")
                escaped(layout.cut, spaces: false)
            }
        }
        if body.wireSize != wireSize { field("wire", body.wireSize) }
    }

    /// Size lines with commas between; `line*n` for n equal ones.
    private mutating func chunks(_ chunks: [ChunkLayout.Chunk]) {
        var index = 0
        while index < chunks.count {
            var end = index + 1
            while end < chunks.count, chunks[end] == chunks[index] { end += 1 }
            if index > 0 { byte(UInt8(ascii: ",")) }
            escaped(chunks[index].line, spaces: false)
            if end - index > 1 {
                byte(UInt8(ascii: "*"))
                number(end - index)
            }
            index = end
        }
    }

    /// The content split at its line feeds, each piece behind the gutter. Nothing is escaped.
    private mutating func content(_ content: [UInt8]) {
        content.withUnsafeBytes { content in
            var start = 0
            while true {
                let end = ByteScan.lineFeed(content, from: start, to: content.count)
                byte(UInt8(ascii: "|"))
                raw(UnsafeRawBufferPointer(rebasing: content[start..<end]))
                lineFeed()
                guard end < content.count else { return }
                start = end + 1
            }
        }
    }
}

extension TapedFraming {
    var word: StaticString {
        switch self {
        case .none: "none"
        case .length: "length"
        case .untilClose: "until-close"
        case .chunked: "chunked"
        }
    }
}

extension ExchangeEnd {
    /// The word that stands for it, and its code and words where it has them.
    package var text: (word: String, code: String?, why: String?) {
        switch self {
        case .complete: ("complete", nil, nil)
        case .clientAborted: ("client-aborted", nil, nil)
        case .originAborted: ("origin-aborted", nil, nil)
        case .short: ("short", nil, nil)
        case .originUnreachable(let code, let detail): ("unreachable", code, detail)
        case .originFault(let text): ("origin-fault", nil, text)
        case .refused(let text): ("refused", nil, text)
        case .recorderDied: ("cut", nil, nil)
        case .tunnelClosed: ("tunnel", nil, nil)
        case .missed: ("missed", nil, nil)
        }
    }

    /// Nil for an unknown word, or one without what belongs to it.
    init?(word: String, code: String?, why: String?) {
        switch (word, code, why) {
        case ("complete", nil, nil): self = .complete
        case ("client-aborted", nil, nil): self = .clientAborted
        case ("origin-aborted", nil, nil): self = .originAborted
        case ("short", nil, nil): self = .short
        case ("unreachable", let code?, let why?): self = .originUnreachable(code: code, detail: why)
        case ("origin-fault", nil, let why?): self = .originFault(why)
        case ("refused", nil, let why?): self = .refused(why)
        case ("cut", nil, nil): self = .recorderDied
        case ("tunnel", nil, nil): self = .tunnelClosed
        case ("missed", nil, nil): self = .missed
        default: return nil
        }
    }
}
