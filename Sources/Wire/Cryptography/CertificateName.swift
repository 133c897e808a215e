internal import COpenSSL

/// A host name or an address that a certificate may be made for.
///
/// Only a valid name can become one: what a client wrote as its server name is no file name and no certificate yet.
package enum CertificateName: Hashable, Sendable {
    /// Lower case, at most 253 bytes, no dot at the end, labels of letters, digits, `-` and `_` (RFC 1123 §2.1; the
    /// underscore is not in it, but real ad hosts have it).
    case host(String)
    /// 4 or 16 bytes.
    case address([UInt8])

    /// Nil when the bytes are neither a host name nor an address. Brackets round an IPv6 address are allowed.
    package init?(_ text: some Collection<UInt8>) {
        var bytes = [UInt8](text)
        guard !bytes.isEmpty, bytes.count <= 255 else { return nil }
        let bracketed = bytes.count > 2 && bytes.first == UInt8(ascii: "[") && bytes.last == UInt8(ascii: "]")
        if bracketed { bytes = [UInt8](bytes[1..<bytes.count - 1]) }
        if bracketed || bytes.contains(UInt8(ascii: ":")) {
            guard let address = CertificateName.version6(bytes) else { return nil }
            self = .address(address)
            return
        }
        if let address = CertificateName.version4(bytes) {
            self = .address(address)
            return
        }
        guard let host = CertificateName.host(bytes) else { return nil }
        self = .host(host)
    }

    package init?(_ text: String) { self.init(text.utf8) }

    /// The name as a URL has it, an IPv6 address without brackets.
    package var text: String {
        switch self {
        case .host(let host): host
        case .address(let bytes) where bytes.count == 4: bytes.map { String($0) }.joined(separator: ".")
        case .address(let bytes):
            stride(from: 0, to: bytes.count, by: 2).map {
                String(UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1]), radix: 16)
            }.joined(separator: ":")
        }
    }

    private static func version4(_ bytes: [UInt8]) -> [UInt8]? {
        let parts = bytes.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard parts.count == 4 else { return nil }
        var address: [UInt8] = []
        for part in parts {
            guard (1...3).contains(part.count), part.allSatisfy({ $0 &- 0x30 < 10 }),
                part.count == 1 || part.first != 0x30
            else { return nil }
            let value = part.reduce(0) { $0 * 10 + Int($1 - 0x30) }
            guard value < 256 else { return nil }
            address.append(UInt8(value))
        }
        return address
    }

    private static func version6(_ bytes: [UInt8]) -> [UInt8]? {
        let allowed = bytes.allSatisfy { $0 &- 0x30 < 11 || ($0 | 0x20) &- 0x61 < 6 || $0 == UInt8(ascii: ".") }
        guard allowed, bytes.count <= 45, let octets = a2i_IPADDRESS(String(decoding: bytes, as: UTF8.self)) else {
            OpenSSLErrors.clear()
            return nil
        }
        defer { ASN1_OCTET_STRING_free(octets) }
        let address = [UInt8](
            UnsafeBufferPointer(start: ASN1_STRING_get0_data(octets), count: Int(ASN1_STRING_length(octets))))
        return address.count == 16 ? address : nil
    }

    private static func host(_ bytes: [UInt8]) -> String? {
        var name = bytes
        if name.last == UInt8(ascii: ".") { name.removeLast() }
        guard !name.isEmpty, name.count <= 253 else { return nil }
        let labels = name.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        for label in labels {
            guard (1...63).contains(label.count), label.first != UInt8(ascii: "-"), label.last != UInt8(ascii: "-"),
                label.allSatisfy({ $0 &- 0x30 < 10 || ($0 | 0x20) &- 0x61 < 26 || $0 == 0x2d || $0 == 0x5f })
            else { return nil }
        }
        // A number as the last label would be read as an address by some and as a name by others (RFC 1123 §2.1).
        guard let last = labels.last, !last.allSatisfy({ $0 &- 0x30 < 10 }) else { return nil }
        return String(decoding: name.map { $0 &- 0x41 < 26 ? $0 | 0x20 : $0 }, as: UTF8.self)
    }
}
