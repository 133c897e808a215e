/// Writes the small forms of the cassette's text: numbers, times, values, escapes.
struct TextWriter {
    private(set) var bytes: [UInt8] = []

    mutating func raw(_ text: StaticString) {
        bytes.append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    mutating func raw(_ content: UnsafeRawBufferPointer) { bytes.append(contentsOf: content) }

    mutating func raw(_ content: [UInt8]) { bytes.append(contentsOf: content) }

    mutating func byte(_ byte: UInt8) { bytes.append(byte) }

    mutating func lineFeed() { bytes.append(0x0A) }

    mutating func number(_ value: UInt64) {
        if value >= 10 { number(value / 10) }
        bytes.append(0x30 + UInt8(value % 10))
    }

    mutating func number(_ value: Int) {
        if value < 0 { bytes.append(UInt8(ascii: "-")) }
        number(UInt64(value.magnitude))
    }

    /// Eight hexadecimal digits.
    mutating func checksum(_ value: UInt32) {
        for shift in stride(from: 28, through: 0, by: -4) {
            bytes.append(TextWriter.digit(UInt8(truncatingIfNeeded: value >> UInt32(shift)) & 15))
        }
    }

    /// Nanoseconds as seconds, without trailing zeros.
    mutating func time(_ nanoseconds: UInt64) {
        number(nanoseconds / 1_000_000_000)
        var fraction = nanoseconds % 1_000_000_000
        guard fraction > 0 else { return }
        bytes.append(UInt8(ascii: "."))
        var unit: UInt64 = 100_000_000
        while fraction > 0 {
            bytes.append(0x30 + UInt8(fraction / unit))
            fraction %= unit
            unit /= 10
        }
    }

    /// A time as the signed distance from another.
    mutating func time(_ time: TapeTime, since start: TapeTime) {
        let distance = Int64(bitPattern: time &- start)
        if distance < 0 { bytes.append(UInt8(ascii: "-")) }
        self.time(distance.magnitude)
    }

    /// ` key=` and a value.
    mutating func field(_ key: StaticString, _ value: String) {
        self.key(key)
        self.value(value)
    }

    mutating func field(_ key: StaticString, _ number: Int) {
        self.key(key)
        self.number(number)
    }

    mutating func key(_ key: StaticString) {
        bytes.append(0x20)
        raw(key)
        bytes.append(UInt8(ascii: "="))
    }

    /// A value: bare where it has only visible ASCII but `"`, `\` and is not empty; else quoted.
    mutating func value(_ text: String) {
        let isBare = !text.isEmpty && text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != 0x22 && $0 != 0x5C }
        if isBare { bytes.append(contentsOf: text.utf8) } else { quoted(text) }
    }

    /// In quotes, with `\"`, `\\`, `\n`, `\r`, `\t` and `\u{hex}` for all other controls.
    mutating func quoted(_ text: String) {
        bytes.append(0x22)
        for scalar in text.unicodeScalars {
            switch scalar.value {
            case 0x22: raw("\\\"")
            case 0x5C: raw("\\\\")
            case 0x0A: raw("\\n")
            case 0x0D: raw("\\r")
            case 0x09: raw("\\t")
            case 0..<0x20, 0x7F..<0xA0:
                raw("\\u{")
                bytes.append(contentsOf: String(scalar.value, radix: 16).utf8)
                raw("}")
            default: bytes.append(contentsOf: UTF8.encode(scalar)?.map { $0 } ?? [])
            }
        }
        bytes.append(0x22)
    }

    /// A key chosen by others: bare where it is a word, else quoted.
    mutating func freeKey(_ text: String) {
        let isWord = !text.isEmpty && text.utf8.allSatisfy { TextWriter.isWordByte($0) }
        if isWord { bytes.append(contentsOf: text.utf8) } else { quoted(text) }
    }

    static func isWordByte(_ byte: UInt8) -> Bool {
        (byte | 0x20) &- 0x61 < 26 || byte &- 0x30 < 10 || byte == 0x2D || byte == 0x2E
            || byte == 0x5F
    }

    /// Every byte that is not visible ASCII, and `%`, as `%XX`. Spaces stay when `spaces` is set, else they and the
    /// list marks `,` and `*` are escaped too.
    mutating func escaped(_ content: some Sequence<UInt8>, spaces: Bool) {
        for byte in content {
            let isPlain =
                byte > 0x20 && byte < 0x7F && byte != 0x25
                && (spaces || byte != 0x2C && byte != 0x2A && byte != 0x22 && byte != 0x5C) || spaces && byte == 0x20
            if isPlain {
                bytes.append(byte)
            } else {
                bytes += [0x25, TextWriter.upperDigit(byte >> 4), TextWriter.upperDigit(byte & 15)]
            }
        }
    }

    mutating func removeAll() { bytes.removeAll(keepingCapacity: true) }

    private static func digit(_ value: UInt8) -> UInt8 { value < 10 ? 0x30 + value : 0x57 + value }
    private static func upperDigit(_ value: UInt8) -> UInt8 { value < 10 ? 0x30 + value : 0x37 + value }
}
