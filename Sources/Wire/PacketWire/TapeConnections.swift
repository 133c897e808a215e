package import Cryptography

/// The connections the tape knows, to hold flows against.
package struct TapeConnections: Hashable, Sendable {
    /// A connection a client opened to the proxy.
    package struct Client: Hashable, Sendable {
        package var endpoint: Endpoint
        /// Nanoseconds since 1970, nil when not recorded.
        package var startedAt: Int64?

        package init(endpoint: Endpoint, startedAt: Int64? = nil) {
            self.endpoint = endpoint
            self.startedAt = startedAt
        }
    }

    /// A connection the proxy opened to a server.
    package struct Upstream: Hashable, Sendable {
        /// The proxy's own end, nil when not recorded: then one flow to the same server is taken for it.
        package var local: Endpoint?
        package var remote: Endpoint?
        /// The host and port that were dialled.
        package var host: CertificateName?
        package var port: UInt16

        package init(local: Endpoint? = nil, remote: Endpoint? = nil, host: CertificateName? = nil, port: UInt16) {
            self.local = local
            self.remote = remote
            self.host = host
            self.port = port
        }
    }

    /// Where the proxy listens; an unspecified address stands for any.
    package var listeners: [Endpoint]
    package var clients: [Client]
    package var upstreams: [Upstream]

    package init(listeners: [Endpoint], clients: [Client] = [], upstreams: [Upstream] = []) {
        self.listeners = listeners
        self.clients = clients
        self.upstreams = upstreams
    }
}
