import Cryptography

enum Clients {
    /// A client's TLS session that trusts fita's authority.
    static func session(_ host: String, protocols: [String] = ["http/1.1"]) throws -> TLSSession {
        let trust = TLSTrust(systemStore: false, bundles: [try Authorities.proxy.orThrow().certificatePEM])
        return try TLSClientContext(trust: trust, applicationProtocols: protocols).makeSession(
            host: host, now: Authorities.now)
    }
}

extension Clients {
    /// A client's TLS session that trusts nobody.
    static func distrusting(_ host: String) throws -> TLSSession {
        let trust = TLSTrust(systemStore: false)
        return try TLSClientContext(trust: trust).makeSession(host: host, now: Authorities.now)
    }
}
