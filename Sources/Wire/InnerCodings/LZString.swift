/// The text compression of pieroxy's lz-string, six bits a character.
enum LZString {
    private static let values: [UInt8] = {
        var values = [UInt8](repeating: 255, count: 256)
        let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
        for (value, character) in alphabet.enumerated() { values[Int(character)] = UInt8(value) }
        // Of the URI alphabet; both alphabets end with their padding.
        values[Int(UInt8(ascii: "-"))] = 63
        values[Int(UInt8(ascii: "$"))] = 64
        values[Int(UInt8(ascii: "="))] = 64
        return values
    }()

    static func decode(_ bytes: UnsafeBufferPointer<UInt8>, _ sink: inout DecodedBytes) -> Bool {
        var bits = BitReader(bytes: bytes)
        guard let units = units(&bits, limit: bytes.count * 64) else { return false }
        for byte in String(decoding: units, as: UTF16.self).utf8 where !sink.append(byte, from: 0) { break }
        return true
    }

    private struct BitReader {
        let bytes: UnsafeBufferPointer<UInt8>
        var index = 0
        var mask: UInt8 = 32

        /// So many bits, the least significant first; nil at the end of the text.
        mutating func read(_ count: Int) -> Int? {
            var result = 0
            for position in 0..<count {
                guard index < bytes.count else { return nil }
                let value = LZString.values[Int(bytes[index])]
                guard value <= 64 else { return nil }
                if value & mask != 0 { result |= 1 << position }
                mask >>= 1
                if mask == 0 {
                    mask = 32
                    index += 1
                }
            }
            return result
        }
    }

    private static func units(_ bits: inout BitReader, limit: Int) -> [UInt16]? {
        guard let kind = bits.read(2), kind < 2, let first = bits.read(kind == 0 ? 8 : 16) else { return nil }
        var entry = [UInt16(first)]
        // The first three codes are a short character, a long one and the end.
        var dictionary: [[UInt16]] = [[], [], [], entry]
        var result = entry
        var width = 3
        var growsIn = 4
        while true {
            guard var code = bits.read(width), result.count <= limit else { return nil }
            if code == 2 { return result }
            if code < 2 {
                guard let unit = bits.read(code == 0 ? 8 : 16) else { return nil }
                dictionary.append([UInt16(unit)])
                code = dictionary.count - 1
                growsIn -= 1
            }
            if growsIn == 0 {
                growsIn = 1 << width
                width += 1
            }
            let next: [UInt16]
            if code < dictionary.count {
                next = dictionary[code]
            } else if code == dictionary.count {
                next = entry + [entry[0]]
            } else {
                return nil
            }
            result += next
            dictionary.append(entry + [next[0]])
            growsIn -= 1
            entry = next
            if growsIn == 0 {
                growsIn = 1 << width
                width += 1
            }
        }
    }
}
