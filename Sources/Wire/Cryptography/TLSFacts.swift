/// What a finished handshake agreed on.
package struct TLSFacts: Hashable, Sendable {
    /// `TLSv1.2` or `TLSv1.3`.
    package let version: String
    /// The suite's IANA name.
    package let cipher: String
    /// The application protocol chosen (RFC 7301), nil when none was.
    package let applicationProtocol: String?
    /// The host name the client sent (RFC 6066 §3).
    package let serverName: String?
    /// SHA-256 over the DER of each certificate the server sent, its own first. Empty in the server role.
    package let peerChainDigests: [[UInt8]]
    /// Hosts and addresses that the server's own certificate is made for (RFC 5280 §4.2.1.6), as they stand there; the
    /// first 64 of them, addresses of IPv6 in full. Empty in the server role.
    package let peerNames: [String]
    /// What the verifier said of the chain, `ok` when all is well. Empty in the server role.
    package let verification: String
    /// An earlier session's secrets were used: the chain was verified then, not now.
    package let resumed: Bool
}
