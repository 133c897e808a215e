/// Percent-encoding (RFC 3986 §2.1).
package enum PercentCoding {
    /// Decodes each valid `%XX` once; an invalid one stays as it is. `plusIsSpace` is for form-urlencoded data.
    package static func decoded(_ bytes: some Collection<UInt8>, plusIsSpace: Bool = false) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        var index = bytes.startIndex
        while index != bytes.endIndex {
            let byte = bytes[index]
            bytes.formIndex(after: &index)
            if byte == UInt8(ascii: "%"), let (value, next) = escape(bytes, at: index) {
                result.append(value)
                index = next
            } else {
                result.append(plusIsSpace && byte == UInt8(ascii: "+") ? 0x20 : byte)
            }
        }
        return result
    }

    private static func escape<C: Collection<UInt8>>(_ bytes: C, at start: C.Index) -> (UInt8, C.Index)? {
        var index = start
        guard index != bytes.endIndex, let high = ASCII.hexValue(bytes[index]) else { return nil }
        bytes.formIndex(after: &index)
        guard index != bytes.endIndex, let low = ASCII.hexValue(bytes[index]) else { return nil }
        bytes.formIndex(after: &index)
        return (high << 4 | low, index)
    }

    /// Encodes every byte that is not unreserved (RFC 3986 §2.3), hexadecimal digits in upper case.
    package static func encoded(_ bytes: some Collection<UInt8>) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        let digits = Array("0123456789ABCDEF".utf8)
        for byte in bytes {
            let isLetter = ASCII.lowercased(byte) &- 0x61 < 26
            let isMark = byte == 0x2D || byte == 0x2E || byte == 0x5F || byte == 0x7E
            if isLetter || isMark || ASCII.isDigit(byte) {
                result.append(byte)
            } else {
                result += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return result
    }

    package static func encoded(_ text: String) -> String {
        String(decoding: encoded(Array(text.utf8)), as: UTF8.self)
    }
}
