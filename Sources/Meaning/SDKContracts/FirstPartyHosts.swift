package import HTTPModel

/// The hosts that belong to the ad server, and from where this is known.
package struct FirstPartyHosts: Sendable, Hashable {
    package enum Source: String, Sendable, Hashable {
        case configuration
        case tapeHeader = "tape-header"
        /// Taken from the requests: one host was asked for ads with app identity.
        case inferred
    }

    /// As the base URL states it.
    package let base: ServerOrigin
    /// Normalised: lower case, no trailing dot.
    package let baseHost: String
    package let extraHosts: [String]
    package let matchesPort: Bool
    /// The base URL's path without its last slash; stands before each endpoint's path.
    package let pathPrefix: [UInt8]
    package let source: Source
    private let baseName: [UInt8]
    /// The name one label above the base host, where one party owns it.
    private let parent: String?

    /// Nil where the text is not an absolute http or https URL.
    package init?(baseURL: String, source: Source, extraHosts: [String] = [], matchesPort: Bool = false) {
        let url = URLBytes(Array(baseURL.utf8))
        guard let origin = url.origin else { return nil }
        base = origin
        baseHost = origin.host
        self.extraHosts = extraHosts.map(Self.normalized)
        self.matchesPort = matchesPort
        var path = Array(url.bytes[url.path])
        while path.last == UInt8(ascii: "/") { path.removeLast() }
        pathPrefix = path
        self.source = source
        baseName = Array(baseHost.utf8)
        parent = Self.isAddress(baseHost) ? nil : Self.parent(baseHost)
    }

    package static func normalized(_ host: String) -> String {
        // Nearly every host is written so already.
        let isNormal = host.utf8.last != UInt8(ascii: ".") && host.utf8.allSatisfy { ASCII.lowercased($0) == $0 }
        if isNormal { return host }
        var name = Array(host.utf8).map(ASCII.lowercased)
        if name.last == UInt8(ascii: ".") { name.removeLast() }
        return String(decoding: name, as: UTF8.self)
    }

    /// Equality of normalised names (guide §7 "mesmo host do baseUrl configurado"); a suffix is never enough.
    package func contains(_ origin: ServerOrigin) -> Bool {
        let host = Self.normalized(origin.host)
        if host == baseHost { return !matchesPort || origin.port == base.port }
        return extraHosts.contains(host)
    }

    /// Whether a host could be taken for the base host by a careless comparison: a parent, a child, a sibling, or a
    /// name that contains it.
    package func resembles(_ origin: ServerOrigin) -> Bool {
        guard !contains(origin) else { return false }
        let host = Self.normalized(origin.host)
        if host == baseHost || ASCII.contains(Array(host.utf8), ignoringCase: baseName) { return true }
        return parent.map { host == $0 || host.hasSuffix("." + $0) } ?? false
    }

    /// The name one label up, where it is still a name that one party owns. Without a public suffix list: two labels
    /// at least, and not of the form `com.br`, `co.uk`.
    private static func parent(_ host: String) -> String? {
        let labels = host.split(separator: ".", omittingEmptySubsequences: false)
        guard labels.count >= 3 else { return nil }
        let parent = labels.dropFirst()
        if parent.count == 2, let last = parent.last, let first = parent.first, last.utf8.count == 2,
            first.utf8.count <= 3
        {
            return nil
        }
        return parent.joined(separator: ".")
    }

    private static func isAddress(_ host: String) -> Bool {
        host.utf8.contains(UInt8(ascii: ":")) || host.utf8.allSatisfy { ASCII.isDigit($0) || $0 == UInt8(ascii: ".") }
    }
}
