import HTTPModel

/// Bytes that a JSON string stands for.
enum TextBytes {
    /// The value of each base64 digit of either alphabet (RFC 4648 §4, §5); 64 for white space, 65 for others.
    private static let digits: [UInt8] = {
        var table = [UInt8](repeating: 65, count: 256)
        let alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
        for (value, byte) in alphabet.utf8.enumerated() { table[Int(byte)] = UInt8(value) }
        table[Int(UInt8(ascii: "-"))] = 62
        table[Int(UInt8(ascii: "_"))] = 63
        for byte in [0x20, 0x09, 0x0A, 0x0D] { table[byte] = 64 }
        return table
    }()

    /// Decodes base64 of either alphabet, white space and missing padding allowed; nil for anything else.
    static func base64(_ text: [UInt8]) -> [UInt8]? {
        var end = text.count
        while end > 0, text[end - 1] == UInt8(ascii: "=") || digits[Int(text[end - 1])] == 64 { end -= 1 }
        var isValid = true
        let result = [UInt8](unsafeUninitializedCapacity: end / 4 * 3 + 3) { buffer, count in
            digits.withUnsafeBufferPointer { digits in
                text.withUnsafeBufferPointer { text in
                    var bits: UInt32 = 0
                    var held = 0
                    for index in 0..<end {
                        let digit = digits[Int(text[index])]
                        if digit >= 64 {
                            guard digit == 64 else {
                                isValid = false
                                return
                            }
                            continue
                        }
                        bits = bits << 6 | UInt32(digit)
                        held += 1
                        if held == 4 {
                            buffer[count] = UInt8(truncatingIfNeeded: bits >> 16)
                            buffer[count + 1] = UInt8(truncatingIfNeeded: bits >> 8)
                            buffer[count + 2] = UInt8(truncatingIfNeeded: bits)
                            count += 3
                            held = 0
                        }
                    }
                    switch held {
                    case 0: break
                    case 2:
                        buffer[count] = UInt8(truncatingIfNeeded: bits >> 4)
                        count += 1
                    case 3:
                        buffer[count] = UInt8(truncatingIfNeeded: bits >> 10)
                        buffer[count + 1] = UInt8(truncatingIfNeeded: bits >> 2)
                        count += 2
                    default: isValid = false
                    }
                }
            }
        }
        return isValid ? result : nil
    }

    /// Two hexadecimal digits a byte; nil for anything else.
    static func hexadecimal(_ text: [UInt8]) -> [UInt8]? {
        guard text.count % 2 == 0 else { return nil }
        var result: [UInt8] = []
        result.reserveCapacity(text.count / 2)
        for index in stride(from: 0, to: text.count, by: 2) {
            guard let high = ASCII.hexValue(text[index]), let low = ASCII.hexValue(text[index + 1]) else { return nil }
            result.append(high << 4 | low)
        }
        return result
    }

    /// One byte a character; nil when a character is past U+00FF. `text` is valid UTF-8.
    static func singleBytes(_ text: [UInt8]) -> [UInt8]? {
        var result: [UInt8] = []
        result.reserveCapacity(text.count)
        var index = 0
        while index < text.count {
            let byte = text[index]
            if byte < 0x80 {
                result.append(byte)
                index += 1
            } else {
                guard byte & 0xFE == 0xC2, index + 1 < text.count else { return nil }
                result.append(byte << 6 | text[index + 1] & 0x3F)
                index += 2
            }
        }
        return result
    }

    static func isASCII(_ text: [UInt8]) -> Bool {
        text.withUnsafeBufferPointer { $0.allSatisfy { $0 < 0x80 } }
    }

    /// Whether a byte that text does not have is in it: a control other than tab and line ends.
    static func hasControl(_ bytes: [UInt8]) -> Bool {
        bytes.contains { $0 < 0x20 && $0 != 0x09 && $0 != 0x0A && $0 != 0x0D || $0 == 0x7F || 0x80..<0xA0 ~= $0 }
    }
}
