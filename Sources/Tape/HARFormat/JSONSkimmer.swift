/// Passes over JSON by its brackets and strings alone, to find where values begin and end.
///
/// It does not judge what stands between: whoever reads a value does.
struct JSONSkimmer {
    let bytes: UnsafeBufferPointer<UInt8>
    var offset: Int

    init(_ bytes: UnsafeBufferPointer<UInt8>, at offset: Int = 0) {
        self.bytes = bytes
        self.offset = offset
    }

    /// The byte at the place, or nil at the end.
    var peek: UInt8? { offset < bytes.count ? bytes[offset] : nil }

    mutating func skipSpace() {
        while offset < bytes.count, JSONSkimmer.isSpace(bytes[offset]) { offset += 1 }
    }

    /// Takes this byte after white space.
    mutating func take(_ character: Unicode.Scalar) -> Bool {
        skipSpace()
        guard peek == UInt8(ascii: character) else { return false }
        offset += 1
        return true
    }

    /// Takes a string after white space: its place without the quotes, escapes as they are.
    mutating func string() -> Range<Int>? {
        guard take("\"") else { return nil }
        let start = offset
        guard let end = closingQuote(from: start) else {
            offset = bytes.count
            return nil
        }
        offset = end + 1
        return start..<end
    }

    /// Takes the next value after white space. Nil when there is none or it has no end; the place is then where it
    /// begins.
    mutating func value() -> Range<Int>? {
        skipSpace()
        let start = offset
        switch peek {
        case UInt8(ascii: "\""):
            guard string() != nil else {
                offset = start
                return nil
            }
        case UInt8(ascii: "{"), UInt8(ascii: "["):
            guard let end = closingBracket(from: start) else { return nil }
            offset = end
        default:
            while offset < bytes.count, !JSONSkimmer.endsScalar(bytes[offset]) { offset += 1 }
            if offset == start { return nil }
        }
        return start..<offset
    }

    /// The place behind the bracket that closes the one at `start`.
    private func closingBracket(from start: Int) -> Int? {
        var depth = 0
        var index = start
        while index < bytes.count {
            switch bytes[index] {
            case UInt8(ascii: "\""):
                guard let end = closingQuote(from: index + 1) else { return nil }
                index = end
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                depth += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                depth -= 1
                if depth == 0 { return index + 1 }
            default:
                break
            }
            index += 1
        }
        return nil
    }

    /// The place of the first quote that is not escaped, eight bytes at a time.
    private func closingQuote(from start: Int) -> Int? {
        guard let base = UnsafeRawPointer(bytes.baseAddress) else { return nil }
        var index = start
        while index < bytes.count {
            if index + 8 <= bytes.count {
                let word = UInt64(littleEndian: (base + index).loadUnaligned(as: UInt64.self))
                let quotes = word ^ 0x2222_2222_2222_2222
                let escapes = word ^ 0x5C5C_5C5C_5C5C_5C5C
                let ones: UInt64 = 0x0101_0101_0101_0101
                // A byte of the mask is set where the word has a quote or a backslash; the lowest set one is exact.
                let hits = ((quotes &- ones) & ~quotes | (escapes &- ones) & ~escapes) & 0x8080_8080_8080_8080
                if hits == 0 {
                    index += 8
                    continue
                }
                index += hits.trailingZeroBitCount >> 3
            }
            switch bytes[index] {
            case UInt8(ascii: "\""): return index
            case UInt8(ascii: "\\"): index += 2
            default: index += 1
            }
        }
        return nil
    }

    private static func isSpace(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09
    }

    private static func endsScalar(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: ","), UInt8(ascii: "}"), UInt8(ascii: "]"), UInt8(ascii: ":"), UInt8(ascii: "{"),
            UInt8(ascii: "["), UInt8(ascii: "\""):
            true
        default: isSpace(byte)
        }
    }
}
