import HTTP2Wire
import HTTPModel
import HTTPWire
import ProxyCore
import Sockets

/// A client's connection that agreed on HTTP/2: many exchanges at once over one session.
///
/// The ``ClientConnection`` it came from stays the server's: it counts, ticks and ends it.
final class HTTP2Connection {
    /// Holds this one in turn, until it is closed.
    let client: ClientConnection
    let session: HTTP2Session
    private let reader: HTTP2RequestReader
    private(set) var exchanges: [Int32: HTTP2Exchange] = [:]
    /// Ways through the proxy, by their streams.
    var tunnels: [Int32: HTTP2Tunnel] = [:]
    private var isStopping = false
    private var isEnded = false
    private var isFlushAsked = false
    /// When the last exchange began or ended, and whether the client has said anything that is HTTP/2.
    private var lastWork: Int
    private var hasBegun = false

    init(_ client: ClientConnection) {
        self.client = client
        session = HTTP2Session(.server, limits: client.server.configuration.http2)
        reader = HTTP2RequestReader(
            place: client.place, connection: client.id, limits: client.server.configuration.limits)
        lastWork = client.server.now
    }

    func start() {
        client.stream.delegate = self
        client.stream.startReading()
        settle()
    }

    var hasExchange: Bool { !isIdle }

    private var isIdle: Bool { exchanges.isEmpty && tunnels.isEmpty }

    // MARK: The session

    /// Sends what the session has to say once the loop's turn ends: in as few frames and records as it fits.
    func settle() {
        guard !isEnded, !isFlushAsked else { return }
        isFlushAsked = true
        client.server.loop.flushLater(self)
    }

    /// Acts on what the session tells and sends what it has to say.
    private func settleNow() {
        isFlushAsked = false
        guard !isEnded else { return }
        let stream = client.stream
        session.settle(while: { !stream.isCongested }, send: { stream.write($0) }) { event in
            if !isEnded { handle(event) }
        }
        if !isEnded, session.isOver || isStopping && isIdle { end() }
    }

    private func handle(_ event: HTTP2Event) {
        switch event {
        case .head(let id, let fields, let isEnd): begin(id, fields, isEnd)
        case .data(let id, let bytes):
            if let exchange = exchanges[id] {
                exchange.requestContent(bytes)
            } else if let tunnel = tunnels[id] {
                tunnel.clientSaid(bytes)
            } else {
                session.consumed(id, bytes.count)
            }
        case .trailers(let id, let fields):
            exchanges[id]?.requestEnded(trailers: fields)
            // A tunnel has none (RFC 9113 §8.5); they end the stream all the same.
            tunnels[id]?.clientEnded()
        case .end(let id):
            exchanges[id]?.requestEnded(trailers: [])
            tunnels[id]?.clientEnded()
        case .malformed(let id, let fields, let reason):
            if let exchange = exchanges.removeValue(forKey: id) {
                exchange.cancel(.clientFault(WireFault(.http2Head, at: 0)))
            } else {
                refused(fields, "stream \(id): \(reason)")
            }
        case .oversized(let id):
            if let exchange = exchanges[id] {
                exchange.cancel(.clientFault(WireFault(.trailerTooLong, at: 0)))
                reset(id, .enhanceYourCalm)
            } else {
                let fault = WireFault(.fieldsTooLong, at: 0)
                refuse(id, OwnAnswer(refusing: fault), fault, [])
            }
        case .closed(let id, let code, let isOwnVerdict):
            lastWork = client.server.now
            tunnels.removeValue(forKey: id)?.close()
            guard let exchange = exchanges.removeValue(forKey: id), !exchange.isOver else { return }
            // A fault such as a length that was not kept is found by the session, which resets the stream then.
            if isOwnVerdict {
                exchange.cancel(.clientFault(WireFault(.http2Stream, at: 0)))
            } else {
                exchange.cancel(code == .cancel || code == .noError ? .clientAborted : .clientReset(code))
            }
        case .drained(let id):
            exchanges[id]?.resumeAnswer()
            tunnels[id]?.resume()
        case .goAway: isStopping = true
        case .failed(let code, let reason): refused([], "HTTP/2 ended with \(code): \(reason)")
        }
    }

    private func begin(_ id: Int32, _ fields: [HTTP2Field], _ isEnd: Bool) {
        lastWork = client.server.now
        switch reader.read(fields, stream: id, isEnd: isEnd) {
        case .request(let request):
            if let objection = client.objection(to: request.head, request.origin) {
                return turnAway(id, request.head, request.origin, objection)
            }
            begin(id, request, isEnd)
        case .connect(let head, let host, let port): open(id, head, host, port)
        case .toProxyItself(let head, let framing):
            let request = OriginRequest(
                head: head, origin: ServerOrigin(scheme: .http, host: OwnHost.name, port: 80), framing: framing,
                kind: .plain, ingress: "absolute", connection: client.id)
            begin(id, request, isEnd)
        case .refuse(let answer, let fault): refuse(id, answer, fault, fields)
        }
    }

    private func begin(_ id: Int32, _ request: OriginRequest, _ isEnd: Bool) {
        var request = request
        client.address(&request)
        let exchange = HTTP2Exchange(id, request, self)
        exchanges[id] = exchange
        exchange.start(client.server.origin, isWhole: isEnd)
    }

    private func refuse(_ id: Int32, _ answer: OwnAnswer, _ fault: WireFault, _ fields: [HTTP2Field]) {
        refused(fields, "stream \(id), at byte \(fault.offset): \(fault.reason.rawValue)")
        OwnAnswerOverHTTP2.send(answer, to: id, on: session)
        session.finish(id)
    }

    /// Told so that it can be recorded: the fields as they came, a line each.
    private func refused(_ fields: [HTTP2Field], _ reason: String) {
        let text = fields.flatMap { field -> [UInt8] in field.name + [0x3A, 0x20] + field.value + [0x0D, 0x0A] }
        client.server.origin.refused(
            RefusedRequest(
                bytes: text, origin: client.fixedOrigin, ingress: client.ingressName, connection: client.id,
                reason: reason))
    }

    /// What was said on the stream goes out before: a reset takes back what waits.
    func reset(_ id: Int32, _ code: HTTP2ErrorCode) {
        settleNow()
        session.reset(id, code)
        settle()
    }

    func forget(_ id: Int32) {
        lastWork = client.server.now
        exchanges[id] = nil
    }

    // MARK: Ending

    private func end() {
        guard !isEnded else { return }
        isEnded = true
        cancelExchanges(.clientAborted)
        client.close()
    }

    /// The connection is being cut by its owner.
    func abandon(_ cause: CancelCause) {
        settleNow()
        isEnded = true
        cancelExchanges(cause)
    }

    private func cancelExchanges(_ cause: CancelCause) {
        let open = exchanges.values
        exchanges = [:]
        for exchange in open { exchange.cancel(cause) }
        let ways = tunnels.values
        tunnels = [:]
        for way in ways { way.close() }
    }

    /// No further exchange begins; those under way end.
    func stopWhenIdle() {
        isStopping = true
        session.goAway()
        settle()
    }

    func tick(_ now: Int) {
        session.tick()
        for exchange in exchanges.values { exchange.tick(now) }
        let waited = now - lastWork
        if !hasBegun, waited > ClientTime.head { return client.abort(.clientAborted) }
        if isIdle, waited > ClientTime.idle {
            session.terminate(.noError)
            settle()
        }
        // A client that takes nothing while all its answers wait.
        if client.stream.pendingBytes > 0, now - client.lastActivity > ClientTime.body { client.abort(.clientAborted) }
    }
}

extension HTTP2Connection: ByteStreamDelegate {
    func stream(_ stream: any ByteStream, received bytes: UnsafeBufferPointer<UInt8>) {
        client.lastActivity = client.server.now
        client.tookCertificate()
        session.receive(bytes)
        if session.hasHeard { hasBegun = true }
        for event in session.takeEvents() where !isEnded { handle(event) }
        settle()
    }

    func stream(_ stream: any ByteStream, ended end: StreamEnd) {
        client.endedTrial()
        // Answers that are whole by now still go out.
        settleNow()
        guard !isEnded else { return }
        if isIdle { return self.end() }
        client.abort(.clientAborted)
    }

    func streamDrained(_ stream: any ByteStream) {
        client.lastActivity = client.server.now
        settle()
    }
}

extension HTTP2Connection: Flushable {
    func flush() { settleNow() }
}

extension ClientConnection {
    /// The client agreed on HTTP/2.
    func takeUpHTTP2() {
        let connection = HTTP2Connection(self)
        mode = .http2(connection)
        connection.start()
    }
}

/// fita's own answers in HTTP/2's form.
enum OwnAnswerOverHTTP2 {
    static func send(_ answer: OwnAnswer, to id: Int32, on session: HTTP2Session, method: ArraySlice<UInt8> = []) {
        let bytes = answer.bytes(for: method)
        let end = bytes.firstRange(of: [0x0D, 0x0A, 0x0D, 0x0A])?.upperBound ?? bytes.count
        guard let head = try? HeadParser().response(Array(bytes[..<end])) else { return }
        session.sendHead(id, HTTP2Fields.response(head, nil), isEnd: end == bytes.count)
        bytes[end...].withUnsafeBufferPointer { session.sendData(id, $0) }
        session.sendEnd(id)
    }
}
