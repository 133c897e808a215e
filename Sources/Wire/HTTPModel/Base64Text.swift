/// Base64 with padding (RFC 4648 §4).
package enum Base64Text {
    package static func encoded(_ bytes: [UInt8]) -> [UInt8] {
        let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
        var result: [UInt8] = []
        result.reserveCapacity((bytes.count + 2) / 3 * 4)
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let group = bytes[start..<min(start + 3, bytes.count)]
            let bits = group.reduce(0) { $0 << 8 | UInt32($1) } << (8 * UInt32(3 - group.count))
            for position in 0..<4 {
                let digit = alphabet[Int(bits >> (18 - 6 * UInt32(position)) & 63)]
                result.append(position <= group.count ? digit : UInt8(ascii: "="))
            }
        }
        return result
    }
}
