import HTTPModel

/// Writes the canonical text of a cassette: the same items give the same bytes.
///
/// The text gathers in ``text``; the owner takes it away with ``take()``. Contents that are no clean text, or are too
/// long, go to the `blob` closure instead; the same content may be given more than once.
package struct CassetteWriter {
    package static let version = 1

    private let limits: TapeLimits
    private var writer = TextWriter()
    /// The checksum of what has been taken away of the segment that is being written.
    private var segmentStart = 0
    private var blocks = 0
    private var isAtSegmentStart = false

    package init(header: TapeHeader, limits: TapeLimits = TapeLimits()) {
        self.limits = limits
        writer.raw("fita ")
        writer.number(CassetteWriter.version)
        writer.lineFeed()
        writer.header(header)
        closeSegment()
    }

    /// The text of one exchange by itself, for ``add(block:)``.
    package static func block(
        of exchange: Exchange, limits: TapeLimits = TapeLimits(),
        blob: (_ digest: String, _ content: UnsafeRawBufferPointer) -> Void
    ) -> [UInt8] {
        var writer = TextWriter()
        writer.exchange(exchange, limits, blob: blob)
        return writer.bytes
    }

    /// Adds an item; the header has been given already, another one is left out.
    package mutating func add(
        _ item: TapeItem, blob: (_ digest: String, _ content: UnsafeRawBufferPointer) -> Void
    ) {
        if case .header = item { return }
        openSegment()
        switch item {
        case .header: break
        case .client(let facts): writer.client(facts)
        case .upstream(let facts): writer.upstream(facts)
        case .mark(let mark): writer.mark(mark)
        case .gap(let gap): writer.gap(gap)
        case .note(let time, let text): writer.note(time, text)
        case .losses(let losses): writer.losses(losses)
        case .exchange(let exchange):
            writer.exchange(exchange, limits, blob: blob)
            blocks += 1
            closeSegment()
        }
    }

    /// Adds an exchange that was written with ``block(of:limits:blob:)``.
    package mutating func add(block: [UInt8]) {
        openSegment()
        writer.raw(block)
        blocks += 1
        closeSegment()
    }

    /// Writes the end line; nothing is added afterwards.
    package mutating func finish() {
        openSegment()
        writer.raw("end ")
        writer.number(blocks)
        writer.byte(0x20)
        writer.checksum(segmentChecksum)
        writer.lineFeed()
    }

    /// Bytes gathered since the last ``take()``.
    package var count: Int { writer.bytes.count }

    /// Gives the text gathered so far and forgets it, up to the last whole block.
    package mutating func take() -> [UInt8] {
        let open = Array(writer.bytes[segmentStart...])
        defer {
            writer.removeAll()
            writer.raw(open)
            segmentStart = 0
        }
        return Array(writer.bytes[..<segmentStart])
    }

    /// Gives all text; for after ``finish()``.
    package mutating func takeAll() -> [UInt8] {
        defer {
            writer.removeAll()
            segmentStart = 0
        }
        return writer.bytes
    }

    private var segmentChecksum: UInt32 {
        writer.bytes.withUnsafeBytes { CRC32C.checksum(UnsafeRawBufferPointer(rebasing: $0[segmentStart...])) }
    }

    private mutating func openSegment() {
        guard isAtSegmentStart else { return }
        writer.lineFeed()
        isAtSegmentStart = false
    }

    private mutating func closeSegment() {
        let checksum = segmentChecksum
        writer.raw(". ")
        writer.checksum(checksum)
        writer.lineFeed()
        segmentStart = writer.bytes.count
        isAtSegmentStart = true
    }
}

extension TextWriter {
    mutating func header(_ header: TapeHeader) {
        raw("tape")
        field("id", header.id)
        field("tool", header.tool)
        field("clock", CivilTime.text(seconds: header.wallSeconds, nanoseconds: header.wallNanoseconds))
        field("mode", header.mode)
        field("listen", header.listen)
        if let contract = header.contract { field("contract", contract) }
        if let baseURL = header.baseURL { field("base", baseURL) }
        if let redacted = header.redacted { field("redacted", redacted) }
        lineFeed()
    }

    mutating func client(_ facts: ClientConnectionFacts) {
        raw("client ")
        number(facts.id)
        key("t")
        time(facts.opened)
        field("address", facts.client)
        if let tls = facts.tls { field("tls", tls) }
        if let name = facts.serverName { field("sni", name) }
        if let failure = facts.tlsFailure { field("failure", failure) }
        lineFeed()
    }

    mutating func upstream(_ facts: UpstreamConnectionFacts) {
        raw("upstream ")
        number(facts.id)
        key("t")
        time(facts.opened)
        field("origin", facts.origin.text)
        field("local", facts.local)
        field("address", facts.remote)
        if let tls = facts.tls { field("tls", tls) }
        if !facts.chain.isEmpty { field("chain", facts.chain.joined(separator: ",")) }
        if let verification = facts.verification { field("verified", verification) }
        if !facts.names.isEmpty { field("names", facts.names.joined(separator: ",")) }
        lineFeed()
    }

    mutating func mark(_ mark: Mark) {
        raw("mark")
        key("t")
        time(mark.time)
        field("after", mark.afterExchange)
        byte(0x20)
        freeKey(mark.key)
        byte(UInt8(ascii: "="))
        value(mark.value)
        lineFeed()
    }

    mutating func losses(_ losses: TapeLosses) {
        raw("lost ")
        raw(Array(losses.text.utf8))
        lineFeed()
    }

    mutating func note(_ time: TapeTime, _ text: String) {
        raw("note")
        key("t")
        self.time(time)
        byte(0x20)
        quoted(text)
        lineFeed()
    }
}
