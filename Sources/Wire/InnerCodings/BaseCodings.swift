import HTTPModel

/// Hexadecimal digits in pairs.
enum Base16 {
    static func decode(_ bytes: UnsafeBufferPointer<UInt8>, _ sink: inout DecodedBytes) -> Bool {
        var index = 0
        while index + 1 < bytes.count {
            guard let high = ASCII.hexValue(bytes[index]), let low = ASCII.hexValue(bytes[index + 1]) else {
                return false
            }
            guard sink.append(high << 4 | low, from: index) else { break }
            index += 2
        }
        return true
    }
}

/// Six bits a character.
package enum Base64 {
    private static let none: UInt8 = 255
    /// The value of each character, of both alphabets.
    private static let values: [UInt8] = {
        var values = [UInt8](repeating: none, count: 256)
        for (value, character) in alphabet.enumerated() { values[Int(character)] = UInt8(value) }
        values[Int(UInt8(ascii: "-"))] = 62
        values[Int(UInt8(ascii: "_"))] = 63
        return values
    }()
    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

    /// With padding, in the alphabet of RFC 4648 §4.
    package static func encoded(_ bytes: [UInt8]) -> [UInt8] {
        var text: [UInt8] = []
        var index = 0
        while index < bytes.count {
            let rest = bytes.count - index
            let second = rest > 1 ? bytes[index + 1] : 0
            let third = rest > 2 ? bytes[index + 2] : 0
            text.append(alphabet[Int(bytes[index] >> 2)])
            text.append(alphabet[Int((bytes[index] & 3) << 4 | second >> 4)])
            text.append(rest > 1 ? alphabet[Int((second & 15) << 2 | third >> 6)] : UInt8(ascii: "="))
            text.append(rest > 2 ? alphabet[Int(third & 63)] : UInt8(ascii: "="))
            index += 3
        }
        return text
    }

    static func decode(_ bytes: UnsafeBufferPointer<UInt8>, _ sink: inout DecodedBytes) -> Bool {
        var bits: UInt32 = 0
        var bitCount = 0
        var start = 0
        for index in bytes.indices {
            let value = values[Int(bytes[index])]
            if value == none {
                if bytes[index] == 0x0D || bytes[index] == 0x0A { continue }
                return bytes[index] == UInt8(ascii: "=")
            }
            if bitCount == 0 { start = index }
            bits = bits << 6 | UInt32(value)
            bitCount += 6
            guard bitCount >= 8 else { continue }
            bitCount -= 8
            guard sink.append(UInt8(truncatingIfNeeded: bits >> UInt32(bitCount)), from: start) else { break }
            start = index
        }
        return true
    }

    /// As the other, four characters at a time.
    static func decodeFast(_ bytes: UnsafeBufferPointer<UInt8>, limit: Int) -> [UInt8]? {
        var isSo = true
        let result = values.withUnsafeBufferPointer { values in
            [UInt8](unsafeUninitializedCapacity: min(limit, bytes.count / 4 * 3 + 3) + 3) { result, count in
                var index = 0
                while index + 4 <= bytes.count, count + 3 <= limit {
                    let a = values[Int(bytes[index])]
                    let b = values[Int(bytes[index + 1])]
                    let c = values[Int(bytes[index + 2])]
                    let d = values[Int(bytes[index + 3])]
                    guard (a | b | c | d) < 64 else { break }
                    result[count] = a << 2 | b >> 4
                    result[count + 1] = b << 4 | c >> 2
                    result[count + 2] = c << 6 | d
                    count += 3
                    index += 4
                }
                guard index < bytes.count, count < limit else { return }
                // What is left has line ends, padding or an odd number of characters.
                var sink = DecodedBytes(limit: limit - count, keepsStarts: false, capacity: bytes.count - index)
                isSo = decode(UnsafeBufferPointer(rebasing: bytes[index...]), &sink)
                for byte in sink.bytes where count < result.count {
                    result[count] = byte
                    count += 1
                }
            }
        }
        return isSo ? result : nil
    }
}

/// Five bits a character.
enum Base32 {
    static func decode(_ bytes: UnsafeBufferPointer<UInt8>, _ sink: inout DecodedBytes) -> Bool {
        var bits: UInt32 = 0
        var bitCount = 0
        var start = 0
        for index in bytes.indices {
            let byte = bytes[index]
            let letter = ASCII.lowercased(byte) &- 0x61
            let digit = byte &- 0x32
            if byte == UInt8(ascii: "=") { break }
            guard letter < 26 || digit < 6 else { return false }
            if bitCount == 0 { start = index }
            bits = bits << 5 | UInt32(letter < 26 ? letter : digit + 26)
            bitCount += 5
            guard bitCount >= 8 else { continue }
            bitCount -= 8
            guard sink.append(UInt8(truncatingIfNeeded: bits >> UInt32(bitCount)), from: start) else { break }
            start = index
        }
        return true
    }
}

/// One large number in 58 digits.
enum Base58 {
    /// Longer inputs are no identifiers, and the work grows with the square.
    static let longest = 512
    private static let alphabet = Array("123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz".utf8)
    private static let values: [UInt8] = {
        var values = [UInt8](repeating: 255, count: 256)
        for (value, character) in alphabet.enumerated() { values[Int(character)] = UInt8(value) }
        return values
    }()

    static func decode(_ bytes: UnsafeBufferPointer<UInt8>, _ sink: inout DecodedBytes) -> Bool {
        guard bytes.count <= longest else { return false }
        var words: [UInt32] = []  // least significant first
        for byte in bytes {
            let value = values[Int(byte)]
            guard value < 58 else { return false }
            var carry = UInt64(value)
            for index in words.indices {
                carry += UInt64(words[index]) * 58
                words[index] = UInt32(truncatingIfNeeded: carry)
                carry >>= 32
            }
            if carry > 0 { words.append(UInt32(carry)) }
        }
        for byte in bytes {
            guard byte == alphabet[0] else { break }
            sink.append(0, from: 0)
        }
        var isLeading = true
        for word in words.reversed() {
            for shift in [24, 16, 8, 0] as [UInt32] {
                let byte = UInt8(truncatingIfNeeded: word >> shift)
                if isLeading, byte == 0 { continue }
                isLeading = false
                guard sink.append(byte, from: 0) else { return true }
            }
        }
        return true
    }
}

/// Four bytes in five characters.
enum ASCII85 {
    static func decode(_ bytes: UnsafeBufferPointer<UInt8>, _ sink: inout DecodedBytes) -> Bool {
        var index = bytes.starts(with: "<~".utf8) ? 2 : 0
        var end = bytes.count
        if end - index >= 2, bytes[end - 1] == UInt8(ascii: ">"), bytes[end - 2] == UInt8(ascii: "~") { end -= 2 }
        var group: [UInt64] = []
        var starts: [Int] = []
        while index < end {
            let byte = bytes[index]
            defer { index += 1 }
            if byte <= 0x20 { continue }
            if byte == UInt8(ascii: "z"), group.isEmpty {
                for _ in 0..<4 { sink.append(0, from: index) }
                continue
            }
            guard byte >= 0x21, byte <= 0x75 else { break }
            group.append(UInt64(byte - 0x21))
            starts.append(index)
            if group.count == 5 {
                guard flush(&group, &starts, 4, &sink) else { break }
            }
        }
        // What does not belong to it ends it.
        guard group.count > 1, group.count < 5 else { return !sink.bytes.isEmpty }
        let count = group.count - 1
        while group.count < 5 {
            group.append(84)
            starts.append(starts[starts.count - 1])
        }
        return flush(&group, &starts, count, &sink)
    }

    private static func flush(
        _ group: inout [UInt64], _ starts: inout [Int], _ count: Int, _ sink: inout DecodedBytes
    ) -> Bool {
        let value = group.reduce(0) { $0 * 85 + $1 }
        guard value <= UInt64(UInt32.max) else { return false }
        for position in 0..<count {
            sink.append(UInt8(truncatingIfNeeded: value >> UInt64(24 - 8 * position)), from: starts[position])
        }
        group.removeAll(keepingCapacity: true)
        starts.removeAll(keepingCapacity: true)
        return true
    }
}
