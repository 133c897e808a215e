package import HTTPModel

/// The four forms of a request target (RFC 9112 §3.2).
package enum RequestTarget: Hashable, Sendable {
    /// `/path?query`, the places being the whole target's.
    case origin
    /// `http://host/path?query`; `path` is the place in the head where the path begins, and may be empty.
    case absolute(ServerOrigin, path: Range<Int>)
    /// `host:port`, for CONNECT only.
    case authority(host: String, port: UInt16)
    /// `*`, for OPTIONS only.
    case asterisk

    package init(_ head: RequestHead) throws(WireFault) {
        let target = head.targetBytes
        let fault = WireFault(.targetForm, at: head.target.lowerBound)
        if head.isMethod("CONNECT") {
            guard let (host, port) = HostAndPort.parse(target), let port else { throw fault }
            self = .authority(host: host, port: port)
        } else if target.first == UInt8(ascii: "/") {
            self = .origin
        } else if target.count == 1, target.first == UInt8(ascii: "*") {
            guard head.isMethod("OPTIONS") else { throw fault }
            self = .asterisk
        } else {
            guard let scheme = RequestTarget.webScheme(target) else { throw fault }
            let rest = target.dropFirst(scheme.rawValue.utf8.count + 3)
            // Between "//" and the path nothing may stand but host and port. A reader that takes a backslash for "/"
            // would end the host elsewhere than one that does not.
            let authority = rest.prefix { $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "?") }
            guard let (host, port) = HostAndPort.parse(authority) else { throw fault }
            self = .absolute(
                ServerOrigin(scheme: scheme, host: host, port: port ?? scheme.defaultPort),
                path: authority.endIndex..<rest.endIndex)
        }
    }

    /// The scheme of a target that begins with it and `://`.
    private static func webScheme(_ target: ArraySlice<UInt8>) -> URLScheme? {
        if ASCII.equalsIgnoringCase(target.prefix(7), "http://") { return .http }
        return ASCII.equalsIgnoringCase(target.prefix(8), "https://") ? .https : nil
    }
}

/// `host` or `host:port` as a Host field or an authority has it (RFC 3986 §3.2.2). Nothing else is taken for a host:
/// no user information, no percent-encoding, no byte that a name or an address cannot have.
package enum HostAndPort {
    /// The host in lower case and the port if one is given; nil when it is neither.
    package static func parse(_ bytes: ArraySlice<UInt8>) -> (host: String, port: UInt16?)? {
        bytes.withUnsafeBufferPointer { parse($0) }
    }

    private static func parse(_ bytes: UnsafeBufferPointer<UInt8>) -> (host: String, port: UInt16?)? {
        let isBracketed = bytes.first == UInt8(ascii: "[")
        let mark = isBracketed ? UInt8(ascii: "]") : UInt8(ascii: ":")
        let end = bytes.firstIndex(of: mark) ?? bytes.count
        let place = isBracketed ? 1..<max(end, 1) : 0..<end
        let name = UnsafeBufferPointer(rebasing: bytes[place])
        if isBracketed {
            guard end < bytes.count, name.contains(0x3A), name.allSatisfy(isOfAddress) else { return nil }
        } else {
            guard name.count <= 253, name.allSatisfy(isOfName) else { return nil }
        }
        // A dot that nothing stands before is no part of a name (RFC 1034 §3.5).
        guard !name.isEmpty, name.first != UInt8(ascii: ".") else { return nil }
        let host = String(unsafeUninitializedCapacity: name.count) { target in
            for (index, byte) in name.enumerated() { target[index] = ASCII.lowercased(byte) }
            return name.count
        }
        let rest = UnsafeBufferPointer(rebasing: bytes[(isBracketed ? end + 1 : end)...])
        if rest.isEmpty { return (host, nil) }
        guard rest[0] == UInt8(ascii: ":") else { return nil }
        return port(rest.dropFirst()).map { (host, $0) }
    }

    private static func isOfName(_ byte: UInt8) -> Bool {
        byte | 0x20 &- 0x61 < 26 || byte &- 0x30 < 10 || byte == 0x2D || byte == 0x2E || byte == 0x5F
    }

    private static func isOfAddress(_ byte: UInt8) -> Bool {
        ASCII.hexValue(byte) != nil || byte == 0x3A || byte == 0x2E
    }

    private static func port(_ digits: Slice<UnsafeBufferPointer<UInt8>>) -> UInt16? {
        guard (1...5).contains(digits.count) else { return nil }
        var value = 0
        for digit in digits {
            guard digit &- 0x30 < 10 else { return nil }
            value = value * 10 + Int(digit & 15)
        }
        return value > 0 ? UInt16(exactly: value) : nil
    }
}
