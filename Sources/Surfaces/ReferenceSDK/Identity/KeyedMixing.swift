internal import HTTPModel

/// A block cipher of nobody's: who has the key gets the identifier back, and no list of transforms has it.
///
/// Eight rounds of a Feistel network over 128 bits. No strength is claimed, and none is needed.
enum KeyedMixing {
    static let roundCount: UInt64 = 8

    /// 32 hexadecimal digits for the digits of a UUID.
    static func text(of uuid: String) -> [UInt8] {
        let digits = uuid.utf8.compactMap { ASCII.hexValue($0) }
        let number = { (digits: ArraySlice<UInt8>) in digits.reduce(UInt64(0)) { $0 << 4 | UInt64($1) } }
        let mixed = mixed(number(digits.prefix(16)), number(digits.dropFirst(16).prefix(16)))
        return hexadecimal(mixed.0) + hexadecimal(mixed.1)
    }

    static func mixed(_ first: UInt64, _ second: UInt64) -> (UInt64, UInt64) {
        (0..<roundCount).reduce((first, second)) { ($0.1, $0.0 ^ function($0.1, round: $1)) }
    }

    static func function(_ half: UInt64, round: UInt64) -> UInt64 {
        var z = half &+ (round &+ 1) &* 0x5851_F42D_4C95_7F2D
        z = (z ^ z >> 32) &* 0xD6E8_FEB8_6659_FD93
        return z ^ z >> 29
    }

    private static func hexadecimal(_ number: UInt64) -> [UInt8] {
        (0..<16).map { place in
            let digit = UInt8(truncatingIfNeeded: number >> (60 - 4 * place)) & 15
            return digit < 10 ? 0x30 + digit : 0x57 + digit
        }
    }
}
