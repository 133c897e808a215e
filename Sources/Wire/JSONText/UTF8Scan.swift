/// Validity of UTF-8 (RFC 3629 §4): no overlong form, no surrogate, nothing past U+10FFFF.
package enum UTF8Scan {
    /// The offset of the first byte that does not belong to valid UTF-8, or nil.
    package static func firstInvalidOffset(in bytes: [UInt8]) -> Int? {
        var offset = 0
        while offset < bytes.count {
            guard let length = sequenceLength(bytes, at: offset) else { return offset }
            offset += length
        }
        return nil
    }

    /// The length of the valid sequence that starts here, or nil.
    static func sequenceLength(_ bytes: [UInt8], at offset: Int) -> Int? {
        let lead = bytes[offset]
        if lead < 0x80 { return 1 }
        let length: Int
        var second: ClosedRange<UInt8> = 0x80...0xBF
        switch lead {
        case 0xC2...0xDF: length = 2
        case 0xE0: (length, second) = (3, 0xA0...0xBF)
        case 0xED: (length, second) = (3, 0x80...0x9F)
        case 0xE1...0xEF: length = 3
        case 0xF0: (length, second) = (4, 0x90...0xBF)
        case 0xF4: (length, second) = (4, 0x80...0x8F)
        case 0xF1...0xF3: length = 4
        default: return nil
        }
        guard bytes.count - offset >= length, second.contains(bytes[offset + 1]) else { return nil }
        for index in offset + 2..<max(offset + length, offset + 2) where bytes[index] & 0xC0 != 0x80 { return nil }
        return length
    }
}
