internal import Cryptography

/// An IPv4 or IPv6 address. An IPv4 address mapped into IPv6 is the IPv4 address.
package struct IPAddress: Hashable, Comparable, Sendable, CustomStringConvertible {
    private let high: UInt64
    private let low: UInt64
    package let isVersion6: Bool

    /// From 4 or 16 bytes; nil for any other count.
    package init?(_ bytes: some Collection<UInt8>) {
        guard bytes.count == 4 || bytes.count == 16 else { return nil }
        let isVersion6 = bytes.count == 16
        let high = isVersion6 ? bytes.prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) } : 0
        let low = bytes.suffix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        self.init(high: high, low: low, isVersion6: isVersion6)
    }

    /// From text; nil when it is no address. An IPv6 address may stand in brackets.
    package init?(_ text: String) {
        guard case .address(let bytes)? = CertificateName(text) else { return nil }
        self.init(bytes)
    }

    private init(high: UInt64, low: UInt64, isVersion6: Bool) {
        let isMapped = isVersion6 && high == 0 && low >> 32 == 0xffff
        self.high = high
        self.low = isMapped ? low & 0xffff_ffff : low
        self.isVersion6 = isVersion6 && !isMapped
    }

    package static func < (one: IPAddress, other: IPAddress) -> Bool { (one.high, one.low) < (other.high, other.low) }

    /// `0.0.0.0` or `::`: any address of the machine, where something listens.
    package var isUnspecified: Bool { high == 0 && low == 0 }

    /// Text as RFC 5952 has it.
    package var description: String {
        guard isVersion6 else {
            return [24, 16, 8, 0].map { String(low >> UInt64($0) & 0xff) }.joined(separator: ".")
        }
        let groups = [high, low].flatMap { half in [48, 32, 16, 0].map { UInt16(truncatingIfNeeded: half >> $0) } }
        var longest = 0..<0
        var start = 0
        while start < 8 {
            let end = groups[start...].firstIndex { $0 != 0 } ?? 8
            if end - start > max(longest.count, 1) { longest = start..<end }
            start = max(end, start + 1)
        }
        let text = { (part: ArraySlice<UInt16>) in part.map { String($0, radix: 16) }.joined(separator: ":") }
        guard !longest.isEmpty else { return text(groups[...]) }
        return "\(text(groups[..<longest.lowerBound]))::\(text(groups[longest.upperBound...]))"
    }
}

/// An address and a port.
package struct Endpoint: Hashable, Comparable, Sendable, CustomStringConvertible {
    package let address: IPAddress
    package let port: UInt16

    package init(address: IPAddress, port: UInt16) {
        self.address = address
        self.port = port
    }

    /// From the text of an address and a port; nil when it is no address.
    package init?(address text: String, port: UInt16) {
        guard let address = IPAddress(text) else { return nil }
        self.init(address: address, port: port)
    }

    package static func < (one: Endpoint, other: Endpoint) -> Bool {
        (one.port, one.address) < (other.port, other.address)
    }

    package var description: String { address.isVersion6 ? "[\(address)]:\(port)" : "\(address):\(port)" }
}
