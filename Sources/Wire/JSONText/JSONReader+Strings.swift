extension JSONReader {
    /// Reads a string, from its opening quote past its closing one, and decodes it.
    mutating func string() throws(JSONError) -> [UInt8] {
        offset += 1
        var result: [UInt8] = []
        var copied = offset
        while let byte = peek() {
            switch byte {
            case UInt8(ascii: "\""):
                result += bytes[copied..<offset]
                offset += 1
                return result
            case UInt8(ascii: "\\"):
                result += bytes[copied..<offset]
                try escape(into: &result)
                copied = offset
            case 0..<0x20:
                throw error(.controlCharacter, "a control character must be escaped in a string (RFC 8259 §7)")
            case 0x20..<0x80:
                offset += 1
            default:
                guard let length = UTF8Scan.sequenceLength(bytes, at: offset) else {
                    throw error(.invalidUTF8, "the byte starts no valid UTF-8 sequence (RFC 3629 §4)")
                }
                offset += length
            }
        }
        throw unexpected("the closing quote of a string")
    }

    private mutating func escape(into result: inout [UInt8]) throws(JSONError) {
        let start = offset
        offset += 1
        guard let byte = peek() else { throw unexpected("the rest of an escape") }
        offset += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): result.append(byte)
        case UInt8(ascii: "b"): result.append(0x08)
        case UInt8(ascii: "f"): result.append(0x0C)
        case UInt8(ascii: "n"): result.append(0x0A)
        case UInt8(ascii: "r"): result.append(0x0D)
        case UInt8(ascii: "t"): result.append(0x09)
        case UInt8(ascii: "u"): result += String(Character(try escapedScalar(from: start))).utf8
        default:
            offset -= 1
            throw error(.invalidEscape, "no such escape (RFC 8259 §7)")
        }
    }

    /// The character of `\uXXXX`, or of two of them that form a surrogate pair.
    private mutating func escapedScalar(from start: Int) throws(JSONError) -> Unicode.Scalar {
        let first = try hexadecimalUnit()
        if let scalar = Unicode.Scalar(first) { return scalar }
        if first < 0xDC00, take("\\"), take("u") {
            let second = try hexadecimalUnit()
            let value = 0x10000 + (first - 0xD800) << 10 + second &- 0xDC00
            if 0xDC00...0xDFFF ~= second, let scalar = Unicode.Scalar(value) { return scalar }
        }
        if first < 0xDC00, offset == bytes.count { throw unexpected("the rest of a surrogate pair") }
        offset = start
        throw error(.loneSurrogate, "half of a surrogate pair is no character (RFC 8259 §8.2)")
    }

    private mutating func hexadecimalUnit() throws(JSONError) -> UInt32 {
        var value: UInt32 = 0
        for _ in 0..<4 {
            guard let byte = peek() else { throw unexpected("four hexadecimal digits") }
            let digit: UInt8
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = byte - UInt8(ascii: "0")
            case UInt8(ascii: "A")...UInt8(ascii: "F"): digit = byte - UInt8(ascii: "A") + 10
            case UInt8(ascii: "a")...UInt8(ascii: "f"): digit = byte - UInt8(ascii: "a") + 10
            default: throw error(.invalidEscape, "four hexadecimal digits are needed after \\u")
            }
            value = value << 4 | UInt32(digit)
            offset += 1
        }
        return value
    }
}
