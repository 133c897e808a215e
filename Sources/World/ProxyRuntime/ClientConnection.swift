import HTTP2Wire
import HTTPModel
import HTTPWire
import ProxyCore
import Sockets
import Cryptography

/// One client's connection: peels tunnel and TLS, hands requests to the origin, writes the answers.
final class ClientConnection {
    enum Mode {
        /// The first byte tells HTTP, SOCKS and, to the reverse proxy, TLS.
        case sniffing
        case socks(SOCKSHandshake)
        /// TLS begins; the name it asks for is not read yet.
        case hello(PendingHello)
        case http
        /// A way was granted; the first bytes tell what is inside.
        case connected(TunnelEntry)
        case handshake
        case tunnel
        /// What it carries is another connection's, through a tunnel inside the TLS with the proxy.
        case relay(StreamRelay)
        case http2(HTTP2Connection)
        /// The last bytes are on their way; what still comes is not read.
        case lingering
        case closed
    }

    let id: Int
    /// The listener it came through.
    let door: ProxyServer.Door
    let peerEndpoint: Endpoint?
    let peer: NetworkAddress?
    unowned let server: ProxyServer
    var stream: any ByteStream
    var mode = Mode.sniffing
    var machine: ServerMachine
    var carry: [UInt8] = []
    /// Where plain requests are bound, and under which name the tape has the way they came.
    private(set) var place: ServerMachine.Place

    /// The way that was granted, once it is known what is on it.
    var way: TunnelEntry?

    /// Set from the start of TLS to the client's first byte under it.
    var trial: CertificateTrial?
    /// The host that TLS was taken up for.
    var servedHost: String?

    // The exchange under way.
    var requestSink: (any RequestSink)?
    var request: OriginRequest?
    var answer = AnswerState()
    private var requestIsWhole = false
    private(set) var isPausedForOrigin = false
    private var clientHasEnded = false
    private var stopsWhenIdle = false
    /// It did not end as its protocol has it: who carries it must not make that look whole.
    private(set) var isCut = false
    var isClosed: Bool {
        if case .closed = mode { return true }
        return false
    }
    var lastActivity = 0
    /// When the first byte came of a head that is not whole yet.
    var headStart: Int?
    private var hasSpoken = false
    private var rate = RateWatch()

    struct AnswerState {
        var hasHead = false
        var framing = BodyFraming.none
        /// Takes the chunked coding off for a client that does not know it.
        var dechunker: ChunkMachine?
        var isPaused = false
    }

    /// A client that sends ahead is read up to here.
    private static let pipelineLimit = 65_536

    init(_ stream: TCPStream, id: Int, door: ProxyServer.Door, _ server: ProxyServer, peer endpoint: Endpoint?) {
        self.stream = stream
        self.id = id
        self.door = door
        peerEndpoint = endpoint
        peer = endpoint.flatMap { NetworkAddress($0.address) }
        self.server = server
        place = .proxy
        if door == .main, let reverse = server.configuration.reverse {
            place = .fixed(reverse, ingress: "reverse", rewritesHost: true)
        }
        machine = ServerMachine(place: place, connection: id, limits: server.configuration.limits)
        lastActivity = server.now
    }

    func start() {
        if !server.configuration.admission.admits(peer) {
            server.events.turnedAway(peer?.description ?? "an unknown address")
        }
        stream.delegate = self
        if door == .transparent { beginRedirected() }
        stream.startReading()
    }

    /// Whether a redirected connection is one that this fita has made.
    func isOwn(_ entry: TunnelEntry) -> Bool {
        guard entry.means == .transparent, let peer, let destinations = server.configuration.destinations,
            let bound = NetworkAddress(entry.address ?? entry.origin.host)
        else { return false }
        return destinations.isOwn(
            from: DestinationGuard.Place(peer, peerEndpoint?.port ?? 0),
            to: DestinationGuard.Place(bound, entry.origin.port))
    }

    var hasExchange: Bool {
        if case .http2(let connection) = mode { return connection.hasExchange }
        return request != nil
    }

    // MARK: Reading requests

    func consume(_ bytes: UnsafeBufferPointer<UInt8>) {
        if carry.isEmpty {
            read(bytes)
        } else {
            carry.append(contentsOf: bytes)
            readCarry()
        }
    }

    func readCarry() {
        guard !carry.isEmpty else { return }
        var all: [UInt8] = []
        swap(&all, &carry)
        all.withUnsafeBufferPointer { read($0) }
    }

    func keep(_ bytes: UnsafeBufferPointer<UInt8>) {
        carry.append(contentsOf: bytes)
        if !hasExchange, headStart == nil { headStart = server.now }
        if hasExchange, carry.count > ClientConnection.pipelineLimit { stream.stopReading() }
    }

    private func read(_ bytes: UnsafeBufferPointer<UInt8>) {
        var offset = 0
        while offset < bytes.count {
            let rest = UnsafeBufferPointer(rebasing: bytes[offset...])
            switch mode {
            case .http: break
            case .sniffing, .connected: return peek(rest)
            case .socks: return readSOCKS(rest)
            case .hello: return readHello(rest)
            case .tunnel:
                requestSink?.sendBody(rest)
                return pauseIfCongested()
            case .handshake, .lingering, .closed, .http2, .relay: return
            }
            switch machine.read(rest) {
            case .needMore, .hold:
                return keep(rest)
            case .request(let request, let consumed):
                offset += consumed
                if let objection = objection(to: request.head, request.origin) {
                    return turnAway(request.head, request.origin, objection)
                }
                begin(request)
            case .toProxyItself(let head, let framing, let consumed):
                offset += consumed
                if let objection = objection(to: head, nil) { return turnAway(head, nil, objection) }
                begin(requestToProxyItself(head, framing))
            case .body(let consumed, let isEnd):
                rate.add(consumed)
                requestSink?.sendBody(UnsafeBufferPointer(rebasing: rest[..<consumed]))
                offset += consumed
                if isEnd { requestEnded() }
                pauseIfCongested()
            case .connect(let head, let host, let port, let consumed):
                offset += consumed
                let entry = TunnelEntry(head, host, port)
                if let objection = objection(to: head, entry.origin, isTunnel: true) {
                    return turnAway(head, entry.origin, objection)
                }
                let reply = Array("HTTP/1.1 200 Connection Established\r\n\r\n".utf8)
                if stream is TCPStream {
                    accept(entry, reply: reply)
                } else {
                    return relay(entry, reply: reply, early: UnsafeBufferPointer(rebasing: bytes[offset...]))
                }
            case .refuse(let answer, let fault, _):
                return refuse(answer, fault, rest)
            }
        }
    }

    private func requestToProxyItself(_ head: RequestHead, _ framing: BodyFraming) -> OriginRequest {
        OriginRequest(
            head: head, origin: ServerOrigin(scheme: .http, host: OwnHost.name, port: 80), framing: framing,
            kind: .plain, ingress: "absolute", connection: id)
    }

    private func begin(_ asked: consuming OriginRequest) {
        var request = asked
        address(&request)
        self.request = request
        answer = AnswerState()
        rate.restart()
        headStart = nil
        requestIsWhole = false
        let sink = server.origin.ask(request, answerTo: self)
        // The origin may have answered already.
        guard self.request != nil else { return }
        requestSink = sink
        if request.framing == .none || request.framing == .length(0) { requestEnded() }
    }

    private func requestEnded() {
        requestIsWhole = true
        requestSink?.sendEnd()
    }

    private func pauseIfCongested() {
        guard requestSink?.isCongested == true else { return }
        isPausedForOrigin = true
        stream.stopReading()
    }

    private func refuse(_ own: OwnAnswer, _ fault: WireFault, _ bytes: UnsafeBufferPointer<UInt8>) {
        if let sink = requestSink {
            // The head passed, the body broke its framing: the origin must not see an end.
            requestSink = nil
            sink.cancel(.clientFault(fault))
        } else {
            let limit = server.configuration.limits.headBytes
            server.origin.refused(
                RefusedRequest(
                    bytes: Array(bytes.prefix(limit)), origin: fixedOrigin, ingress: ingressName, connection: id,
                    reason: "at byte \(fault.offset): \(fault.reason.rawValue)"))
        }
        if !answer.hasHead || request == nil { stream.write(own.bytes(for: [])) }
        request = nil
        linger()
    }

    var fixedOrigin: ServerOrigin? {
        if case .fixed(let origin, _, _) = place { return origin }
        return nil
    }

    var ingressName: String {
        if case .fixed(_, let ingress, _) = place { return ingress }
        return "absolute"
    }

    func serve(_ origin: ServerOrigin, ingress: String) {
        if case .proxy = place { place = .fixed(origin, ingress: ingress, rewritesHost: false) }
        machine = ServerMachine(place: place, connection: id, limits: server.configuration.limits)
        mode = .http
    }

    // MARK: Ending

    /// Lets the client take the last bytes; a close with unread bytes would throw them away.
    func linger() {
        mode = .lingering
        lastActivity = server.now
        stream.startReading()
        stream.endWriting()
    }

    /// The server counts the connection until its last bytes are sent.
    func close() {
        if case .closed = mode { return }
        mode = .closed
        lastActivity = server.now
        stream.onClosed = { [server] in server.closed(self) }
        stream.close()
    }

    func abort(_ cause: CancelCause) {
        isCut = true
        if case .http2(let connection) = mode { connection.abandon(cause) }
        if case .relay(let relay) = mode { relay.cut() }
        if let sink = requestSink {
            requestSink = nil
            request = nil
            sink.cancel(cause)
        }
        // One that is being closed gives up its last bytes.
        if case .closed = mode { return stream.reset() }
        mode = .closed
        stream.reset()
        server.closed(self)
    }

    func stopWhenIdle() {
        stopsWhenIdle = true
        if case .http2(let connection) = mode { return connection.stopWhenIdle() }
        // It ends when the connection inside does.
        if case .relay = mode { return }
        if !hasExchange { close() }
    }

    func tick(_ now: Int) {
        let waited = now - lastActivity
        switch mode {
        case .lingering:
            if waited > (stream.pendingBytes > 0 ? ClientTime.body : ClientTime.linger) { abort(.clientAborted) }
        case .closed:
            if waited > ClientTime.body { abort(.clientAborted) }
        case .connected(let entry):
            // A server that speaks first: the client says nothing.
            if waited > ClientTime.silence { passUnread(entry) }
        case .tunnel, .relay: break
        case .http2(let connection): connection.tick(now)
        case .sniffing:
            if waited > ClientTime.firstByte { close() }
        case .handshake:
            if waited > ClientTime.head { abort(.clientAborted) }
        case .hello:
            if now - (headStart ?? lastActivity) > ClientTime.head { abort(.clientAborted) }
        case .socks:
            if now - (headStart ?? lastActivity) > ClientTime.head {
                refuseSOCKS([], "the opening was not whole in time", [], nil)
            }
        case .http:
            if hasExchange {
                if requestIsWhole, !answer.hasHead {
                    if waited > ClientTime.answerHead { answerTimedOut() }
                } else if waited > ClientTime.body {
                    abort(.clientAborted)
                } else if rate.isTooSlow(at: now, isAwaited: isBodyAwaited) {
                    bodyTooSlow()
                }
            } else if let headStart {
                if now - headStart > ClientTime.head { headTimedOut() }
            } else if waited > (hasSpoken ? ClientTime.idle : ClientTime.firstByte) {
                close()
            }
        }
    }

    private func headTimedOut() {
        let bytes = carry
        server.origin.refused(
            RefusedRequest(
                bytes: bytes, origin: fixedOrigin, ingress: ingressName, connection: id,
                reason: "the head was not whole in time"))
        stream.write(OwnAnswer(status: 408, title: "the request head was not whole in time", text: "").bytes(for: []))
        linger()
    }

    /// Whether a body is under way that only its sender holds up. An answer without an announced length may be one
    /// that is told bit by bit.
    private var isBodyAwaited: Bool {
        if !requestIsWhole { return !answer.hasHead && !isPausedForOrigin }
        guard answer.hasHead, !answer.isPaused, case .length = answer.framing else { return false }
        return true
    }

    private func bodyTooSlow() {
        let sink = requestSink
        requestSink = nil
        request = nil
        if requestIsWhole {
            sink?.cancel(.answerTooSlow)
            return close()
        }
        sink?.cancel(.requestTooSlow)
        stream.write(OwnAnswer(status: 408, title: "the request body came too slowly", text: "").bytes(for: []))
        linger()
    }

    private func answerTimedOut() {
        requestSink?.cancel(.headTimeout)
        answerFailed(.headTimeout)
    }
}

extension ClientConnection: AnswerSink {
    func asked(upstream id: Int) {}
    func answerComes(over http2: HTTP2HeadFacts) {}
    func answerNote(_ text: String) {}
    /// HTTP/1 has no place for them.
    func answerTrailers(_ fields: [HTTP2Field]) {}

    func answerInterim(_ head: ResponseHead) {
        lastActivity = server.now
        if !machine.clientIsHTTP10 { stream.write(head.bytes) }
    }

    func answerHead(_ head: ResponseHead, framing: BodyFraming) {
        lastActivity = server.now
        answer.hasHead = true
        answer.framing = framing
        rate.restart()
        machine.answered(head, framing: framing)
        if framing == .chunked, machine.clientIsHTTP10 {
            answer.dechunker = ChunkMachine(limits: server.configuration.limits)
            stream.write(HeadWithoutCoding.make(head))
        } else {
            stream.write(head.bytes)
        }
        if head.status == 101 {
            mode = .tunnel
            requestIsWhole = true
            if !carry.isEmpty {
                let early = carry
                carry = []
                early.withUnsafeBufferPointer { requestSink?.sendBody($0) }
            }
            if clientHasEnded { requestSink?.sendEnd() }
        }
    }

    func answerBody(_ wire: UnsafeBufferPointer<UInt8>) {
        lastActivity = server.now
        rate.add(wire.count)
        if answer.dechunker != nil {
            // The origin's side has read this body already: it is well-formed.
            _ = try? answer.dechunker?.read(wire) { stream.write(UnsafeBufferPointer(rebasing: wire[$0])) }
        } else {
            stream.write(wire)
        }
        if stream.isCongested, !answer.isPaused {
            answer.isPaused = true
            requestSink?.pauseAnswer()
        }
    }

    func answerEnded() {
        lastActivity = server.now
        requestSink = nil
        request = nil
        if case .tunnel = mode { return close() }
        goOn()
    }

    private func goOn() {
        switch machine.answerEnded() {
        case .close:
            requestIsWhole ? close() : linger()
        case .next:
            if stopsWhenIdle || (clientHasEnded && carry.isEmpty) { return close() }
            isPausedForOrigin = false
            if !carry.isEmpty {
                readCarry()
                if clientHasEnded, !hasExchange { return close() }
            }
            if case .http = mode, !clientHasEnded { stream.startReading() }
        }
    }

    func answerFailed(_ failure: OriginFailure) {
        lastActivity = server.now
        let failed = request
        requestSink = nil
        request = nil
        if case .tunnel = mode { return abort(.clientAborted) }
        guard let failed else { return }
        if !answer.hasHead {
            let own = OwnAnswer(failure: failure, origin: failed.origin)
            stream.write(own.bytes(for: failed.head.methodBytes))
            return goOn()
        }
        // What came has been passed on. The end must be as cut as the origin's was.
        if case .short = failure {
            close()
        } else if answer.framing == .untilClose {
            abort(.clientAborted)
        } else {
            close()
        }
    }

    func requestDrained() {
        guard isPausedForOrigin else { return }
        isPausedForOrigin = false
        stream.startReading()
    }
}

extension ClientConnection: ByteStreamDelegate {
    func stream(_ stream: any ByteStream, received bytes: UnsafeBufferPointer<UInt8>) {
        lastActivity = server.now
        hasSpoken = true
        tookCertificate()
        consume(bytes)
    }

    func stream(_ stream: any ByteStream, ended end: StreamEnd) {
        endedTrial()
        switch (mode, end) {
        case (.tunnel, .finished):
            requestSink?.sendEnd()
        case (.http, .finished) where hasExchange && requestIsWhole:
            // A half-closed client still waits for its answer (RFC 9112 §9.6).
            clientHasEnded = true
        case (_, .finished) where !hasExchange:
            recordPartialHead()
            close()
        default:
            abort(.clientAborted)
        }
    }

    /// A head that the client never finished is told, since it may have been seen by others.
    private func recordPartialHead() {
        guard case .http = mode, !carry.isEmpty else { return }
        server.origin.refused(
            RefusedRequest(
                bytes: carry, origin: fixedOrigin, ingress: ingressName, connection: id,
                reason: "the client closed before the head was whole"))
    }

    func streamDrained(_ stream: any ByteStream) {
        guard answer.isPaused else { return }
        answer.isPaused = false
        requestSink?.resumeAnswer()
    }
}

/// A response head for an HTTP/1.0 client: without the chunked coding that was taken off (RFC 9112 §6.1).
enum HeadWithoutCoding {
    static func make(_ head: ResponseHead) -> [UInt8] {
        let start = head.fields.first?.line.lowerBound ?? head.bytes.count - 2
        var bytes = Array(head.bytes[..<start])
        for field in head.fields {
            let isOfCoding = head.isField(field, "transfer-encoding") || head.isField(field, "trailer")
            if !isOfCoding { bytes += head.bytes[field.line] }
        }
        return bytes + [0x0D, 0x0A]
    }
}
