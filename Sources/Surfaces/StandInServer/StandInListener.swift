package import Cryptography
internal import HTTPModel
package import HTTPWire
package import Sockets

/// Where a stand-in listens.
package struct StandInListening {
    /// For http; nil does without.
    package var listen: Endpoint?
    /// For https; nil does without. Leaf certificates are made for each name asked, by the authority.
    package var tlsListen: Endpoint?
    /// Seconds since 1970, for certificates.
    package var wallClock: () -> Int64
    package var limits = StandInListenerLimits()

    package init(listen: Endpoint?, tlsListen: Endpoint?, wallClock: @escaping () -> Int64) {
        self.listen = listen
        self.tlsListen = tlsListen
        self.wallClock = wallClock
    }
}

/// Bounds of the connections to a stand-in, besides those of a message's head.
package struct StandInListenerLimits: Sendable {
    package var bodyBytes = 1 << 20
    package var wire = WireLimits()

    package init() {}
}

/// Why a stand-in does not listen.
package enum StandInListenerError: Error, Hashable, Sendable {
    /// It plays other people's hosts, so it serves this machine only.
    case notLoopback(Endpoint)
    case socket(SocketError)
    case certificates(CryptographyError)
}

/// Serves a ``StandIn`` over HTTP/1.1, in clear and over TLS, on loopback addresses.
///
/// It lives on its loop's thread. Answers leave in the order of the requests.
package final class StandInListener {
    package private(set) var standIn: StandIn
    /// Told of each answer, before it leaves.
    package var served: (StandInRecord) -> Void = { _ in }
    /// Told of each message on a WebSocket, before its answer leaves.
    package var heard: (StandInMessage) -> Void = { _ in }

    let loop: EventLoop
    let listening: StandInListening
    private let tls: TLSServerContext
    private var listeners: [TCPListener] = []
    private var connections: [ObjectIdentifier: StandInConnection] = [:]

    package init(
        _ loop: EventLoop, _ standIn: StandIn, authority: CertificateAuthority, _ listening: StandInListening
    ) throws(StandInListenerError) {
        for endpoint in [listening.listen, listening.tlsListen] {
            if let endpoint, !endpoint.isLoopback { throw .notLoopback(endpoint) }
        }
        self.loop = loop
        self.standIn = standIn
        self.listening = listening
        do throws(CryptographyError) {
            tls = try TLSServerContext(authority: authority)
        } catch {
            throw .certificates(error)
        }
    }

    /// Accepts connections from now on; gives the addresses, with the ports that were taken.
    package func start() throws(StandInListenerError) -> (http: Endpoint?, https: Endpoint?) {
        do throws(SocketError) {
            let http = try open(listening.listen, over: .http)
            return (http, try open(listening.tlsListen, over: .https))
        } catch {
            stop()
            throw .socket(error)
        }
    }

    /// Closes the listeners and every connection.
    package func stop() {
        for listener in listeners { listener.close() }
        listeners = []
        for connection in connections.values { connection.close() }
    }

    private func open(_ endpoint: Endpoint?, over scheme: URLScheme) throws(SocketError) -> Endpoint? {
        guard let endpoint else { return nil }
        let listener = try TCPListener(loop, on: endpoint) { [unowned self] socket in accept(socket, over: scheme) }
        listeners.append(listener)
        return listener.endpoint
    }

    private func accept(_ socket: TCPStream, over scheme: URLScheme) {
        guard scheme == .https else { return keep(StandInConnection(socket, self, scheme: .http)) }
        do throws(CryptographyError) {
            let session = try tls.makeSession(defaultHost: standIn.hosts.metrike, now: listening.wallClock())
            var connection: StandInConnection?
            let secured = TLSStream(loop, over: socket, session: session) { result in
                if case .failure = result { connection?.close() }
            }
            let made = StandInConnection(secured, self, scheme: .https)
            connection = made
            keep(made)
        } catch {
            socket.reset()
        }
    }

    private func keep(_ connection: StandInConnection) {
        connections[ObjectIdentifier(connection)] = connection
        connection.start()
    }

    func closed(_ connection: StandInConnection) {
        connections[ObjectIdentifier(connection)] = nil
    }

    func answer(_ message: [UInt8], over request: StandInRequest) -> [UInt8] {
        let answer = standIn.answer(message, over: request)
        heard(StandInMessage(request: request, content: message))
        return answer
    }

    func answer(_ request: StandInRequest) -> StandInAnswer {
        let answer = standIn.answer(request)
        served(StandInRecord(request: request, status: answer.status))
        return answer
    }
}
