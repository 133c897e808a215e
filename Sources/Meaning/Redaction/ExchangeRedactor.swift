import CassetteFormat
import ContentCoding
import Cryptography
import HTTPModel
import HTTPWire
import LeakSearch

/// Writes fakes into the items of a tape, and makes lengths and digests right again.
struct ExchangeRedactor {
    let search: DisguiseSearch
    private let pseudonyms: Pseudonyms
    private var rewriter: SurfaceRewriter
    private(set) var report = RedactionReport()

    init(search: DisguiseSearch, rewriter: SurfaceRewriter) {
        self.search = search
        self.rewriter = rewriter
        pseudonyms = rewriter.pseudonyms
    }

    mutating func redacted(_ item: TapeItem) throws(RedactionError) -> TapeItem {
        switch item {
        case .header(let header): return .header(redacted(header))
        case .client(var facts):
            facts.client = address(facts.client)
            facts.serverName = facts.serverName.map { text($0, 0, "server name") }
            facts.tlsFailure = facts.tlsFailure.map { text($0, 0, "failure") }
            return .client(facts)
        case .upstream(var facts):
            facts.origin = origin(facts.origin, 0)
            facts.local = address(facts.local)
            facts.names = facts.names.map { text($0, 0, "certificate's name") }
            return .upstream(facts)
        case .mark(var mark):
            mark.value = text(mark.value, mark.afterExchange, "mark \(mark.key)")
            return .mark(mark)
        case .note(let time, let words): return .note(time: time, text: text(words, 0, "note"))
        case .exchange(let exchange): return .exchange(try redacted(exchange))
        case .gap, .losses: return item
        }
    }

    func redacted(_ header: TapeHeader) -> TapeHeader {
        var header = header
        header.id = pseudonyms.tapeID(header.id)
        header.listen = address(header.listen)
        return header
    }

    // MARK: Exchanges

    private mutating func redacted(_ given: Exchange) throws(RedactionError) -> Exchange {
        var exchange = given
        let number = exchange.number
        let before = rewriter.replaced
        exchange.origin = origin(exchange.origin, number)
        let parser = HeadParser(limits: TapeLimits().heads)
        let search = search
        let codings = exchange.request.head.map(Self.codings) ?? []
        let size = exchange.request.body.payloadSize
        var digests: DigestFields?
        (exchange.request.body, digests) = try body(exchange.request.body, codings, true, number, "request")
        var head = exchange.request.headBytes
        if let fields = exchange.request.head?.fields { head = written(&digests, in: head, fields) }
        tell(digests, number, "request")
        head = bytes(head, number, "request-head") { bytes in
            (try? parser.request(bytes)).map(search.search(headOf:)) ?? search.search(bytes)
        }
        if exchange.request.body.payloadSize != size, let fields = (try? parser.request(head))?.fields {
            head = Self.lengthSet(head, fields, size, exchange.request.body.payloadSize)
        }
        if head != exchange.request.headBytes {
            let isHead = exchange.request.head != nil
            exchange.request.headBytes = head
            exchange.request.head = try? parser.request(head)
            guard !isHead || exchange.request.head != nil else {
                throw .brokenHead(exchange: number, part: "request head")
            }
        }
        for index in exchange.interim.indices {
            var none: DigestFields?
            exchange.interim[index].head = try answerHead(exchange.interim[index].head, number, sizes: nil, &none)
        }
        if var response = exchange.response {
            let size = response.body.payloadSize
            var digests: DigestFields?
            (response.body, digests) = try body(
                response.body, Self.codings(response.head), false, number, "response")
            let sizes = (size, response.body.payloadSize)
            response.head = try answerHead(response.head, number, sizes: sizes, &digests)
            tell(digests, number, "response")
            exchange.response = response
        }
        try redactMessages(of: &exchange)
        exchange.notes = exchange.notes.map { text($0, number, "note") }
        switch exchange.end {
        case .originUnreachable(let code, let detail):
            exchange.end = .originUnreachable(code: code, detail: text(detail, number, "end"))
        case .originFault(let words): exchange.end = .originFault(text(words, number, "end"))
        case .refused(let words): exchange.end = .refused(text(words, number, "end"))
        default: break
        }
        report.replaced = rewriter.replaced
        if rewriter.replaced > before { report.changedExchanges += 1 }
        return exchange
    }

    private mutating func answerHead(
        _ head: ResponseHead, _ number: Int, sizes: (old: Int, new: Int)?, _ digests: inout DigestFields?
    ) throws(RedactionError) -> ResponseHead {
        let search = search
        let told = written(&digests, in: head.bytes, head.fields)
        var bytes = bytes(told, number, "response-head") { search.search($0, isThorough: false) }
        let parser = HeadParser(limits: TapeLimits().heads)
        if let sizes, sizes.old != sizes.new, let fields = (try? parser.response(bytes))?.fields {
            bytes = Self.lengthSet(bytes, fields, sizes.old, sizes.new)
        }
        guard bytes != head.bytes else { return head }
        guard let head = try? parser.response(bytes) else {
            throw .brokenHead(exchange: number, part: "response head")
        }
        return head
    }

    private func written(_ digests: inout DigestFields?, in bytes: [UInt8], _ fields: [FieldLine]) -> [UInt8] {
        digests?.written(in: bytes, fields) ?? bytes
    }

    private mutating func tell(_ digests: DigestFields?, _ number: Int, _ part: String) {
        guard let digests else { return }
        report.digestCount += digests.writtenCount
        report.staleDigests += digests.stale.map {
            RedactionReport.StaleDigest(exchange: number, part: part, field: $0)
        }
    }

    private static func codings(_ head: some MessageHead) -> [ContentCodingName] {
        ContentCodingName.list(fromFieldValues: head.values(of: "content-encoding"))
    }

    /// Content-Length (RFC 9110 §8.6) where it told the old length.
    private static func lengthSet(_ head: [UInt8], _ fields: [FieldLine], _ old: Int, _ new: Int) -> [UInt8] {
        let name = Array("content-length".utf8)
        let edits = fields.filter {
            head[$0.name].map(ASCII.lowercased) == name && head[$0.value].elementsEqual(String(old).utf8)
        }
        return Edit.apply(edits.map { Edit(range: $0.value, bytes: Array(String(new).utf8)) }, to: head)
    }

    // MARK: Bodies

    /// The body with fakes, and the digests of it that the head may tell; nil where nothing is changed.
    private mutating func body(
        _ given: TapedBody, _ codings: [ContentCodingName], _ isThorough: Bool, _ number: Int, _ part: String
    ) throws(RedactionError) -> (TapedBody, DigestFields?) {
        var body = given
        var digests: DigestFields?
        if body.isAbsent { return (body, nil) }
        if body.isExternal { throw .absentContent(exchange: number, part: part) }
        let search = search
        let payload = bytes(body.payload, number, "\(part)-content") {
            search.search($0, codings: codings, isThorough: isThorough)
        }
        if payload != body.payload {
            Self.replace(&body, by: payload)
            digests = DigestFields(old: given.payload, new: payload, codings: codings)
        }
        if case .chunked(var layout) = body.framing, !layout.trailer.isEmpty {
            let fields = (try? HeadParser(limits: TapeLimits().heads).trailers(layout.trailer)) ?? []
            let told = written(&digests, in: layout.trailer, fields)
            let trailer = bytes(told, number, "\(part)-trailer") {
                search.search($0, isThorough: isThorough)
            }
            body.wireSize += trailer.count - layout.trailer.count
            layout.trailer = trailer
            body.framing = .chunked(layout)
        }
        return (body, digests)
    }

    /// Another payload in the body's framing.
    static func replace(_ body: inout TapedBody, by payload: [UInt8]) {
        body.arrivals = body.arrivals.map {
            Arrival(time: $0.time, upTo: $0.upTo == body.payloadSize ? payload.count : min($0.upTo, payload.count))
        }
        body.wireSize += payload.count - body.payloadSize
        if case .chunked(let layout) = body.framing, payload.count != body.payloadSize {
            let new = Self.layout(layout, payload.count)
            body.wireSize += lineBytes(new) - lineBytes(layout)
            body.framing = .chunked(new)
        }
        body.payload = payload
        body.payloadSize = payload.count
        body.digest = hex(SHA256.digest(payload))
    }

    /// The chunks as they were as far as the content goes; the last one takes what is more.
    private static func layout(_ old: ChunkLayout, _ size: Int) -> ChunkLayout {
        var layout = old
        var rest = size
        let last = old.chunks.lastIndex { $0.size > 0 }
        layout.chunks = []
        for (index, chunk) in old.chunks.enumerated() {
            let new = index == last ? rest : min(rest, chunk.size)
            rest -= new
            if chunk.size > 0, new == 0 { continue }
            let line = new == chunk.size ? chunk.line : Array(String(new, radix: 16).utf8)
            layout.chunks.append(ChunkLayout.Chunk(line: line, size: new))
        }
        return layout
    }

    /// Of the size lines with their line ends, and the line end after each chunk's bytes.
    private static func lineBytes(_ layout: ChunkLayout) -> Int {
        layout.chunks.reduce(0) { $0 + $1.line.count + 2 + ($1.size > 0 ? 2 : 0) }
    }

    // MARK: Texts

    mutating func bytes(
        _ bytes: [UInt8], _ exchange: Int, _ part: String, find: ([UInt8]) -> SurfaceReport
    ) -> [UInt8] {
        guard !bytes.isEmpty else { return bytes }
        let new = rewriter.rewrite(bytes, find: find)
        for what in rewriter.forgetTokens() {
            report.tokens.append(RedactionReport.Token(exchange: exchange, part: part, what: what))
        }
        return new
    }

    private mutating func text(_ text: String, _ exchange: Int, _ part: String) -> String {
        let search = search
        let new = bytes(Array(text.utf8), exchange, part) { search.search($0) }
        return String(decoding: new, as: UTF8.self)
    }

    private mutating func origin(_ origin: ServerOrigin, _ exchange: Int) -> ServerOrigin {
        let host = text(origin.host, exchange, "authority")
        return host == origin.host ? origin : ServerOrigin(scheme: origin.scheme, host: host, port: origin.port)
    }

    private func address(_ text: String) -> String {
        guard let host = Self.host(text) else { return text }
        let fake = pseudonyms.address(host)
        return text.hasPrefix("[") ? "[\(fake)]" + text.dropFirst(host.count + 2) : fake + text.dropFirst(host.count)
    }

    /// The address before the port; nil for one of the machine itself, and for what is none.
    static func host(_ address: String) -> String? {
        let host: String
        if address.hasPrefix("[") {
            host = String(address.dropFirst().prefix { $0 != "]" })
        } else {
            host = String(address.prefix { $0 != ":" })
        }
        let isNumeric = !host.isEmpty && host.allSatisfy { $0.isHexDigit || $0 == "." || $0 == ":" }
        let isOwn = host.hasPrefix("127.") || host == "::1" || host == "0.0.0.0" || host == "::"
        return isNumeric && !isOwn ? host : nil
    }
}

extension TunnelCount {
    /// One frame has become another.
    mutating func take(_ old: WebSocketFrame, _ new: WebSocketFrame) {
        let more = new.wireSize - old.wireSize
        if old.isFromClient { sent &+= more } else { received &+= more }
    }
}
