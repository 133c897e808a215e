package import Cryptography
package import HTTP2Wire
package import HTTPModel
package import HTTPWire
package import Platform
package import ProxyCore
package import Sockets

/// What a proxy server is told at its start.
package struct ProxyServerConfiguration {
    package var listen: Endpoint
    /// Set for a reverse proxy: all requests are for this origin.
    package var reverse: ServerOrigin?
    /// A second address, for clients that speak SOCKS. Without it they are heard on the first all the same, unless that
    /// is a reverse proxy's.
    package var socksListen: Endpoint?
    /// A further address, for connections that the system redirects there.
    package var transparentListen: Endpoint?
    /// Tells where a redirected connection was bound.
    package var originalDestination: (TCPStream) -> OriginalDestination? = { $0.originalDestination }
    /// Takes up TLS with clients.
    package var tls: TLSServerContext
    /// Seconds since 1970, for certificates.
    package var wallClock: () -> Int64
    package var limits = WireLimits()
    package var http2 = HTTP2Limits()
    package var admission = ClientAdmission()
    /// Says where requests may go; nil sends them everywhere.
    package var destinations: DestinationGuard?
    package var passthrough = PassthroughHosts()

    package init(
        listen: Endpoint, reverse: ServerOrigin?, tls: TLSServerContext, wallClock: @escaping () -> Int64
    ) {
        self.listen = listen
        self.reverse = reverse
        self.tls = tls
        self.wallClock = wallClock
    }
}

/// How long a client connection may wait. In ticks of the sweep, half a second each.
enum ClientTime {
    static let tick: UInt64 = 500
    /// To the first byte of a connection. Browsers open some that they may never need; those are of no worth later.
    static let firstByte = 20
    /// From the first byte of a head to its end; also for the handshake of TLS.
    static let head = 20
    /// After a CONNECT, before the server is let speak first. A client that then says something that could have been
    /// read is not heard any more, so this is long for a client.
    static let silence = 3
    /// Between exchanges. Longer than clients keep a connection that they may use again (OkHttp: 5 minutes), so that it
    /// is the client that closes: a request that crosses our close on its way would be lost to the app.
    static let idle = 720
    /// From a whole request to the head of its answer.
    static let answerHead = 60
    /// Without a byte either way in a body; also the span over which a body's rate is measured.
    static let body = 120
    /// For a client to take its last bytes and close.
    static let linger = 4
}

/// What of a client's connection the tape is to know.
package struct ClientConnectionEvents {
    package var opened: (_ id: Int, _ peer: Endpoint?) -> Void = { _, _ in }
    package var tls: (_ id: Int, _ facts: TLSFacts) -> Void = { _, _ in }
    /// - Parameters:
    ///   - host: it was for.
    ///   - serverName: the client's hello names, where it names any.
    package var tlsFailed: (_ id: Int, _ failure: TLSFailure, _ host: String, _ serverName: String?) -> Void = {
        _, _, _, _ in
    }
    /// A client would not have our certificate; once for each client address and host.
    package var certificateRefused: (_ id: Int, _ refusal: CertificateRefusal) -> Void = { _, _ in }
    /// A client came from an address that is not served.
    package var turnedAway: (_ address: String) -> Void = { _ in }

    package init() {}
}

/// Listens, and serves each client's connection until it ends.
package final class ProxyServer {
    let configuration: ProxyServerConfiguration
    let origin: any Origin
    let loop: EventLoop
    package var events = ClientConnectionEvents()

    /// Half seconds since the start.
    private(set) var now = 0
    private var listeners: [TCPListener] = []
    /// The second address listened on, with the port that was taken.
    package private(set) var socksEndpoint: Endpoint?
    /// The address for redirected connections.
    package private(set) var transparentEndpoint: Endpoint?
    private var connections: [ObjectIdentifier: ClientConnection] = [:]
    private var nextConnection = 0
    private var sweep: Timer?
    private var stopping: (() -> Void)?
    private var deadline: Timer?
    /// Called at each sweep, for what else grows old.
    package var onSweep: () -> Void = {}
    package var acceptFailed: (SocketError) -> Void = { _ in }

    package init(_ loop: EventLoop, _ configuration: ProxyServerConfiguration, origin: any Origin) {
        self.loop = loop
        self.configuration = configuration
        self.origin = origin
    }

    /// Accepts connections from now on; gives the address, with the port that was taken.
    package func start() throws(SocketError) -> Endpoint {
        let endpoint = try listen(on: configuration.listen, .main)
        if let second = configuration.socksListen { socksEndpoint = try listen(on: second, .socks) }
        if let third = configuration.transparentListen { transparentEndpoint = try listen(on: third, .transparent) }
        sweep = Timer(loop, after: ClientTime.tick, every: ClientTime.tick) { [unowned self] in tick() }
        return endpoint
    }

    private func listen(on endpoint: Endpoint, _ door: Door) throws(SocketError) -> Endpoint {
        let listener = try TCPListener(loop, on: endpoint, failed: { [unowned self] in acceptFailed($0) }) {
            [unowned self] stream in accept(stream, door)
        }
        listeners.append(listener)
        return listener.endpoint ?? endpoint
    }

    /// The addresses that clients come in by.
    enum Door {
        case main
        case socks
        case transparent
    }

    /// All addresses that are listened on.
    package var endpoints: [Endpoint] { listeners.compactMap(\.endpoint) }

    private func accept(_ stream: TCPStream, _ door: Door) {
        take(stream, door, peer: stream.peerEndpoint).start()
    }

    private func take(_ stream: TCPStream, _ door: Door, peer: Endpoint?) -> ClientConnection {
        nextConnection += 1
        let connection = ClientConnection(stream, id: nextConnection, door: door, self, peer: peer)
        connections[ObjectIdentifier(connection)] = connection
        events.opened(nextConnection, peer)
        return connection
    }

    /// Takes over the inner end of a tunnel that the proxy itself stands at the outer end of, as a client's connection.
    func adopt(_ stream: TCPStream, on entry: TunnelEntry, of client: ClientConnection) -> ClientConnection {
        let connection = take(stream, client.door, peer: client.peerEndpoint)
        connection.mode = .connected(entry)
        connection.start()
        if stopping != nil { connection.stopWhenIdle() }
        return connection
    }

    func closed(_ connection: ClientConnection) {
        connections[ObjectIdentifier(connection)] = nil
        finishStopping()
    }

    /// Half a second has gone by.
    func tick() {
        now += 1
        for connection in connections.values { connection.tick(now) }
        onSweep()
    }

    package var openConnections: Int { connections.count }
    var openClients: [ClientConnection] { Array(connections.values) }

    /// Accepts no more, lets exchanges under way end, and calls `done` when all have, or at the time limit.
    package func stop(within milliseconds: UInt64, done: @escaping () -> Void) {
        guard stopping == nil else { return }
        for listener in listeners { listener.close() }
        listeners = []
        stopping = done
        // Before the last connection can end: what it then lets go of must be there already.
        deadline = Timer(loop, after: milliseconds, keepsLoopAlive: true) { [unowned self] in stopNow() }
        for connection in connections.values { connection.stopWhenIdle() }
        finishStopping()
    }

    /// Cuts what is still under way.
    package func stopNow() {
        for connection in connections.values { connection.abort(.stopping) }
        finishStopping()
    }

    private func finishStopping() {
        guard connections.isEmpty, let done = stopping else { return }
        stopping = nil
        deadline = nil
        sweep = nil
        done()
    }
}
