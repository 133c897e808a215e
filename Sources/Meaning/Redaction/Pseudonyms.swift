import Cryptography
import HTTPModel

/// Fakes of values: of the same format, and the same for the same key and value.
///
/// A fake is drawn from HMAC-SHA256 (RFC 2104) under the key; without the key neither gives the other.
package struct Pseudonyms: Sendable {
    private let key: [UInt8]

    package init(key: [UInt8]) { self.key = key }

    /// Letters for letters, digits for digits, hexadecimal digits where all are such; the rest stays. The version and
    /// variant of a UUID stay too (RFC 9562 §4). Cases of one value give cases of one fake.
    /// - Parameter attempt: another number gives another fake.
    package func fake(_ value: [UInt8], attempt: Int = 0) -> [UInt8] {
        let digits = value.filter { $0 != UInt8(ascii: "-") }
        let isHex = digits.count >= 8 && digits.allSatisfy { ASCII.hexValue($0) != nil }
        // A UUID is the same value with hyphens and without.
        let canonical = (isHex && digits.count == 32 ? digits : value).map(ASCII.lowercased)
        let isUUID = isHex && digits.count == 32
        let stream = stream("fake", canonical, attempt, count: value.count)
        var position = 0
        return value.map { byte in
            let letter = ASCII.lowercased(byte) &- 0x61
            guard ASCII.isDigit(byte) || letter < 26 else { return byte }
            defer { position += 1 }
            if isUUID, position == 12 || position == 16 { return byte }
            let drawn = stream[position]
            if isHex {
                let digit = drawn & 15
                // A value without letters stays without.
                guard digits.contains(where: { !ASCII.isDigit($0) }) else { return Self.decimal(byte, drawn, position) }
                return digit < 10 ? 0x30 + digit : (usesUpper(value) ? 0x37 : 0x57) + digit
            }
            if ASCII.isDigit(byte) { return Self.decimal(byte, drawn, position) }
            return drawn % 26 + (byte & 0x20 == 0 ? 0x41 : 0x61)
        }
    }

    /// An address of the ranges for documentation (RFC 5737, RFC 3849).
    func address(_ address: String) -> String {
        let drawn = stream("address", Array(address.utf8), 0, count: 3)
        if address.contains(":") { return "2001:db8::\(hex(drawn.prefix(2)))" }
        return ["192.0.2.", "198.51.100.", "203.0.113."][Int(drawn[0]) % 3] + "\(Int(drawn[1]) % 254 + 1)"
    }

    /// Something of the same length in the place of what cannot be written again.
    func token(_ bytes: [UInt8]) -> [UInt8] {
        let stream = stream("token", bytes, 0, count: bytes.count)
        return zip(bytes, stream).map { byte, drawn in
            if ASCII.isDigit(byte) { return drawn % 10 + 0x30 }
            if ASCII.lowercased(byte) &- 0x61 < 26 { return drawn % 26 + (byte & 0x20 == 0 ? 0x41 : 0x61) }
            return byte < 0x80 ? byte : drawn | 0x80
        }
    }

    /// A number within the range, for the attempt.
    func number(_ purpose: String, in range: ClosedRange<Int>, attempt: Int) -> Int {
        let drawn = stream(purpose, [], attempt, count: 4).reduce(0) { $0 << 8 | Int($1) }
        return range.lowerBound + drawn % range.count
    }

    /// 128 bits in hexadecimal digits.
    func tapeID(_ id: String) -> String { hex(stream("tape", Array(id.utf8), 0, count: 16)) }

    /// A number begins with no other zero than its own.
    private static func decimal(_ byte: UInt8, _ drawn: UInt8, _ position: Int) -> UInt8 {
        position == 0 ? (byte == 0x30 ? 0x30 : drawn % 9 + 0x31) : drawn % 10 + 0x30
    }

    private func usesUpper(_ value: [UInt8]) -> Bool {
        value.contains { $0 &- 0x41 < 26 } && !value.contains { $0 &- 0x61 < 26 }
    }

    private func stream(_ purpose: String, _ input: [UInt8], _ attempt: Int, count: Int) -> [UInt8] {
        var result: [UInt8] = []
        var block = 0
        while result.count < count {
            let label = Array("\(purpose) \(attempt) \(block) ".utf8)
            result += DigestName.sha256.hmac(key: key, label + input)
            block += 1
        }
        return Array(result.prefix(count))
    }
}
