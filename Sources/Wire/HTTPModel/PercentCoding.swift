/// Percent-encoding (RFC 3986 §2.1).
package enum PercentCoding {
    /// Decodes each valid `%XX` once; an invalid one stays as it is. `plusIsSpace` is for form-urlencoded data.
    @inlinable
    package static func decoded(_ bytes: some Collection<UInt8>, plusIsSpace: Bool = false) -> [UInt8] {
        bytes.withContiguousStorageIfAvailable { decode($0, plusIsSpace) }
            ?? Array(bytes).withUnsafeBufferPointer { decode($0, plusIsSpace) }
    }

    // The same for arrays: callers in other rooms do not see through the general one.

    package static func decoded(_ bytes: [UInt8], plusIsSpace: Bool = false) -> [UInt8] {
        bytes.withUnsafeBufferPointer { decode($0, plusIsSpace) }
    }

    package static func decoded(_ bytes: ArraySlice<UInt8>, plusIsSpace: Bool = false) -> [UInt8] {
        bytes.withUnsafeBufferPointer { decode($0, plusIsSpace) }
    }

    @usableFromInline
    package static func decode(_ bytes: UnsafeBufferPointer<UInt8>, _ plusIsSpace: Bool) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: bytes.count) { result, count in
            var index = 0
            while index < bytes.count {
                var byte = bytes[index]
                index += 1
                if byte == UInt8(ascii: "%"), index + 1 < bytes.count, let high = ASCII.hexValue(bytes[index]),
                    let low = ASCII.hexValue(bytes[index + 1])
                {
                    byte = high << 4 | low
                    index += 2
                } else if plusIsSpace, byte == UInt8(ascii: "+") {
                    byte = 0x20
                }
                result[count] = byte
                count += 1
            }
        }
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
