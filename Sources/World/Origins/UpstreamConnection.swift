import HTTP2Wire
import HTTPModel
import HTTPWire
import Platform
import ProxyCore
import Sockets

/// A connection to an origin, serving one exchange at a time.
final class UpstreamConnection: RequestCarrier, ByteStreamDelegate {
    let place: UpstreamPlace
    let id: Int
    private let stream: any ByteStream
    private unowned let owner: LiveOrigin
    private var machine: UpstreamMachine
    private let isLenient: Bool
    private var carry: [UInt8] = []
    private var exchange: LiveExchange?
    /// Bytes pass both ways without being read.
    private(set) var isTunnel = false
    /// Response bytes have come for the exchange under way.
    private(set) var hasAnswered = false
    private(set) var servedBefore = false
    /// Asked with for a client of HTTP/2, which has none.
    private var key: WebSocketKey?

    init(_ stream: any ByteStream, _ place: UpstreamPlace, id: Int, _ owner: LiveOrigin) {
        self.stream = stream
        self.place = place
        self.id = id
        self.owner = owner
        isLenient = owner.lenientHosts.contains(place.origin.host)
        machine = UpstreamMachine(limits: owner.limits, isLenient: isLenient)
        stream.delegate = self
        stream.startReading()
    }

    var isCongested: Bool { stream.isCongested }
    var mayBeAskedAgain: Bool { servedBefore && !hasAnswered }

    func begin(_ exchange: LiveExchange) {
        self.exchange = exchange
        hasAnswered = false
        let request = exchange.request
        if case .tunnel = request.kind {
            isTunnel = true
            return
        }
        let asksUpgrade = if case .upgrade = request.kind { true } else { false }
        machine.asked(request.head, upgrade: asksUpgrade)
        // Over HTTP/2 cookies come in crumbs.
        let isOfHTTP2 = request.isExtendedConnect || request.http2 != nil && CookieCrumbs.areMany(request.head)
        guard isOfHTTP2, let head = try? HeadParser(limits: owner.limits).request(request.forwardedHead) else {
            return stream.write(request.forwardedHead)
        }
        let joined = CookieCrumbs.joined(head)
        let needsKey = request.isExtendedConnect && !head.contains("sec-websocket-key")
        needsKey ? ask(forWebSocket: joined, exchange) : stream.write(joined)
    }

    /// HTTP/1 asks for a WebSocket with a key, which HTTP/2 does without (RFC 8441 §5).
    private func ask(forWebSocket head: [UInt8], _ exchange: LiveExchange) {
        guard let nonce = try? SystemRandom.bytes(WebSocketKey.nonceBytes) else {
            return fail(.aborted(detail: "The system gives no random bytes."))
        }
        let key = WebSocketKey(nonce: nonce)
        self.key = key
        exchange.sink.answerNote("fita asked with a Sec-WebSocket-Key of its own: over HTTP/2 there is none.")
        stream.write(key.added(to: head))
    }

    func write(_ bytes: UnsafeBufferPointer<UInt8>) {
        stream.write(bytes)
    }

    func sendTrailers(_ fields: [HTTP2Field]) {
        exchange?.sink.answerNote("the origin speaks HTTP/1: trailers beside a content-length were left out")
    }

    func endRequest() {
        // After a switch of protocols a second end comes: the client's half of the tunnel.
        if isTunnel { stream.endWriting() }
    }

    func pause() { stream.stopReading() }

    func resume() { stream.startReading() }

    /// Ends the connection for good; no delegate call follows.
    func close() {
        exchange = nil
        stream.close()
    }

    func reset(_ code: HTTP2ErrorCode) {
        exchange = nil
        stream.reset()
    }

    // MARK: ByteStreamDelegate

    func stream(_ stream: any ByteStream, received bytes: UnsafeBufferPointer<UInt8>) {
        guard let exchange else {
            // Nothing was asked: an answer without a request must never reach the next one.
            owner.forget(self)
            return close()
        }
        hasAnswered = true
        if isTunnel { return exchange.sink.answerBody(bytes) }
        if carry.isEmpty {
            read(bytes)
        } else {
            var all: [UInt8] = []
            swap(&all, &carry)
            all.append(contentsOf: bytes)
            all.withUnsafeBufferPointer { read($0) }
        }
    }

    private func read(_ bytes: UnsafeBufferPointer<UInt8>) {
        var offset = 0
        while let exchange {
            let rest = UnsafeBufferPointer(rebasing: bytes[offset...])
            switch machine.read(rest) {
            case .needMore:
                carry.append(contentsOf: rest)
                return
            case .interim(let head, let consumed):
                offset += consumed
                noteRelaxations(exchange)
                exchange.sink.answerInterim(head)
            case .head(let head, let framing, let consumed):
                offset += consumed
                noteRelaxations(exchange)
                exchange.sink.answerHead(head, framing: framing)
                if machine.isAtEnd { return finish(leftover: bytes.count - offset) }
            case .body(let consumed, let isEnd):
                exchange.sink.answerBody(UnsafeBufferPointer(rebasing: rest[..<consumed]))
                offset += consumed
                if isEnd { return finish(leftover: bytes.count - offset) }
                if offset == bytes.count { return }
            case .switched(let head, let consumed):
                offset += consumed
                isTunnel = true
                noteRelaxations(exchange)
                if let key, !key.isAnswered(by: head) {
                    isTunnel = false
                    return fail(.fault(WireFault(.webSocketAccept, at: 0)))
                }
                exchange.sink.answerHead(head, framing: .untilClose)
                if offset < bytes.count { exchange.sink.answerBody(UnsafeBufferPointer(rebasing: bytes[offset...])) }
                return
            case .fault(let fault):
                fail(.fault(fault))
                return
            case .unasked:
                return finish(leftover: rest.count)
            }
        }
    }

    private func noteRelaxations(_ exchange: LiveExchange) {
        guard isLenient else { return }
        for relaxation in machine.relaxations {
            exchange.sink.answerNote("--lenient-upstream \(place.origin.host): \(relaxation.rawValue)")
        }
    }

    /// The answer is whole. Bytes beyond it were asked by no one: the connection is not used again.
    private func finish(leftover: Int) {
        guard let exchange else { return }
        self.exchange = nil
        servedBefore = true
        if leftover == 0, machine.isReusable, exchange.requestIsWhole {
            machine.released()
            stream.startReading()
            owner.release(self)
        } else {
            close()
        }
        exchange.answerEnded()
    }

    private func fail(_ failure: OriginFailure) {
        guard let exchange else { return }
        reset(.cancel)
        exchange.failed(failure)
    }

    func stream(_ stream: any ByteStream, ended end: StreamEnd) {
        guard let exchange else {
            owner.forget(self)
            return close()
        }
        if isTunnel {
            close()
            return exchange.answerEnded()
        }
        switch (machine.closed(), end) {
        case (let failure?, .finished):
            fail(failure)
        case (let failure?, .failed(let detail)):
            if case .short = failure { fail(.short(detail: detail)) } else { fail(.aborted(detail: detail)) }
        case (nil, .failed(let detail)):
            // A body that runs to the close is whole only if the close was a clean one.
            fail(.aborted(detail: detail))
        case (nil, .finished):
            close()
            exchange.answerEnded()
        }
    }

    func streamDrained(_ stream: any ByteStream) {
        exchange?.sink.requestDrained()
    }
}
