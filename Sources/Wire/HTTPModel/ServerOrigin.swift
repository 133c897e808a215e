package enum URLScheme: String, Hashable, Sendable {
    case http, https

    package var defaultPort: UInt16 { self == .http ? 80 : 443 }
}

/// Where a request is bound for: scheme, host and port (RFC 9110 §4.3.1), the host in lower case.
///
/// An IPv6 host is kept without its brackets.
package struct ServerOrigin: Hashable, Sendable {
    package let scheme: URLScheme
    package let host: String
    package let port: UInt16

    package init(scheme: URLScheme, host: String, port: UInt16) {
        self.scheme = scheme
        self.host = host
        self.port = port
    }

    /// `host:port`, an IPv6 address in brackets.
    package var authority: String {
        host.utf8.contains(UInt8(ascii: ":")) ? "[\(host)]:\(port)" : "\(host):\(port)"
    }

    /// `scheme://host`, with the port only where it is not the scheme's own.
    package var text: String {
        let name = host.utf8.contains(UInt8(ascii: ":")) ? "[\(host)]" : host
        return port == scheme.defaultPort ? "\(scheme.rawValue)://\(name)" : "\(scheme.rawValue)://\(name):\(port)"
    }
}
