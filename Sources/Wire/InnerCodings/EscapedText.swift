import HTTPModel

/// Codings that leave most bytes as they are, or write each byte as a short word.
enum EscapedText {
    static func percent(_ bytes: UnsafeBufferPointer<UInt8>, _ sink: inout DecodedBytes) -> Bool {
        var index = 0
        while index < bytes.count {
            let start = index
            if bytes[index] == UInt8(ascii: "%") {
                if let byte = number(bytes, index + 1, digits: 2) {
                    index += 3
                    guard sink.append(UInt8(byte), from: start) else { return true }
                    continue
                }
                if index + 1 < bytes.count, bytes[index + 1] | 0x20 == UInt8(ascii: "u"),
                    let unit = number(bytes, index + 2, digits: 4)
                {
                    index += 6
                    guard sink.append(scalar: unit, from: start) else { return true }
                    continue
                }
            }
            guard sink.append(bytes[index], from: start) else { return true }
            index += 1
        }
        return true
    }

    static func quotedPrintable(_ bytes: UnsafeBufferPointer<UInt8>, _ sink: inout DecodedBytes) -> Bool {
        var index = 0
        while index < bytes.count {
            let start = index
            if bytes[index] == UInt8(ascii: "=") {
                if let byte = number(bytes, index + 1, digits: 2) {
                    index += 3
                    guard sink.append(UInt8(byte), from: start) else { return true }
                    continue
                }
                // A soft line break.
                if index + 1 < bytes.count, bytes[index + 1] == 0x0A {
                    index += 2
                    continue
                }
                if index + 2 < bytes.count, bytes[index + 1] == 0x0D, bytes[index + 2] == 0x0A {
                    index += 3
                    continue
                }
            }
            guard sink.append(bytes[index], from: start) else { return true }
            index += 1
        }
        return true
    }

    static func byteArray(_ bytes: UnsafeBufferPointer<UInt8>, _ sink: inout DecodedBytes) -> Bool {
        var start = 0
        var value: Int?
        var isNegative = false
        for (index, byte) in bytes.enumerated() {
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"):
                if value == nil, !isNegative { start = index }
                let next = (value ?? 0) * 10 + Int(byte - 0x30)
                guard next < 256 else { return false }
                value = next
            case UInt8(ascii: "-"):
                guard value == nil, !isNegative else { return false }
                isNegative = true
                start = index
            case UInt8(ascii: ","), UInt8(ascii: "]"), UInt8(ascii: "["), 0x20, 0x0A, 0x0D, 0x09:
                guard let number = value else { continue }
                guard sink.append(UInt8(truncatingIfNeeded: isNegative ? -number : number), from: start) else {
                    return true
                }
                value = nil
                isNegative = false
            default: return false
            }
        }
        if let number = value { sink.append(UInt8(truncatingIfNeeded: isNegative ? -number : number), from: start) }
        return true
    }

    static func utf16(_ bytes: UnsafeBufferPointer<UInt8>, _ sink: inout DecodedBytes) -> Bool {
        var evenZeros = 0
        var oddZeros = 0
        for (index, byte) in bytes.enumerated() where byte == 0 {
            if index % 2 == 0 { evenZeros += 1 } else { oddZeros += 1 }
        }
        let isBigEndian = evenZeros > oddZeros
        var index = 0
        while index < bytes.count {
            let first = UInt32(bytes[index])
            let second = index + 1 < bytes.count ? UInt32(bytes[index + 1]) : 0
            guard sink.append(scalar: isBigEndian ? first << 8 | second : second << 8 | first, from: index) else {
                break
            }
            index += 2
        }
        return true
    }

    /// A number of so many hexadecimal digits.
    static func number(_ bytes: UnsafeBufferPointer<UInt8>, _ start: Int, digits: Int) -> UInt32? {
        guard start + digits <= bytes.count else { return nil }
        var value: UInt32 = 0
        for index in start..<start + digits {
            guard let digit = ASCII.hexValue(bytes[index]) else { return nil }
            value = value << 4 | UInt32(digit)
        }
        return value
    }
}

/// `&#51;`, `&#x33;`, `&amp;`.
enum CharacterReferences {
    private static let longest = 10
    private static let names: [([UInt8], UInt8)] = [
        ("amp", "&"), ("lt", "<"), ("gt", ">"), ("quot", "\""), ("apos", "'"),
    ].map { (Array($0.0.utf8), Array($0.1.utf8)[0]) }

    static func decode(_ bytes: UnsafeBufferPointer<UInt8>, _ sink: inout DecodedBytes) -> Bool {
        var index = 0
        while index < bytes.count {
            let start = index
            if bytes[index] == UInt8(ascii: "&"), let (scalar, length) = reference(bytes, index) {
                index += length
                guard sink.append(scalar: scalar, from: start) else { return true }
            } else {
                guard sink.append(bytes[index], from: start) else { return true }
                index += 1
            }
        }
        return true
    }

    private static func reference(_ bytes: UnsafeBufferPointer<UInt8>, _ start: Int) -> (UInt32, Int)? {
        var end = start + 1
        while end < bytes.count, end - start <= longest, isWord(bytes[end]) || end == start + 1 { end += 1 }
        let text = bytes[start + 1..<min(end, bytes.count)]
        let length = text.count + 1 + (end < bytes.count && bytes[end] == UInt8(ascii: ";") ? 1 : 0)
        guard text.first == UInt8(ascii: "#") else {
            guard let name = names.first(where: { text.elementsEqual($0.0) }) else { return nil }
            return (UInt32(name.1), length)
        }
        var digits = text.dropFirst()
        var base: UInt32 = 10
        if digits.first.map({ $0 | 0x20 }) == UInt8(ascii: "x") {
            digits = digits.dropFirst()
            base = 16
        }
        guard !digits.isEmpty else { return nil }
        var value: UInt32 = 0
        for digit in digits {
            guard let part = ASCII.hexValue(digit), part < base, value < 0x0011_0000 else { return nil }
            value = value * base + UInt32(part)
        }
        return (value, length)
    }

    private static func isWord(_ byte: UInt8) -> Bool { ASCII.isDigit(byte) || ASCII.lowercased(byte) &- 0x61 < 26 }
}

/// `\u0033`, `\x33`, `\"`, `\/`.
enum StringEscapes {
    static func decode(_ bytes: UnsafeBufferPointer<UInt8>, _ sink: inout DecodedBytes) -> Bool {
        var index = 0
        while index < bytes.count {
            let start = index
            guard bytes[index] == UInt8(ascii: "\\"), index + 1 < bytes.count else {
                guard sink.append(bytes[index], from: start) else { return true }
                index += 1
                continue
            }
            let (scalar, length) = escape(bytes, index)
            index += length
            guard sink.append(scalar: scalar, from: start) else { return true }
        }
        return true
    }

    private static func escape(_ bytes: UnsafeBufferPointer<UInt8>, _ start: Int) -> (UInt32, Int) {
        let letter = bytes[start + 1]
        switch letter {
        case UInt8(ascii: "u"):
            guard let unit = EscapedText.number(bytes, start + 2, digits: 4) else { break }
            if unit & 0xFC00 == 0xD800, start + 7 < bytes.count, bytes[start + 6] == UInt8(ascii: "\\"),
                bytes[start + 7] == letter, let low = EscapedText.number(bytes, start + 8, digits: 4),
                low & 0xFC00 == 0xDC00
            {
                return (0x10000 + (unit & 0x3FF) << 10 + low & 0x3FF, 12)
            }
            return (unit, 6)
        case UInt8(ascii: "x"):
            if let byte = EscapedText.number(bytes, start + 2, digits: 2) { return (byte, 4) }
        case UInt8(ascii: "n"): return (0x0A, 2)
        case UInt8(ascii: "r"): return (0x0D, 2)
        case UInt8(ascii: "t"): return (0x09, 2)
        case UInt8(ascii: "b"): return (0x08, 2)
        case UInt8(ascii: "f"): return (0x0C, 2)
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "'"):
            return (UInt32(letter), 2)
        default: break
        }
        return (UInt32(UInt8(ascii: "\\")), 1)
    }
}
