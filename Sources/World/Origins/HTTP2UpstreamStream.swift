import HTTP2Wire
import HTTPModel
import HTTPWire
import ProxyCore

/// One exchange on a stream of an origin's HTTP/2 connection.
final class HTTP2UpstreamStream: RequestCarrier {
    private let connection: HTTP2UpstreamConnection
    private var number: Int32 = 0
    private var exchange: LiveExchange?
    private var decoder = BodyDecoder(.none)
    private var encoder = BodyEncoder(.none)
    private var interims = 0
    private var hasHead = false
    private var isPaused = false
    /// Content that the origin may not replace yet, since the client does not take it.
    private var held = 0
    private var isRefused = false
    /// A WebSocket was granted: bytes pass both ways without being read.
    private var isTunnel = false
    private var isReset = false
    /// The request ended with its head.
    private var endsAtHead = false
    private var trailers: [HTTP2Field] = []

    init(_ connection: HTTP2UpstreamConnection) {
        self.connection = connection
    }

    private var session: HTTP2Session { connection.session }
    private var limits: WireLimits { connection.owner.limits }

    var id: Int { connection.id }
    var isCongested: Bool { session.isCongested(number) }
    var mayBeAskedAgain: Bool { !hasHead && (isRefused || connection.servedBefore && !isReset) }

    func begin(_ exchange: LiveExchange) {
        self.exchange = exchange
        if exchange.request.asksForWebSocket { connection.decide(self) } else { ask(exchange.request) }
    }

    /// What the origin has said of CONNECT for a WebSocket. Without its word there may be none (RFC 8441 §3).
    func decided(_ takesExtendedConnect: Bool) {
        guard let request = exchange?.request else { return }
        if takesExtendedConnect { return ask(request) }
        connection.owner.noteNoExtendedConnect(request.origin)
        isRefused = true
        fail(.aborted(detail: "The origin takes no WebSocket over HTTP/2."))
    }

    private func ask(_ request: OriginRequest) {
        do throws(WireFault) {
            let head = try HeadParser(limits: limits).request(request.forwardedHead)
            let fields = HTTP2Fields.request(
                head, scheme: request.origin.scheme.rawValue, original: request.head, request.http2,
                asksForWebSocket: request.asksForWebSocket)
            decoder = BodyDecoder(request.framing, limits: limits)
            endsAtHead = decoder.isAtEnd && !request.asksForWebSocket
            guard let number = connection.begin(fields, isEnd: endsAtHead, self) else {
                isRefused = true
                return fail(.aborted(detail: "The connection takes no more streams."))
            }
            self.number = number
            connection.settle()
        } catch {
            fail(.fault(error))
        }
    }

    func write(_ bytes: UnsafeBufferPointer<UInt8>) {
        if isTunnel { session.sendData(number, bytes) } else { decoder.content(bytes) { session.sendData(number, $0) } }
        connection.settle()
    }

    func sendTrailers(_ fields: [HTTP2Field]) {
        if endsAtHead { exchange?.sink.answerNote("trailers of a request without content were left out") }
        trailers = fields
    }

    func endRequest() {
        // A WebSocket's request ends with its head; a second end is that of the client's half.
        guard isTunnel || exchange?.request.asksForWebSocket != true else { return }
        session.sendEnd(number, trailers: decoder.trailers + trailers)
        connection.settle()
    }

    func pause() { isPaused = true }

    func resume() {
        isPaused = false
        let count = held
        held = 0
        session.consumed(number, count)
        connection.settle()
    }

    func reset(_ code: HTTP2ErrorCode) {
        exchange = nil
        session.reset(number, code)
        connection.settle()
    }

    func close() { exchange = nil }

    // MARK: From the connection

    func answerHead(_ fields: [HTTP2Field], isEnd: Bool) {
        guard let exchange else { return }
        do throws(WireFault) {
            let request = exchange.request
            let key = request.http2 == nil ? WebSocketKey(of: request.head) : nil
            let answer = try HTTP2Response(
                fields, stream: number, to: request.head, isExtendedConnect: request.asksForWebSocket,
                accept: key?.accept, limits: limits)
            if answer.head.isInterim {
                interims += 1
                guard interims <= limits.interimResponses, !isEnd else { throw WireFault(.tooManyInterim, at: 0) }
                exchange.sink.answerComes(over: answer.facts)
                return exchange.sink.answerInterim(answer.head)
            }
            hasHead = true
            isTunnel = answer.head.status == 101
            if isTunnel, key != nil {
                exchange.sink.answerNote("The Sec-WebSocket-Accept is fita's: over HTTP/2 there is none.")
            }
            encoder = BodyEncoder(answer.framing)
            exchange.sink.answerComes(over: answer.facts)
            exchange.sink.answerHead(answer.head, framing: answer.framing)
            if isEnd { answerEnded(trailers: []) }
        } catch {
            session.reset(number, .protocolError)
            fail(.fault(error))
        }
    }

    func answerContent(_ bytes: [UInt8]) {
        guard let exchange else { return session.consumed(number, bytes.count) }
        encoder.content(bytes).withUnsafeBufferPointer { exchange.sink.answerBody($0) }
        if isPaused { held += bytes.count } else { session.consumed(number, bytes.count) }
    }

    func answerEnded(trailers: [HTTP2Field]) {
        guard let exchange else { return }
        do throws(WireFault) {
            let end = try encoder.end(trailers: trailers)
            if !end.isEmpty { end.withUnsafeBufferPointer { exchange.sink.answerBody($0) } }
            if !encoder.isChunked, !trailers.isEmpty { exchange.sink.answerTrailers(trailers) }
            self.exchange = nil
            // An origin that has answered wants no more of the request.
            if !exchange.requestIsWhole { session.reset(number, .cancel) }
            if exchange.request.asksForWebSocket { session.sendEnd(number) }
            exchange.answerEnded()
        } catch {
            session.reset(number, .protocolError)
            fail(.fault(error))
        }
    }

    func answerMalformed(_ reason: WireFault.Reason) {
        session.reset(number, .protocolError)
        fail(.fault(WireFault(reason, at: 0)))
    }

    /// The origin's bytes are not HTTP/2.
    func answerBroken(_ detail: String) {
        fail(hasHead ? .short(detail: detail) : .aborted(detail: detail))
    }

    /// The stream is over; where its answer was not whole, that is a failure.
    func closed(_ detail: String) {
        fail(hasHead ? .short(detail: detail) : .aborted(detail: detail))
    }

    /// The origin reset the stream; where its answer was not whole, that is a failure.
    func wasReset(_ code: HTTP2ErrorCode) {
        isReset = true
        isRefused = code == .refusedStream
        fail(.streamReset(code, hadHead: hasHead))
    }

    func drained() { exchange?.sink.requestDrained() }

    private func fail(_ failure: OriginFailure) {
        guard let exchange else { return }
        self.exchange = nil
        if isTunnel { exchange.answerEnded() } else { exchange.failed(failure) }
    }
}
