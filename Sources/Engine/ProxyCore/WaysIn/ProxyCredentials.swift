import HTTPModel

/// The name and password that clients of the proxy have to know. They are never on a tape or in a message.
package struct ProxyCredentials: Sendable {
    /// Bytes of a name and of a password (RFC 1929 §2).
    package static let partLimit = 255

    private let name: [UInt8]
    private let password: [UInt8]

    /// Nil where a part is empty or over ``partLimit``, or the name has a colon, which would end it (RFC 7617 §2).
    package init?(name: [UInt8], password: [UInt8]) {
        let lengths = 1...ProxyCredentials.partLimit
        guard lengths.contains(name.count), lengths.contains(password.count), !name.contains(UInt8(ascii: ":")) else {
            return nil
        }
        self.name = name
        self.password = password
    }

    /// Takes as long for a wrong answer as for a right one of the same length.
    package func admit(name: some Collection<UInt8>, password: some Collection<UInt8>) -> Bool {
        let isName = ProxyCredentials.isEqual(Array(name), self.name)
        let isPassword = ProxyCredentials.isEqual(Array(password), self.password)
        return isName && isPassword
    }

    /// Whether a `Proxy-Authorization` says them, by the scheme Basic (RFC 7617).
    package func admit(_ field: ArraySlice<UInt8>) -> Bool {
        let parts = field.split(separator: 0x20, maxSplits: 1)
        guard parts.count == 2, ASCII.equalsIgnoringCase(parts[0], "basic") else { return false }
        return ProxyCredentials.isEqual(Array(parts[1].drop { $0 == 0x20 }), token)
    }

    /// `name:password` as Basic has it on the wire.
    package var token: [UInt8] { Base64.encoded(name + [UInt8(ascii: ":")] + password) }

    private static func isEqual(_ given: [UInt8], _ secret: [UInt8]) -> Bool {
        var difference = given.count ^ secret.count
        for (index, byte) in given.enumerated() { difference |= Int(byte ^ secret[index % secret.count]) }
        return difference == 0
    }
}

/// Base64 with padding (RFC 4648 §4).
enum Base64 {
    static func encoded(_ bytes: [UInt8]) -> [UInt8] {
        let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
        var text: [UInt8] = []
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let group = bytes[start..<min(start + 3, bytes.count)]
            let bits = group.reduce(0) { $0 << 8 | UInt32($1) } << (8 * UInt32(3 - group.count))
            for place in 0..<4 {
                text.append(place <= group.count ? alphabet[Int(bits >> (18 - 6 * UInt32(place)) & 63)] : 0x3D)
            }
        }
        return text
    }
}
