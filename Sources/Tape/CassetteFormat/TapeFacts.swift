package import HTTPModel

/// What is known of the recording as a whole.
package struct TapeHeader: Sendable, Hashable {
    /// 128 random bits, lower-case hexadecimal.
    package var id: String
    /// `fita/x.y.z`.
    package var tool: String
    /// Wall clock at the tape's zero, seconds and nanoseconds since 1970 (UTC).
    package var wallSeconds: Int64
    package var wallNanoseconds: Int32
    /// How it was recorded: `forward`, `reverse http://…`.
    package var mode: String
    /// The address the recorder listened on, `address:port`.
    package var listen: String
    /// Contract and base URL if they were named.
    package var contract: String?
    package var baseURL: String?
    /// Set on a tape whose personal values were replaced: the ``TapeSeal/rootBehindHeader`` that it had then.
    package var redacted: String?

    package init(
        id: String, tool: String, wallSeconds: Int64, wallNanoseconds: Int32, mode: String, listen: String,
        contract: String?, baseURL: String?, redacted: String? = nil
    ) {
        self.id = id
        self.tool = tool
        self.wallSeconds = wallSeconds
        self.wallNanoseconds = wallNanoseconds
        self.mode = mode
        self.listen = listen
        self.contract = contract
        self.baseURL = baseURL
        self.redacted = redacted
    }
}

/// A client's connection to the recorder.
package struct ClientConnectionFacts: Sendable, Hashable {
    package var id: Int
    package var opened: TapeTime
    /// `address:port` of the client.
    package var client: String
    /// Set when TLS was taken up with the client: version, cipher, the server name it asked for.
    package var tls: String?
    package var serverName: String?
    /// Why TLS with the client failed, if it did.
    package var tlsFailure: String?

    package init(
        id: Int, opened: TapeTime, client: String, tls: String? = nil, serverName: String? = nil,
        tlsFailure: String? = nil
    ) {
        self.id = id
        self.opened = opened
        self.client = client
        self.tls = tls
        self.serverName = serverName
        self.tlsFailure = tlsFailure
    }
}

/// A connection of the recorder to an origin.
package struct UpstreamConnectionFacts: Sendable, Hashable {
    package var id: Int
    package var opened: TapeTime
    package var origin: ServerOrigin
    /// `address:port` of this side and of the peer.
    package var local: String
    package var remote: String
    package var tls: String?
    /// SHA-256 of each certificate of the peer's chain (DER), leaf first, lower-case hexadecimal.
    package var chain: [String]
    /// What the verifier said of the chain, `ok` when all is well; nil where the tape does not tell.
    package var verification: String?
    /// Hosts and addresses that the peer's certificate is made for; empty where it has none or the tape does not tell.
    package var names: [String]

    package init(
        id: Int, opened: TapeTime, origin: ServerOrigin, local: String, remote: String, tls: String? = nil,
        chain: [String] = [], verification: String? = nil, names: [String] = []
    ) {
        self.verification = verification
        self.names = names
        self.id = id
        self.opened = opened
        self.origin = origin
        self.local = local
        self.remote = remote
        self.tls = tls
        self.chain = chain
    }
}

/// A statement of the operator or of the app about its own state, at a moment of the recording.
package struct Mark: Sendable, Hashable {
    package var time: TapeTime
    /// The mark stands after this many exchanges had begun.
    package var afterExchange: Int
    package var key: String
    package var value: String

    package init(time: TapeTime, afterExchange: Int, key: String, value: String) {
        self.time = time
        self.afterExchange = afterExchange
        self.key = key
        self.value = value
    }
}

/// What stands on a tape, in the order in which it is told.
package enum TapeItem: Sendable {
    case header(TapeHeader)
    case client(ClientConnectionFacts)
    case upstream(UpstreamConnectionFacts)
    case mark(Mark)
    case exchange(Exchange)
    case gap(TapeGap)
    /// Words of the recorder that belong to no exchange, such as a journal that ended without its end frame.
    case note(time: TapeTime, text: String)
    /// What the file of another tool does not tell of any exchange; stands at its end, and on no tape of our own.
    case losses(TapeLosses)
}
