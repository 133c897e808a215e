/// Wire bytes as text that a terminal only shows.
///
/// Control characters (C0, DEL, C1), bidirectional controls, zero-width and other invisible characters become
/// `\u{…}`, bytes that are no UTF-8 become `\xNN`.
package enum SafeText {
    /// `keepsLines` leaves line feeds and tabs as they are.
    package static func text(_ bytes: some Collection<UInt8>, keepsLines: Bool = false) -> String {
        var result = ""
        var rest = Array(bytes)[...]
        while !rest.isEmpty {
            guard let (scalar, length) = decode(rest) else {
                result += "\\x" + hex(UInt32(rest[rest.startIndex]), width: 2)
                rest = rest.dropFirst()
                continue
            }
            let isLine = keepsLines && (scalar == "\n" || scalar == "\t")
            if !isLine, isHidden(scalar.value) {
                result += "\\u{" + hex(scalar.value, width: 2) + "}"
            } else {
                result.unicodeScalars.append(scalar)
            }
            rest = rest.dropFirst(length)
        }
        return result
    }

    package static func text(_ string: String) -> String { text(Array(string.utf8)) }

    /// One scalar from the front, or nil where the bytes are not well-formed UTF-8 (Unicode 16 table 3-7).
    package static func decode(_ bytes: ArraySlice<UInt8>) -> (Unicode.Scalar, Int)? {
        guard let first = bytes.first else { return nil }
        if first < 0x80 { return (Unicode.Scalar(first), 1) }
        let length: Int
        var value: UInt32
        switch first {
        case 0xC2...0xDF: (length, value) = (2, UInt32(first & 0x1F))
        case 0xE0...0xEF: (length, value) = (3, UInt32(first & 0x0F))
        case 0xF0...0xF4: (length, value) = (4, UInt32(first & 0x07))
        default: return nil
        }
        guard bytes.count >= length else { return nil }
        for byte in bytes.dropFirst().prefix(length - 1) {
            guard byte & 0xC0 == 0x80 else { return nil }
            value = value << 6 | UInt32(byte & 0x3F)
        }
        let least: UInt32 = length == 2 ? 0x80 : length == 3 ? 0x800 : 0x10000
        guard value >= least, let scalar = Unicode.Scalar(value) else { return nil }
        return (scalar, length)
    }

    /// Whether a scalar is not seen, or moves what is seen.
    package static func isHidden(_ value: UInt32) -> Bool {
        switch value {
        case 0..<0x20, 0x7F...0x9F: true
        // Soft hyphen, Arabic letter mark, Mongolian vowel separator.
        case 0xAD, 0x61C, 0x180E: true
        // Zero-width and directional marks, line and paragraph separators, embeddings, isolates, invisible operators.
        case 0x200B...0x200F, 0x2028...0x202E, 0x2060...0x206F: true
        // Byte order mark, interlinear annotation, tags, variation selectors.
        case 0xFEFF, 0xFFF9...0xFFFB, 0xE0000...0xE01EF, 0xFE00...0xFE0F: true
        default: false
        }
    }

    package static func hex(_ value: UInt32, width: Int) -> String {
        let digits = String(value, radix: 16)
        return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
    }
}
