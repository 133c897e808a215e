/// What a byte may be part of.
struct ByteClass: OptionSet, Sendable {
    let rawValue: UInt16

    /// base64 in either alphabet.
    static let run = ByteClass(rawValue: 1)
    static let hex = ByteClass(rawValue: 2)
    /// Ends a token: white space, quotes, what parts parameters.
    static let delimiter = ByteClass(rawValue: 4)
    /// May begin a coding, or closes one.
    static let trigger = ByteClass(rawValue: 8)
    /// No text has it.
    static let binary = ByteClass(rawValue: 16)
    static let base58 = ByteClass(rawValue: 32)
    static let letterOrDigit = ByteClass(rawValue: 64)
    /// Of Ascii85, and seldom in addresses and names.
    static let rareMark = ByteClass(rawValue: 128)
    /// Part of no value in the usual text codings, but of Ascii85.
    static let anyMark = ByteClass(rawValue: 256)
    /// Ends a piece of marked-up text.
    static let markupEnd = ByteClass(rawValue: 512)
    /// May follow the backslash of an escape.
    static let escaped = ByteClass(rawValue: 1024)
    /// Stands in no component of a URL as it is, whoever encoded it.
    static let componentEnd = ByteClass(rawValue: 2048)

    static let table: [ByteClass] = (0...255).map { code in
        let byte = UInt8(code)
        var result: ByteClass = []
        let isDigit = byte &- 0x30 < 10
        let isUpper = byte &- 0x41 < 26
        let isLower = byte &- 0x61 < 26
        if isDigit || isUpper || isLower {
            result.formUnion([.run, .letterOrDigit])
            if !Array("0OIl".utf8).contains(byte) { result.insert(.base58) }
        }
        if Array("+/-_".utf8).contains(byte) { result.insert(.run) }
        if isDigit || (byte | 0x20) &- 0x61 < 6 && !isDigit { result.insert(.hex) }
        if byte <= 0x20 || Array("\"'<>&?=;,#(){}/`|".utf8).contains(byte) { result.insert(.delimiter) }
        if Array("%\\&[=:\"".utf8).contains(byte) || [0, 1, 0x0A, 0x1F, 0x5E, 0x9C, 0xB5, 0xDA].contains(byte) {
            result.insert(.trigger)
        }
        if Array("!#$'*<>?@\\^`".utf8).contains(byte) { result.insert(.rareMark) }
        if !result.contains(.letterOrDigit), !Array("-_./+=".utf8).contains(byte) { result.insert(.anyMark) }
        if byte <= 0x20 || Array("\"'<>".utf8).contains(byte) { result.insert(.markupEnd) }
        if byte <= 0x20 || Array("\"<>&#".utf8).contains(byte) { result.insert(.componentEnd) }
        if Array("u\"\\/xnrtbf'".utf8).contains(byte) { result.insert(.escaped) }
        if byte < 0x20 && byte != 0x09 && byte != 0x0A && byte != 0x0D || byte == 0x7F || byte >= 0x80 {
            result.insert(.binary)
        }
        return result
    }
}
