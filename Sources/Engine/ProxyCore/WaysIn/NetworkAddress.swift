import HTTPModel

/// An IPv4 or IPv6 address. An IPv4-mapped one (`::ffff:127.0.0.1`, RFC 4291 §2.5.5.2) is the IPv4 address that it
/// stands for.
package struct NetworkAddress: Hashable, Sendable, CustomStringConvertible {
    /// 4 or 16, in network order.
    package let bytes: [UInt8]

    /// Nil for any other count than 4 and 16.
    package init?(bytes: [UInt8]) {
        switch bytes.count {
        case 4: self.bytes = bytes
        case 16:
            let isMapped = bytes[..<10].allSatisfy { $0 == 0 } && bytes[10] == 0xFF && bytes[11] == 0xFF
            self.bytes = isMapped ? Array(bytes[12...]) : bytes
        default: return nil
        }
    }

    /// The usual text forms, IPv6 without brackets; a zone (`%eth0`) is passed over. No octal, no short forms.
    package init?(_ text: some StringProtocol) {
        // Most texts are names: an address ends with a digit, or has a colon.
        var last: UInt8 = 0
        var hasColon = false
        for byte in text.utf8 {
            last = byte
            if byte == UInt8(ascii: ":") { hasColon = true }
        }
        guard hasColon || last &- 0x30 < 10 else { return nil }
        let bytes = Array(text.utf8.prefix { $0 != UInt8(ascii: "%") })
        guard bytes.count <= 45 else { return nil }
        let read = hasColon ? Self.version6(bytes[...]) : Self.version4(bytes[...])
        guard let read else { return nil }
        self.init(bytes: read)
    }

    private static func version4(_ text: ArraySlice<UInt8>) -> [UInt8]? {
        let parts = text.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard parts.count == 4 else { return nil }
        var bytes: [UInt8] = []
        for part in parts {
            let isPadded = part.count > 1 && part.first == UInt8(ascii: "0")
            guard (1...3).contains(part.count), part.allSatisfy(ASCII.isDigit), !isPadded,
                let value = UInt8(String(decoding: part, as: UTF8.self))
            else { return nil }
            bytes.append(value)
        }
        return bytes
    }

    private static func version6(_ text: ArraySlice<UInt8>) -> [UInt8]? {
        let parts = text.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
        guard (3...9).contains(parts.count) else { return nil }
        // Front and back of the one `::`, which stands for as many zeros as are missing.
        var groups: [[UInt8]] = [[], []]
        var hasGap = false
        var index = 0
        while index < parts.count {
            let part = parts[index]
            if part.isEmpty {
                // `::` gives an empty part in the middle, two at either end.
                let isEdge = index == 0 || index == parts.count - 1
                if isEdge {
                    let neighbour = index == 0 ? 1 : index - 1
                    guard parts[neighbour].isEmpty else { return nil }
                    if index == 0 {
                        index += 1
                        continue
                    }
                    index += 1
                    continue
                }
                guard !hasGap else { return nil }
                hasGap = true
            } else if part.contains(UInt8(ascii: ".")) {
                guard index == parts.count - 1, let four = version4(part) else { return nil }
                groups[hasGap ? 1 : 0] += four
            } else {
                guard part.count <= 4, let value = UInt16(String(decoding: part, as: UTF8.self), radix: 16),
                    part.allSatisfy({ ASCII.hexValue($0) != nil })
                else { return nil }
                groups[hasGap ? 1 : 0] += [UInt8(value >> 8), UInt8(value & 0xFF)]
            }
            index += 1
        }
        let count = groups[0].count + groups[1].count
        guard hasGap ? count <= 14 : count == 16 else { return nil }
        return groups[0] + [UInt8](repeating: 0, count: 16 - count) + groups[1]
    }

    /// The canonical text (RFC 5952), IPv6 without brackets.
    package var description: String {
        if bytes.count == 4 { return bytes.map(String.init).joined(separator: ".") }
        let groups = (0..<8).map { UInt16(bytes[$0 * 2]) << 8 | UInt16(bytes[$0 * 2 + 1]) }
        var longest = 0..<0
        var start = 0
        for (index, group) in groups.enumerated() {
            if group != 0 { start = index + 1 }
            if index + 1 - start > longest.count { longest = start..<index + 1 }
        }
        func text(_ range: Range<Int>) -> String {
            groups[range].map { String($0, radix: 16) }.joined(separator: ":")
        }
        guard longest.count > 1 else { return text(0..<8) }
        return text(0..<longest.lowerBound) + "::" + text(longest.upperBound..<8)
    }

    package var isLoopback: Bool {
        bytes.count == 4 ? bytes[0] == 127 : bytes == [UInt8](repeating: 0, count: 15) + [1]
    }

    /// `0.0.0.0` or `::`, which a system takes for itself when it connects.
    package var isUnspecified: Bool { bytes.allSatisfy { $0 == 0 } }

    /// 169.254.0.0/16 (RFC 3927) and fe80::/10 (RFC 4291 §2.5.6).
    package var isLinkLocal: Bool {
        bytes.count == 4 ? bytes[0] == 169 && bytes[1] == 254 : bytes[0] == 0xFE && bytes[1] & 0xC0 == 0x80
    }
}

/// A range of addresses, written `192.0.2.0/24` (RFC 4632 §3.1); one address alone is the range of itself.
package struct AddressBlock: Hashable, Sendable, CustomStringConvertible {
    package let first: NetworkAddress
    /// Leading bits that are the same in all of its addresses.
    package let prefix: Int

    /// Nil where it is none, or where bits behind the prefix are set: then it is not clear what was meant.
    package init?(_ text: some StringProtocol) {
        let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        guard let address = NetworkAddress(parts[0]) else { return nil }
        let bits = address.bytes.count * 8
        var prefix = bits
        if parts.count == 2 {
            guard parts[1].utf8.count <= 3, parts[1].utf8.allSatisfy(ASCII.isDigit), let number = Int(parts[1]),
                number <= bits
            else { return nil }
            prefix = number
        }
        for index in prefix..<bits where address.bytes[index / 8] >> UInt8(7 - index % 8) & 1 != 0 { return nil }
        first = address
        self.prefix = prefix
    }

    package func contains(_ address: NetworkAddress) -> Bool {
        guard address.bytes.count == first.bytes.count else { return false }
        for index in 0..<prefix
        where (address.bytes[index / 8] ^ first.bytes[index / 8]) >> UInt8(7 - index % 8) & 1 != 0 { return false }
        return true
    }

    package var description: String { "\(first)/\(prefix)" }
}
