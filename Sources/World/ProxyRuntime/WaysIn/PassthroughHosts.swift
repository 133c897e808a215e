import Cryptography
package import ProxyCore

/// The hosts whose TLS passes unread: those the operator named, and those whose client refused our certificate.
///
/// Owned by one loop.
package final class PassthroughHosts {
    /// Hosts that are learned; those after them go on being read, and refused.
    package static let learnedLimit = 1_024

    private let named: HostPatterns
    private let learns: Bool
    private var learned: Set<Learned> = []

    private struct Learned: Hashable {
        let client: NetworkAddress?
        let host: String
    }

    /// - Parameters:
    ///   - named: by the operator.
    ///   - learns: a host whose client refused our certificate passes unread from then on, for that client.
    package init(named: HostPatterns = HostPatterns(), learns: Bool = false) {
        self.named = named
        self.learns = learns
    }

    /// Whether the name a client's TLS asks for can matter.
    var looksAtNames: Bool { !named.isEmpty || !learned.isEmpty }

    /// Why the host's TLS passes unread; nil where it is read.
    func cause(_ host: String, _ client: NetworkAddress?) -> String? {
        if named.contains(host) { return "passed unread, since --passthrough names \(host)" }
        if learned.contains(Learned(client: client, host: host)) {
            return "passed unread, since this client has refused fita's certificate for \(host)"
        }
        return nil
    }

    /// A handshake with a client failed. True where the host is passed through from now on because of it.
    func learn(_ host: String, _ client: NetworkAddress?, _ failure: TLSFailure) -> Bool {
        guard learns, failure.kind == .ourCertificateRefused, !host.isEmpty,
            learned.count < PassthroughHosts.learnedLimit
        else { return false }
        return learned.insert(Learned(client: client, host: host)).inserted
    }
}
