/// Pseudo-random numbers that depend on the seed alone (SplitMix64), so that a run can be had again byte for byte.
///
/// Not for secrets.
package struct SeededGenerator: RandomNumberGenerator, Sendable {
    private var state: UInt64

    package init(seed: UInt64) {
        state = seed
    }

    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }

    /// A version 4 UUID (RFC 9562 §5.4) in capitals, the way Apple's `UUID().uuidString` writes it.
    package mutating func uuid() -> String {
        var bytes = [next(), next()].flatMap { word in (0..<8).map { UInt8(truncatingIfNeeded: word >> ($0 * 8)) } }
        bytes[6] = bytes[6] & 0x0F | 0x40
        bytes[8] = bytes[8] & 0x3F | 0x80
        let digits = Array("0123456789ABCDEF".utf8)
        var text: [UInt8] = []
        for (index, byte) in bytes.enumerated() {
            if [4, 6, 8, 10].contains(index) { text.append(UInt8(ascii: "-")) }
            text += [digits[Int(byte >> 4)], digits[Int(byte & 15)]]
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// An opaque name of `count` small letters and digits.
    package mutating func token(_ count: Int) -> String {
        let letters = Array("abcdefghijkmnpqrstuvwxyz23456789".utf8)
        return String(decoding: (0..<count).map { _ in letters[Int(next() >> 59)] }, as: UTF8.self)
    }

    /// A number of `count` digits as text; the first may be zero.
    package mutating func digits(_ count: Int) -> String {
        String(decoding: (0..<count).map { _ in UInt8(ascii: "0") + UInt8(next() % 10) }, as: UTF8.self)
    }
}
