package import HTTPModel
package import HTTPWire
package import ProxyCore
package import Sockets
package import Dialing

/// Asks real servers, over pooled connections.
package final class LiveOrigin: Origin {
    /// Told of each new upstream connection; gives it an id for the tape.
    package var connectionOpened: (UpstreamOpening) -> Int = { _ in 0 }
    /// Upstream connections made so far.
    package private(set) var connects = 0

    /// Hosts whose answers are read leniently, in lower case. What is forgiven one is noted on each exchange.
    package var lenientHosts: Set<String> = []

    let loop: EventLoop
    let limits: WireLimits
    private let dialer: Dialer
    private let tls: any UpstreamTLS
    private let pool = UpstreamPool()

    package init(_ loop: EventLoop, dialer: Dialer, tls: any UpstreamTLS, limits: WireLimits = WireLimits()) {
        self.loop = loop
        self.dialer = dialer
        self.tls = tls
        self.limits = limits
    }

    package func ask(_ request: OriginRequest, answerTo sink: any AnswerSink) -> any RequestSink {
        let exchange = LiveExchange(request, sink, self)
        exchange.start()
        return exchange
    }

    package func refused(_ refusal: RefusedRequest) {}

    /// Closes connections that no exchange uses and that have been idle too long. Called by the runtime's sweep.
    package func sweep() {
        pool.sweep(now: loop.now)
    }

    package func closeIdle() {
        pool.closeAll()
    }

    func takeIdle(for request: OriginRequest) -> UpstreamConnection? {
        guard case .plain = request.kind else { return nil }
        // A server may be closing an idle connection just now. What may be asked twice is asked again then; what may
        // not goes only onto a connection that was in use a moment ago.
        let maximum = LiveExchange.mayAskAgain(request) ? UpstreamPool.idleLimit : UpstreamPool.idleLimitForUnsafe
        return pool.take(request.origin, now: loop.now, maximumIdle: maximum)
    }

    func release(_ connection: UpstreamConnection) {
        pool.put(connection, now: loop.now)
    }

    func forget(_ connection: UpstreamConnection) {
        pool.remove(connection)
    }

    /// - Parameter isTunnel: the client's bytes pass unread, its TLS included: none is taken up here.
    func connect(
        _ origin: ServerOrigin, isTunnel: Bool, done: @escaping (Result<UpstreamConnection, OriginFailure>) -> Void
    ) {
        dialer.dial(origin.host, origin.port) { [self] result in
            switch result {
            case .failure(let failure):
                done(.failure(.unreachable(code: failure.code, detail: failure.detail)))
            case .success(let stream):
                connects += 1
                let opening = UpstreamOpening(
                    origin: origin, local: stream.localEndpoint, remote: stream.peerEndpoint, tls: nil, chain: [])
                guard origin.scheme == .https, !isTunnel else {
                    let id = connectionOpened(opening)
                    done(.success(UpstreamConnection(stream, origin, id: id, self)))
                    return
                }
                tls.start(loop, over: stream, host: origin.host) { [self] outcome in
                    switch outcome {
                    case .failure(let failure): done(.failure(failure))
                    case .success(let secured):
                        var opening = opening
                        opening.tls = secured.summary
                        opening.chain = secured.chain
                        let id = connectionOpened(opening)
                        done(.success(UpstreamConnection(secured.stream, origin, id: id, self)))
                    }
                }
            }
        }
    }
}

/// A new upstream connection, as the tape is to know it.
package struct UpstreamOpening: Sendable {
    package let origin: ServerOrigin
    package let local: Endpoint?
    package let remote: Endpoint?
    /// Version and cipher.
    package var tls: String?
    /// SHA-256 of each certificate of the chain, leaf first.
    package var chain: [String]
}

/// Takes up TLS with an origin, and verifies who it is.
package protocol UpstreamTLS: AnyObject {
    func start(
        _ loop: EventLoop, over stream: TCPStream, host: String,
        done: @escaping (Result<SecuredStream, OriginFailure>) -> Void)
}

package struct SecuredStream {
    package let stream: any ByteStream
    package let summary: String
    package let chain: [String]

    package init(stream: any ByteStream, summary: String, chain: [String]) {
        self.stream = stream
        self.summary = summary
        self.chain = chain
    }
}
