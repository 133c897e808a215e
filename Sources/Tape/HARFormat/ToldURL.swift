import HTTPModel

/// A URL as an entry tells it: where the request went, and the target that it had.
struct ToldURL {
    let origin: ServerOrigin
    /// In origin form; `host:port` for a tunnel. Without fragment.
    let target: [UInt8]
    /// For the Host field.
    let authority: [UInt8]
    let isTunnel: Bool
    let hasNoQuery: Bool
    let hasSpaces: Bool
    let hasUserInformation: Bool

    /// The scheme, that of a WebSocket URL being its twin's (RFC 6455 §3); nil for any other.
    static func scheme(of url: [UInt8]) -> URLScheme? {
        switch url.prefix(6).prefix(while: { $0 != UInt8(ascii: ":") }).map(ASCII.lowercased) {
        case Array("http".utf8), Array("ws".utf8): .http
        case Array("https".utf8), Array("wss".utf8): .https
        default: nil
        }
    }

    /// Nil when the URL names no server.
    init?(_ told: [UInt8], _ scheme: URLScheme, isTunnel: Bool) {
        var bytes = told
        if let end = told.prefix(6).firstIndex(of: UInt8(ascii: ":")), ToldURL.scheme(of: told) != nil {
            if end < 4 { bytes.replaceSubrange(..<end, with: scheme.rawValue.utf8) }
        } else {
            // The target of CONNECT has no scheme.
            bytes = Array("https://".utf8) + told
        }
        let url = URLBytes(bytes)
        guard let origin = url.origin, let host = url.host else { return nil }
        self.origin = origin
        self.isTunnel = isTunnel
        hasNoQuery = url.query == nil
        hasUserInformation = url.userInfo != nil
        let isAddress = host.lowerBound > 0 && bytes[host.lowerBound - 1] == UInt8(ascii: "[")
        let name = isAddress ? [UInt8(ascii: "[")] + bytes[host] + [UInt8(ascii: "]")] : Array(bytes[host])
        authority = name + (url.port.map { [UInt8(ascii: ":")] + bytes[$0] } ?? [])
        if isTunnel {
            target = Array(origin.authority.utf8)
            hasSpaces = false
            return
        }
        let rest = Array(bytes[url.path.lowerBound..<(url.query?.upperBound ?? url.path.upperBound)])
        let whole = rest.first == UInt8(ascii: "/") ? rest : [UInt8(ascii: "/")] + rest
        hasSpaces = whole.contains(0x20)
        target = hasSpaces ? whole.flatMap { $0 == 0x20 ? Array("%20".utf8) : [$0] } : whole
    }
}
