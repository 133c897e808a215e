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
        } else if target.elementsEqual("*".utf8) {
            guard head.isMethod("OPTIONS") else { throw fault }
            self = .asterisk
        } else {
            let url = URLBytes(target)
            guard let scheme = url.webScheme, let schemeEnd = url.scheme?.upperBound, url.host != nil else {
                throw fault
            }
            // Between "//" and the path nothing may stand but host and port.
            let authority = url.bytes[schemeEnd + 3..<url.path.lowerBound]
            guard let (host, port) = HostAndPort.parse(authority) else { throw fault }
            let path = head.target.lowerBound + url.path.lowerBound..<head.target.upperBound
            // A reader that takes a backslash for "/" would end the host elsewhere than one that does not.
            guard path.isEmpty || head.bytes[path.lowerBound] != UInt8(ascii: "\\") else { throw fault }
            self = .absolute(ServerOrigin(scheme: scheme, host: host, port: port ?? scheme.defaultPort), path: path)
        }
    }
}

/// `host` or `host:port` as a Host field or an authority has it (RFC 3986 §3.2.2). Nothing else is taken for a host:
/// no user information, no percent-encoding, no byte that a name or an address cannot have.
package enum HostAndPort {
    /// The host in lower case and the port if one is given; nil when it is neither.
    package static func parse(_ bytes: ArraySlice<UInt8>) -> (host: String, port: UInt16?)? {
        var hostPart = bytes
        var portPart: ArraySlice<UInt8>?
        if bytes.first == UInt8(ascii: "[") {
            guard let close = bytes.firstIndex(of: UInt8(ascii: "]")) else { return nil }
            hostPart = bytes[bytes.startIndex + 1..<close]
            let isAddress = hostPart.allSatisfy { ASCII.hexValue($0) != nil || $0 == 0x3A || $0 == 0x2E }
            guard isAddress, hostPart.contains(0x3A) else { return nil }
            if close + 1 < bytes.endIndex {
                guard bytes[close + 1] == UInt8(ascii: ":") else { return nil }
                portPart = bytes[(close + 2)...]
            }
        } else {
            if let colon = bytes.firstIndex(of: UInt8(ascii: ":")) {
                hostPart = bytes[..<colon]
                portPart = bytes[(colon + 1)...]
            }
            let isName = hostPart.allSatisfy {
                ASCII.lowercased($0) &- 0x61 < 26 || ASCII.isDigit($0) || $0 == 0x2D || $0 == 0x2E || $0 == 0x5F
            }
            guard isName, hostPart.count <= 253 else { return nil }
        }
        guard !hostPart.isEmpty else { return nil }
        let host = String(decoding: hostPart.map(ASCII.lowercased), as: UTF8.self)
        guard let portPart else { return (host, nil) }
        guard !portPart.isEmpty, portPart.count <= 5, portPart.allSatisfy(ASCII.isDigit) else { return nil }
        guard let port = UInt16(String(decoding: portPart, as: UTF8.self)), port > 0 else { return nil }
        return (host, port)
    }
}
