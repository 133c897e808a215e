import CassetteFormat
import ContentCoding
import LeakSearch

/// What was said in a WebSocket connection, message by message.
extension ExchangeRedactor {
    /// Writes fakes into the messages of both sides.
    ///
    /// A compressed message is inflated, and deflated again where something in it changes. Where later ones of that
    /// side may point back to it they are deflated anew too, each by itself; those before it stay as they were.
    mutating func redactMessages(of exchange: inout Exchange) throws(RedactionError) {
        guard !exchange.frames.isEmpty else { return }
        let compression = exchange.response.flatMap { MessageCompression($0.head) }
        for isFromClient in [true, false] {
            var side = MessageSide(isFromClient: isFromClient, compression?.side(ofClient: isFromClient))
            for index in exchange.frames.indices where exchange.frames[index].isFromClient == isFromClient {
                let frame = exchange.frames[index]
                guard !frame.body.isExternal else { throw .absentContent(exchange: exchange.number, part: "frame") }
                if frame.isControl {
                    side.ordinal += frame.body.payload.isEmpty ? 0 : 1
                    try redact([index], of: &exchange, isWhole: true, isCompressed: false, &side)
                    continue
                }
                if frame.opcode != 0 {
                    // The one before it never ended.
                    try redactMessage(of: &exchange, isWhole: false, &side)
                    side.isCompressed = frame.isCompressed
                }
                side.open.append(index)
                if frame.isFinal { try redactMessage(of: &exchange, isWhole: true, &side) }
            }
            try redactMessage(of: &exchange, isWhole: false, &side)
        }
    }

    private mutating func redactMessage(
        of exchange: inout Exchange, isWhole: Bool, _ side: inout MessageSide
    ) throws(RedactionError) {
        guard !side.open.isEmpty else { return }
        side.ordinal += 1
        let frames = side.open
        side.open = []
        try redact(frames, of: &exchange, isWhole: isWhole, isCompressed: side.isCompressed, &side)
    }

    /// - Parameter indices: of the frames of one message.
    private mutating func redact(
        _ indices: [Int], of exchange: inout Exchange, isWhole: Bool, isCompressed: Bool, _ side: inout MessageSide
    ) throws(RedactionError) {
        let passed = indices.flatMap { exchange.frames[$0].body.payload }
        let (search, isThorough, number) = (search, side.isFromClient, exchange.number)
        guard isCompressed else {
            let new = bytes(passed, number, "message") { search.search($0, isThorough: isThorough) }
            return put(new, insteadOf: passed, into: indices, of: &exchange)
        }
        let message = "\(isThorough ? "client" : "server") message \(side.ordinal)"
        guard isWhole else { throw .unreadableMessage(exchange: number, message: message, why: "it never ended") }
        let inflated: [UInt8]?
        do throws(ContentCodingError) {
            inflated = try side.inflater?.message(passed)
        } catch {
            throw .unreadableMessage(exchange: number, message: message, why: "\(error)")
        }
        guard let content = inflated else {
            throw .unreadableMessage(
                exchange: number, message: message, why: "compressed in a way that was not agreed on")
        }
        let new = bytes(content, number, "message") { search.search($0, isThorough: isThorough) }
        guard let written = side.written(new, insteadOf: content, passed) else {
            throw .unreadableMessage(exchange: number, message: message, why: "it cannot be compressed again")
        }
        put(written, insteadOf: passed, into: indices, of: &exchange)
    }

    /// The frames are as long as they were; the last one takes what is more.
    private func put(
        _ new: [UInt8], insteadOf passed: [UInt8], into indices: [Int], of exchange: inout Exchange
    ) {
        guard new != passed else { return }
        var rest = new[...]
        for index in indices {
            let old = exchange.frames[index]
            let piece = index == indices.last ? rest : rest.prefix(old.body.payload.count)
            rest = rest.dropFirst(piece.count)
            Self.replace(&exchange.frames[index].body, by: Array(piece))
            exchange.tunnel?.take(old, exchange.frames[index])
        }
    }
}

/// What is known of one side's messages while they are gone through.
private struct MessageSide: ~Copyable {
    let isFromClient: Bool
    /// Counts what this side said, as ``WebSocketMessage`` does.
    var ordinal = 0
    /// The frames of a message that has not ended.
    var open: [Int] = []
    var isCompressed = false
    /// Reads what passed.
    var inflater: MessageInflater?
    /// Reads what is written in its place.
    private var reader: MessageInflater?
    private let compression: MessageCompression.Side?
    /// A message that later ones may point back to has changed.
    private var hasChanged = false

    init(isFromClient: Bool, _ compression: MessageCompression.Side?) {
        self.isFromClient = isFromClient
        self.compression = compression
        guard let compression else { return }
        let limits = ContentCodingLimits(byteCount: LayerWriter.mostBytes)
        inflater = MessageInflater(keepsContext: compression.keepsContext, limits: limits)
        reader = MessageInflater(keepsContext: compression.keepsContext, limits: limits)
    }

    /// The payload that stands for the new content; nil where a reader would not read that in it.
    mutating func written(_ new: [UInt8], insteadOf content: [UInt8], _ passed: [UInt8]) -> [UInt8]? {
        guard let compression else { return nil }
        var payload = passed
        if new != content || hasChanged {
            guard let deflated = MessageDeflater.payload(new, windowBits: compression.windowBits) else { return nil }
            payload = deflated
            hasChanged = compression.keepsContext
        }
        guard let read = try? reader?.message(payload), read == new else { return nil }
        return payload
    }
}
