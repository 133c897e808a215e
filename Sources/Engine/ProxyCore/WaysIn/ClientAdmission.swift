package import HTTPModel

/// Whom the proxy serves. Clients on the machine itself are always let in, but must know the password where there is
/// one.
package struct ClientAdmission: Sendable {
    /// What clients have to know; nil asks for nothing.
    package var credentials: ProxyCredentials?
    /// Where clients may be; empty lets in whoever knows the credentials.
    package var allowed: [AddressBlock]

    package init(credentials: ProxyCredentials? = nil, allowed: [AddressBlock] = []) {
        self.credentials = credentials
        self.allowed = allowed
    }

    /// Whether other machines can be let in with some order: without that the proxy serves its own machine only.
    package var isRestricted: Bool { credentials != nil || !allowed.isEmpty }

    /// Whether a client at this address is served at all. Nil is an address that could not be learned.
    package func admits(_ peer: NetworkAddress?) -> Bool {
        guard let peer else { return false }
        if peer.isLoopback || allowed.contains(where: { $0.contains(peer) }) { return true }
        return allowed.isEmpty && credentials != nil
    }

    /// The answer to a client that is not served.
    package func refusal(of peer: NetworkAddress?) -> OwnAnswer {
        let address = peer?.description ?? "this address"
        return OwnAnswer(
            status: 403, title: "fita does not serve \(address)",
            text: "It serves the clients that it was started for.\nAdd the address or its network: --allow \(address)\n"
        )
    }

    /// The challenge (RFC 9110 §11.7.1) to a request without the right `Proxy-Authorization`; nil lets it in.
    package func challenge(to head: RequestHead) -> OwnAnswer? {
        guard let credentials else { return nil }
        let values = head.values(of: "proxy-authorization")
        if values.count == 1, credentials.admit(values[0]) { return nil }
        return OwnAnswer(
            status: 407, title: "fita asks for a name and password",
            text: "Give those of --proxy-user in the proxy settings.\n",
            fields: ["Proxy-Authenticate: Basic realm=\"fita\", charset=\"UTF-8\""])
    }
}
