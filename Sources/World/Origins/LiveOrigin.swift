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

    /// Told of each connection to a server that has not proved who it is, and why.
    package var unverified: (_ host: String, _ why: String) -> Void = { _, _ in }
    /// Says where connections may go; nil lets them go everywhere.
    package var destinations: DestinationGuard?

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
        return pool.take(UpstreamPlace(request), now: loop.now, maximumIdle: maximum)
    }

    func release(_ connection: UpstreamConnection) {
        pool.put(connection, now: loop.now)
    }

    func forget(_ connection: UpstreamConnection) {
        pool.remove(connection)
    }

    /// - Parameter isTunnel: the client's bytes pass unread, its TLS included: none is taken up here.
    func connect(
        _ place: UpstreamPlace, isTunnel: Bool, done: @escaping (Result<UpstreamConnection, OriginFailure>) -> Void
    ) {
        let origin = place.origin
        let judge: (DialedAddress) -> DialFailure? = { [destinations] dialed in
            guard let address = NetworkAddress(bytes: dialed.bytes) else { return nil }
            return destinations?.refusal(
                address: address, port: dialed.port, isElsewhere: place.isElsewhere, isOfOperator: dialed.isOfOperator
            ).map { DialFailure(code: $0.code, detail: $0.text) }
        }
        dialer.dial(place.address ?? origin.host, origin.port, judge: judge) { [self] result in
            switch result {
            case .failure(let failure):
                done(.failure(.unreachable(code: failure.code, detail: failure.detail)))
            case .success(let stream):
                connects += 1
                let opening = UpstreamOpening(
                    origin: origin, local: stream.localEndpoint, remote: stream.peerEndpoint, tls: nil, chain: [])
                guard origin.scheme == .https, !isTunnel else {
                    let id = connectionOpened(opening)
                    done(.success(UpstreamConnection(stream, place, id: id, self)))
                    return
                }
                tls.start(loop, over: stream, host: origin.host) { [self] outcome in
                    switch outcome {
                    case .failure(let failure): done(.failure(failure))
                    case .success(let secured):
                        if let warning = secured.warning { unverified(origin.host, warning) }
                        var opening = opening
                        opening.tls = secured.summary
                        opening.chain = secured.chain
                        let id = connectionOpened(opening)
                        done(.success(UpstreamConnection(secured.stream, place, id: id, self)))
                    }
                }
            }
        }
    }
}

/// What two requests must have alike to go over the same connection.
struct UpstreamPlace: Hashable {
    let origin: ServerOrigin
    /// Where the connection goes, if not to what the origin's name stands for.
    let address: String?
    /// Clients elsewhere may not reach all that clients here may.
    let isElsewhere: Bool

    init(_ request: OriginRequest) {
        origin = request.origin
        address = request.address
        isElsewhere = request.isElsewhere
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
    /// What is wrong with the server's certificate, where that was let pass.
    package let warning: String?

    package init(stream: any ByteStream, summary: String, chain: [String], warning: String? = nil) {
        self.warning = warning
        self.stream = stream
        self.summary = summary
        self.chain = chain
    }
}
