package import CassetteFormat
import HTTPModel

/// What a connection to an origin showed of whoever answered it.
package struct PeerFacts: Sendable, Hashable {
    /// Without port; a parent proxy's, where the connection went through one.
    package let address: String
    /// SHA-256 of the peer's own certificate; nil without TLS.
    package let certificate: String?
    /// Hosts that the certificate is made for; empty where the tape does not tell.
    package let names: [String]
    /// Nil where the tape does not tell whether the certificate was verified.
    package let isVerified: Bool?

    package init(_ facts: UpstreamConnectionFacts) {
        let colon = facts.remote.utf8.lastIndex(of: UInt8(ascii: ":")) ?? facts.remote.endIndex
        address = String(facts.remote[..<colon].filter { $0 != "[" && $0 != "]" })
        certificate = facts.chain.first
        names = facts.names
        isVerified = facts.verification.map { $0 == "ok" }
    }

    /// Whether the certificate is another name's: nobody vouched for it, and none of its names is the host (RFC 9525
    /// §6.3). A certificate that was verified is the host's, whatever is told of it here.
    package func isOfOther(than host: String) -> Bool {
        isVerified == false && !names.isEmpty && !names.contains { Self.covers($0, host) }
    }

    /// An asterisk stands for one label.
    private static func covers(_ name: String, _ host: String) -> Bool {
        let name = FirstPartyHosts.normalized(name)
        guard name.hasPrefix("*.") else { return name == host }
        guard let dot = host.firstIndex(of: ".") else { return false }
        return host[dot...] == name.dropFirst()
    }

    /// Of a private network or of the machine itself (RFC 1918, 1122, 3927, 4193, 4291).
    package var isPrivate: Bool {
        guard address.utf8.contains(UInt8(ascii: ":")) else { return IPv4Text.isPrivate(address) }
        let start = address.prefix(4).utf8.map(ASCII.lowercased)
        return address == "::1" || ["fc", "fd", "fe8", "fe9", "fea", "feb"].contains { start.starts(with: $0.utf8) }
    }
}
