/// Byte classes of RFC 9110 §5.5 and §5.6.2.
enum Token {
    /// One bit for each of the 128 ASCII bytes that may stand in a token.
    private static let tokenBits: (UInt64, UInt64) = {
        var low: UInt64 = 0
        var high: UInt64 = 0
        for byte in "!#$%&'*+-.^_`|~0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz".utf8 {
            if byte < 64 { low |= 1 << UInt64(byte) } else { high |= 1 << UInt64(byte - 64) }
        }
        return (low, high)
    }()

    /// Letters first, as nearly all bytes of names are; the table only decides the rest.
    @inline(__always)
    static func isTokenByte(_ byte: UInt8) -> Bool {
        if (byte | 0x20) &- 0x61 < 26 || byte == 0x2D || byte &- 0x30 < 10 { return true }
        if byte < 64 { return tokenBits.0 & (1 << UInt64(byte)) != 0 }
        return byte < 128 && tokenBits.1 & (1 << UInt64(byte - 64)) != 0
    }

    /// Tab, visible ASCII, space, and any byte from 0x80 on.
    @inline(__always)
    static func isValueByte(_ byte: UInt8) -> Bool {
        byte >= 0x20 && byte != 0x7F || byte == 0x09
    }
}
