import HTTPModel

/// The chunked transfer coding (RFC 9112 §7.1), one state a byte class.
///
/// A chunk-size line may hold extensions; white space around them (BWS) is refused, since readers differ on it.
package struct ChunkMachine: Sendable {
    private enum State: Sendable {
        case sizeStart, size, chunkExtension, sizeLineFeed
        case data
        case dataCarriageReturn, dataLineFeed
        case trailer, trailerLineFeed
        case ended
    }

    private var state = State.sizeStart
    private var left = 0
    private var digits = 0
    private var lineBytes = 0
    private var extensionBytes = 0
    private var trailerLineStart = 0
    private let limits: WireLimits

    /// What stands after the last chunk's line, with the empty line that ends the body.
    package private(set) var trailer: [UInt8] = []

    package init(limits: WireLimits = WireLimits()) {
        self.limits = limits
    }

    package var isAtEnd: Bool { state == .ended }

    /// Reads up to the end of the body; returns the count of bytes taken.
    package mutating func read(
        _ buffer: UnsafeBufferPointer<UInt8>, payload: (Range<Int>) -> Void
    ) throws(WireFault) -> Int {
        var index = 0
        while index < buffer.count, state != .ended {
            if state == .data {
                let count = min(left, buffer.count - index)
                payload(index..<index + count)
                index += count
                left -= count
                if left == 0 { state = .dataCarriageReturn }
            } else {
                try step(buffer[index], at: index)
                index += 1
            }
        }
        return index
    }

    private mutating func step(_ byte: UInt8, at index: Int) throws(WireFault) {
        switch state {
        case .sizeStart, .size: try size(byte, at: index)
        case .chunkExtension: try chunkExtension(byte, at: index)
        case .sizeLineFeed:
            guard byte == 0x0A else { throw WireFault(.bareCarriageReturn, at: index) }
            state = left == 0 ? .trailer : .data
        case .dataCarriageReturn:
            guard byte == 0x0D else { throw WireFault(.chunkEnd, at: index) }
            state = .dataLineFeed
        case .dataLineFeed:
            guard byte == 0x0A else { throw WireFault(.chunkEnd, at: index) }
            state = .sizeStart
            digits = 0
            lineBytes = 0
        case .trailer, .trailerLineFeed: try trailer(byte, at: index)
        case .data, .ended: break
        }
    }

    private mutating func size(_ byte: UInt8, at index: Int) throws(WireFault) {
        if let value = ASCII.hexValue(byte) {
            digits += 1
            guard digits <= limits.chunkSizeDigits else { throw WireFault(.chunkSizeTooLong, at: index) }
            guard left < 1 << 58 else { throw WireFault(.chunkSizeTooLong, at: index) }
            left = left << 4 | Int(value)
            lineBytes += 1
            state = .size
            return
        }
        guard state == .size else { throw WireFault(.chunkSize, at: index) }
        switch byte {
        case 0x0D: state = .sizeLineFeed
        case UInt8(ascii: ";"):
            state = .chunkExtension
            try chunkExtension(byte, at: index)
        default: throw WireFault(.chunkSize, at: index)
        }
    }

    /// The semicolon that begins the extensions is counted with them.
    private mutating func chunkExtension(_ byte: UInt8, at index: Int) throws(WireFault) {
        if byte == 0x0D {
            state = .sizeLineFeed
            return
        }
        lineBytes += 1
        extensionBytes += 1
        guard lineBytes <= limits.chunkLineBytes, extensionBytes <= limits.chunkExtensionBytes else {
            throw WireFault(.chunkExtensionTooLong, at: index)
        }
        guard Token.isValueByte(byte) else {
            throw WireFault(byte == 0x0A ? .bareLineFeed : .chunkExtension, at: index)
        }
    }

    private mutating func trailer(_ byte: UInt8, at index: Int) throws(WireFault) {
        trailer.append(byte)
        guard trailer.count <= limits.trailerBytes else { throw WireFault(.trailerTooLong, at: index) }
        if state == .trailerLineFeed {
            guard byte == 0x0A else { throw WireFault(.bareCarriageReturn, at: index) }
            let isEmpty = trailer.count - trailerLineStart == 2
            trailerLineStart = trailer.count
            state = .trailer
            if isEmpty { try end(at: index) }
            return
        }
        guard byte != 0x0A else { throw WireFault(.bareLineFeed, at: index) }
        if byte == 0x0D { state = .trailerLineFeed }
    }

    /// Framing and routing may not change after the head (RFC 9110 §6.5.1).
    private mutating func end(at index: Int) throws(WireFault) {
        for field in try HeadParser(limits: limits).trailers(trailer) {
            let name = trailer[field.name]
            let isForbidden =
                ASCII.equalsIgnoringCase(name, "content-length") || ASCII.equalsIgnoringCase(name, "transfer-encoding")
                || ASCII.equalsIgnoringCase(name, "host") || ASCII.equalsIgnoringCase(name, "connection")
            if isForbidden { throw WireFault(.trailerField, at: index) }
        }
        state = .ended
    }
}
