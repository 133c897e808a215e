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
    /// In its normal form, see ``HostName``.
    package let baseHost: String
    package let extraHosts: [String]
    package let matchesPort: Bool
    /// The base URL's path without its last slash; stands before each endpoint's path.
    package let pathPrefix: [UInt8]
    package let source: Source

    /// Nil where the text is not an absolute http or https URL whose host all readers agree on.
    package init?(baseURL: String, source: Source, extraHosts: [String] = [], matchesPort: Bool = false) {
        let url = URLBytes(Array(baseURL.utf8))
        guard let origin = url.origin, case .host(let host) = HostReading(baseURL.utf8) else { return nil }
        base = origin
        baseHost = host.name.text
        self.extraHosts = extraHosts.map(Self.normalized)
        self.matchesPort = matchesPort
        var path = Array(url.bytes[url.path])
        while path.last == UInt8(ascii: "/") { path.removeLast() }
        pathPrefix = path
        self.source = source
    }

    /// The normal form of a host as it was dialled; in lower case alone where it has none.
    package static func normalized(_ host: String) -> String {
        // Nearly every host is written so already, and this is asked of every exchange.
        let isNormal = host.utf8.allSatisfy { $0 &- 0x61 < 26 || ASCII.isDigit($0) || $0 == 0x2D || $0 == 0x2E }
        if isNormal, let last = host.utf8.last, last &- 0x61 < 26 { return host }
        var name = Array(host.utf8).map(ASCII.lowercased)
        if name.last == UInt8(ascii: ".") { name.removeLast() }
        let isAddress = name.contains(UInt8(ascii: ":"))
        if let form = try? HostName(host.utf8, isBracketed: isAddress) { return form.text }
        return String(decoding: name, as: UTF8.self)
    }

    /// Equality of normalised names (guide §7 "mesmo host do baseUrl configurado"); a suffix is never enough.
    package func contains(_ origin: ServerOrigin) -> Bool {
        contains(Self.normalized(origin.host), port: origin.port)
    }

    /// Whether a name in its normal form is one of the ad server's, whatever the port.
    package func isFirstParty(_ host: String) -> Bool { host == baseHost || extraHosts.contains(host) }

    private func contains(_ host: String, port: UInt16) -> Bool {
        if host == baseHost { return !matchesPort || port == base.port }
        return extraHosts.contains(host)
    }

    /// Whether a host could be taken for the base host by a careless comparison or reader.
    package func resembles(_ origin: ServerOrigin) -> Bool {
        guard !contains(origin) else { return false }
        switch HostRelation(Self.normalized(origin.host), to: baseHost) {
        case .exact, .subdomain, .parent, .sibling, .lookalike: return true
        case .foreign: return false
        }
    }
}

// MARK: Verdicts with their reasons

/// Whether a host is the ad server's, and what is to be said of it.
package struct HostVerdict: Sendable, Hashable {
    package enum Remark: Sendable, Hashable {
        /// What was done to read the name.
        case name(HostName.Remark)
        case portDiffers
        case cleartext
        case userInfo
        /// Letters of another script that look like the base host's.
        case confusable
        /// Two readers take the URL for different hosts, or one of them for none.
        case ambiguous(strict: String, browser: String)
        case notHTTP(String)
        /// What the request says of its host in different places does not agree.
        case wireMismatch(String)
        /// The name's DNS answer leads on to a name that is not the ad server's.
        case aliasElsewhere([String])
        /// The name's address is one of a private network or of the machine itself.
        case privateAddress(String)
        case certificateOfOtherName
    }

    package let isFirstParty: Bool
    /// Nil where no host is known.
    package let relation: HostRelation?
    package let remarks: Set<Remark>
}

extension FirstPartyHosts {
    /// Of a URL that nobody has asked for yet, as a document tells it.
    package func verdict(on reference: some Collection<UInt8>) -> HostVerdict {
        switch HostReading(reference, base: base.scheme) {
        case .base: return HostVerdict(isFirstParty: true, relation: .exact, remarks: [])
        case .otherScheme(let scheme, let name):
            return HostVerdict(
                isFirstParty: false, relation: name.map { HostRelation($0.text, to: baseHost) },
                remarks: [.notHTTP(scheme)])
        case .ambiguous(let strict, let browser):
            return HostVerdict(
                isFirstParty: false, relation: nil, remarks: [.ambiguous(strict: strict, browser: browser)])
        case .host(let host): return verdict(on: host)
        }
    }

    private func verdict(on host: URLHost) -> HostVerdict {
        let port = host.port ?? (host.isCleartext ? 80 : 443)
        let relation = HostRelation(host.name.text, to: baseHost)
        var remarks = Set(host.name.remarks.map { HostVerdict.Remark.name($0) })
        if host.hasUserInfo { remarks.insert(.userInfo) }
        if relation == .exact {
            if host.port.map({ $0 != base.port }) == true { remarks.insert(.portDiffers) }
            if host.isCleartext { remarks.insert(.cleartext) }
        } else if relation == .lookalike, host.name.text.split(separator: ".").contains(where: { $0.hasPrefix("xn--") })
        {
            remarks.insert(.confusable)
        }
        return HostVerdict(isFirstParty: contains(host.name.text, port: port), relation: relation, remarks: remarks)
    }

    /// Of a request that was made: the host really dialled decides, unless the request itself disagrees with it.
    package func verdict(on wire: WireHosts) -> HostVerdict {
        let name = Self.normalized(wire.origin.host)
        var remarks: Set<HostVerdict.Remark> = []
        if let disagreement = wire.disagreement { remarks.insert(.wireMismatch(disagreement)) }
        if wire.hasCertificateOfOtherName { remarks.insert(.certificateOfOtherName) }
        let foreign = wire.aliases.map(Self.normalized).filter { HostRelation($0, to: baseHost) == .foreign }
        if !foreign.isEmpty { remarks.insert(.aliasElsewhere(foreign)) }
        if let address = wire.address, IPv4Text.isPrivate(address) { remarks.insert(.privateAddress(address)) }
        let isTrusted = wire.disagreement == nil && !wire.hasCertificateOfOtherName
        return HostVerdict(
            isFirstParty: isTrusted && contains(wire.origin), relation: HostRelation(name, to: baseHost),
            remarks: remarks)
    }
}
