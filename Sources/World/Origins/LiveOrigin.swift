package import HTTP2Wire
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
    /// HTTP/2 is offered to origins where the client speaks it.
    package var offersHTTP2 = true
    /// Hosts whose answers are read leniently, in lower case. What is forgiven one is noted on each exchange.
    package var lenientHosts: Set<String> = []

    let loop: EventLoop
    let limits: WireLimits
    private let dialer: Dialer
    private let tls: any UpstreamTLS
    private let pool = UpstreamPool()
    private let shared = SharedUpstreams()
    let http2: HTTP2Limits

    package init(
        _ loop: EventLoop, dialer: Dialer, tls: any UpstreamTLS, limits: WireLimits = WireLimits(),
        http2: HTTP2Limits = LiveOrigin.towardsOrigins
    ) {
        self.loop = loop
        self.dialer = dialer
        self.tls = tls
        self.limits = limits
        self.http2 = http2
    }

    /// Origins send much and get little: their streams have wider windows than clients'.
    package static let towardsOrigins: HTTP2Limits = {
        var limits = HTTP2Limits()
        limits.streamWindow = 262_144
        limits.connectionWindow = 4 << 20
        return limits
    }()

    package func ask(_ request: OriginRequest, answerTo sink: any AnswerSink) -> any RequestSink {
        let exchange = LiveExchange(request, sink, self)
        exchange.start()
        return exchange
    }

    package func refused(_ refusal: RefusedRequest) {}

    /// Closes connections that no exchange uses and that have been idle too long. Called by the runtime's sweep.
    package func sweep() {
        pool.sweep(now: loop.now)
        shared.sweep(now: loop.now)
    }

    package func closeIdle() {
        pool.closeAll()
        shared.endIdle()
    }

    func takeOpen(for request: OriginRequest) -> (any RequestCarrier)? {
        if wantsHTTP2(request), let connection = shared.connection(to: UpstreamPlace(request)) {
            return connection.makeStream()
        }
        guard case .plain = request.kind else { return nil }
        // A server may be closing an idle connection just now. What may be asked twice is asked again then; what may
        // not goes only onto a connection that was in use a moment ago.
        let maximum = LiveExchange.mayAskAgain(request) ? UpstreamPool.idleLimit : UpstreamPool.idleLimitForUnsafe
        return pool.take(UpstreamPlace(request), now: loop.now, maximumIdle: maximum)
    }

    /// An origin is spoken to as the client speaks, unless it has refused that.
    private func wantsHTTP2(_ request: OriginRequest) -> Bool {
        guard mayAskOverHTTP2(request), request.origin.scheme == .https else { return false }
        return request.http2 != nil || shared.speaksOnlyHTTP2(request.origin)
    }

    /// Whether HTTP/2 has a form for what is asked, as far as is known of the origin.
    private func mayAskOverHTTP2(_ request: OriginRequest) -> Bool {
        switch request.kind {
        case .plain: offersHTTP2
        case .upgrade: offersHTTP2 && request.asksForWebSocket && !shared.takesNoExtendedConnect(request.origin)
        case .tunnel: false
        }
    }

    func noteNoExtendedConnect(_ origin: ServerOrigin) {
        shared.noteNoExtendedConnect(origin)
    }

    func release(_ connection: UpstreamConnection) {
        pool.put(connection, now: loop.now)
    }

    func forget(_ connection: UpstreamConnection) {
        pool.remove(connection)
    }

    func forget(_ connection: HTTP2UpstreamConnection) {
        shared.remove(connection)
    }

    func connect(for request: OriginRequest, done: @escaping (Result<any RequestCarrier, OriginFailure>) -> Void) {
        guard wantsHTTP2(request) else {
            return open(request, protocols: ["http/1.1"]) { [self] result in
                // A server that speaks HTTP/2 alone says so; it is asked again in its own way.
                guard case .failure(.unreachable(code: "alpn", _)) = result, mayAskOverHTTP2(request) else {
                    return done(result)
                }
                shared.noteOnlyHTTP2(request.origin)
                connect(for: request, done: done)
            }
        }
        // A second connection is of no use where the first one turns out to carry many requests.
        let goesFirst = shared.wait(for: UpstreamPlace(request)) { [self] in
            if let carrier = takeOpen(for: request) { return done(.success(carrier)) }
            open(request, protocols: ["h2", "http/1.1"], done: done)
        }
        guard goesFirst else { return }
        open(request, protocols: ["h2", "http/1.1"]) { [self] result in
            if case .success(let carrier) = result, carrier is UpstreamConnection {
                shared.noteOnlyHTTP1(request.origin)
            }
            done(result)
            shared.settled(UpstreamPlace(request))
        }
    }

    private func open(
        _ request: OriginRequest, protocols: [String],
        done: @escaping (Result<any RequestCarrier, OriginFailure>) -> Void
    ) {
        let place = UpstreamPlace(request)
        let origin = place.origin
        // A tunnel's bytes pass unread, the client's TLS included: none is taken up here.
        let isTunnel = if case .tunnel = request.kind { true } else { false }
        let judge: (DialedAddress) -> DialFailure? = { [destinations] dialed in
            guard let address = NetworkAddress(bytes: dialed.bytes) else { return nil }
            return destinations?.refusal(
                address: address, port: dialed.port, isElsewhere: place.isElsewhere, isOfOperator: dialed.isOfOperator,
                asksOthers: true
            ).map { DialFailure(code: $0.code, detail: $0.text) }
        }
        dialer.dial(place.address ?? origin.host, origin.port, judge: judge) { [self] result in
            switch result {
            case .failure(let failure):
                done(.failure(.unreachable(code: failure.code, detail: failure.detail)))
            case .success(let stream):
                connects += 1
                note(stream)
                let opening = UpstreamOpening(
                    origin: origin, local: stream.localEndpoint, remote: stream.peerEndpoint, tls: nil, chain: [])
                guard origin.scheme == .https, !isTunnel else {
                    let id = connectionOpened(opening)
                    done(.success(UpstreamConnection(stream, place, id: id, self)))
                    return
                }
                tls.start(loop, over: stream, host: origin.host, protocols: protocols) { [self] outcome in
                    switch outcome {
                    case .failure(let failure): done(.failure(failure))
                    case .success(let secured):
                        if secured.verification != "ok" { unverified(origin.host, secured.verification) }
                        done(.success(carrier(secured, opening, place)))
                    }
                }
            }
        }
    }

    /// The connection is known for fita's own until it is gone.
    private func note(_ stream: TCPStream) {
        guard let destinations, let from = stream.localEndpoint.flatMap(LiveOrigin.place),
            let to = stream.peerEndpoint.flatMap(LiveOrigin.place)
        else { return }
        destinations.opened(from: from, to: to)
        stream.onClosed = { destinations.closed(from: from, to: to) }
    }

    private static func place(_ endpoint: Endpoint) -> DestinationGuard.Place? {
        NetworkAddress(endpoint.address).map { DestinationGuard.Place($0, endpoint.port) }
    }

    private func carrier(
        _ secured: SecuredStream, _ opening: UpstreamOpening, _ place: UpstreamPlace
    ) -> any RequestCarrier {
        var opening = opening
        opening.tls = secured.summary
        opening.chain = secured.chain
        opening.verification = secured.verification
        opening.names = secured.names
        let id = connectionOpened(opening)
        guard secured.applicationProtocol == "h2" else {
            return UpstreamConnection(secured.stream, place, id: id, self)
        }
        let connection = HTTP2UpstreamConnection(secured.stream, place, id: id, self)
        shared.add(connection)
        return connection.makeStream()
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
    /// What the verifier said of the chain; nil without TLS.
    package var verification: String?
    /// What the certificate is made for.
    package var names: [String] = []
}

/// Takes up TLS with an origin, offering these protocols, and verifies who it is.
package protocol UpstreamTLS: AnyObject {
    func start(
        _ loop: EventLoop, over stream: TCPStream, host: String, protocols: [String],
        done: @escaping (Result<SecuredStream, OriginFailure>) -> Void)
}

package struct SecuredStream {
    package let stream: any ByteStream
    package let summary: String
    package let chain: [String]
    /// What was agreed on (RFC 7301); nil where nothing was.
    package let applicationProtocol: String?
    /// What the verifier said of the server's certificate: `ok`, or what was let pass.
    package let verification: String
    /// Hosts and addresses that the certificate is made for.
    package let names: [String]

    package init(
        stream: any ByteStream, summary: String, chain: [String], applicationProtocol: String?, verification: String,
        names: [String]
    ) {
        self.applicationProtocol = applicationProtocol
        self.verification = verification
        self.names = names
        self.stream = stream
        self.summary = summary
        self.chain = chain
    }
}
