package import CassetteFormat
package import HTTPModel

/// What a request says of the host it is for: where it was dialled, its Host field or `:authority`, and the name that
/// TLS asked for.
package struct WireHosts: Sendable {
    package let origin: ServerOrigin
    /// The values of Host, as sent.
    package let hostFields: [ArraySlice<UInt8>]
    package let serverName: String?
    /// Names that the host's DNS answer leads on to, in order.
    package let aliases: [String]
    /// The peer's IPv4 address, where it is known.
    package let address: String?
    /// The peer's certificate is another name's.
    package let hasCertificateOfOtherName: Bool

    package init(
        origin: ServerOrigin, hostFields: [ArraySlice<UInt8>], serverName: String?, aliases: [String] = [],
        address: String? = nil, hasCertificateOfOtherName: Bool = false
    ) {
        self.origin = origin
        self.hostFields = hostFields
        self.serverName = serverName
        self.aliases = aliases
        self.address = address
        self.hasCertificateOfOtherName = hasCertificateOfOtherName
    }

    /// Of an exchange. Behind a reverse proxy the client names the proxy itself: nothing is compared.
    package init(_ exchange: Exchange, _ head: RequestHead, serverName: String?, peer: PeerFacts? = nil) {
        let isReverse = exchange.ingress == .reverse
        let isOther = peer?.isOfOther(than: FirstPartyHosts.normalized(exchange.origin.host)) == true
        self.init(
            origin: exchange.origin, hostFields: isReverse ? [] : head.values(of: "host"),
            serverName: isReverse ? nil : serverName, address: peer?.address, hasCertificateOfOtherName: isOther)
    }

    /// What does not agree, in words; nil where all does. An absent Host or name disagrees with nothing.
    package var disagreement: String? {
        if hostFields.count > 1 { return "\(hostFields.count) Host fields" }
        // Nearly every Host and every name is written as it was dialled.
        if let field = hostFields.first, !field.elementsEqual(origin.host.utf8), !isDialled(field) {
            return "Host says \(SafeText.text(field.prefix(80)))"
        }
        if let serverName, serverName != origin.host,
            FirstPartyHosts.normalized(serverName) != FirstPartyHosts.normalized(origin.host)
        {
            return "TLS asked for \(SafeText.text(String(serverName.prefix(80))))"
        }
        return nil
    }

    private func isDialled(_ field: ArraySlice<UInt8>) -> Bool {
        guard !field.contains(UInt8(ascii: "@")),
            case .host(let host) = URLReadingResult.authority(field, scheme: origin.scheme.rawValue)
        else { return false }
        return host.name.text == FirstPartyHosts.normalized(origin.host)
    }
}

extension IPv4Text {
    /// Whether an address in dotted decimals is of a private network or of the machine itself (RFC 1918, 1122, 3927).
    static func isPrivate(_ address: String) -> Bool {
        let parts = address.split(separator: ".").compactMap { UInt8($0) }
        guard parts.count == 4 else { return false }
        switch (parts[0], parts[1]) {
        case (10, _), (127, _), (0, _), (172, 16...31), (192, 168), (169, 254): return true
        default: return false
        }
    }
}
