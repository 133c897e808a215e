import HTTP2Wire
import HTTPModel
import HTTPWire
import ProxyCore

/// One exchange on a stream of a client's HTTP/2 connection.
final class HTTP2Exchange {
    private let id: Int32
    private let request: OriginRequest
    private unowned let connection: HTTP2Connection
    private let encoder: BodyEncoder
    private let asksForTunnel: Bool
    /// A WebSocket was granted: bytes pass both ways without being read.
    private var isTunnel = false
    /// What the client sent before that.
    private var early: [UInt8] = []
    private var sink: (any RequestSink)?
    private var decoder: BodyDecoder?
    private var http2: HTTP2HeadFacts?
    /// A head that ends the stream. It is sent when the origin has said that this was all: the stream is gone then.
    private var lastHead: [HTTP2Field]?
    /// Those that stand beside the answer's bytes.
    private var trailers: [HTTP2Field] = []
    private var requestIsWhole = false
    /// The client's half of the stream has ended.
    private var clientHasEnded = false
    private var isPaused = false
    /// Content that the client may not replace yet, since the origin does not take it.
    private(set) var held = 0
    private var lastActivity: Int
    private(set) var isOver = false

    init(_ id: Int32, _ request: OriginRequest, _ connection: HTTP2Connection) {
        self.id = id
        self.request = request
        self.connection = connection
        encoder = BodyEncoder(request.framing)
        asksForTunnel = if case .upgrade = request.kind { true } else { false }
        lastActivity = connection.client.server.now
    }

    private var session: HTTP2Session { connection.session }

    func start(_ origin: any Origin, isWhole: Bool) {
        clientHasEnded = isWhole
        let sink = origin.ask(request, answerTo: self)
        guard !isOver else { return }
        self.sink = sink
        // What follows a head that asks for a WebSocket is not of the request.
        if isWhole || asksForTunnel { endRequest(trailers: []) }
    }

    // MARK: The request

    func requestContent(_ bytes: [UInt8]) {
        touch()
        guard let sink, !isOver else { return session.consumed(id, bytes.count) }
        if asksForTunnel, !isTunnel {
            early += bytes
            held += bytes.count
            return
        }
        encoder.content(bytes).withUnsafeBufferPointer { sink.sendBody($0) }
        if sink.isCongested { held += bytes.count } else { session.consumed(id, bytes.count) }
    }

    func requestEnded(trailers: [HTTP2Field]) {
        clientHasEnded = true
        if isTunnel { sink?.sendEnd() } else { endRequest(trailers: trailers) }
    }

    private func endRequest(trailers: [HTTP2Field]) {
        guard !requestIsWhole, !isOver else { return }
        touch()
        do throws(WireFault) {
            let end = try encoder.end(trailers: trailers)
            requestIsWhole = true
            if !end.isEmpty, request.framing == .chunked { end.withUnsafeBufferPointer { sink?.sendBody($0) } }
            if !encoder.isChunked, !trailers.isEmpty { sink?.sendTrailers(trailers) }
            sink?.sendEnd()
        } catch {
            cancel(.clientFault(error))
            connection.reset(id, .protocolError)
        }
    }

    /// The origin's side ends, since the client's has.
    func cancel(_ cause: CancelCause) {
        guard !isOver else { return }
        isOver = true
        let sink = sink
        self.sink = nil
        sink?.cancel(cause)
    }

    func resumeAnswer() {
        guard isPaused else { return }
        isPaused = false
        sink?.resumeAnswer()
    }

    private func touch() { lastActivity = connection.client.server.now }

    func tick(_ now: Int) {
        guard !isTunnel else { return }
        let waited = now - lastActivity
        if requestIsWhole, decoder == nil {
            guard waited > ClientTime.answerHead else { return }
            sink?.cancel(.headTimeout)
            answerFailed(.headTimeout)
        } else if waited > ClientTime.body {
            cancel(.clientAborted)
            connection.reset(id, .cancel)
        }
    }

    private func over() {
        isOver = true
        sink = nil
        // What a side still sends of a request that has its answer is not wanted (RFC 9113 §8.1).
        if !clientHasEnded { session.finish(id) }
        connection.forget(id)
        connection.settle()
    }
}

extension HTTP2Exchange: AnswerSink {
    func asked(upstream id: Int) {}
    func answerNote(_ text: String) {}

    func answerComes(over http2: HTTP2HeadFacts) { self.http2 = http2 }

    func answerInterim(_ head: ResponseHead) {
        touch()
        session.sendInterim(id, HTTP2Fields.response(head, http2))
        connection.settle()
    }

    func answerHead(_ head: ResponseHead, framing: BodyFraming) {
        touch()
        if head.status == 101 { return switched(head) }
        let decoder = BodyDecoder(framing, limits: connection.client.server.configuration.limits)
        self.decoder = decoder
        let fields = HTTP2Fields.response(head, http2)
        guard !decoder.isAtEnd else { return lastHead = fields }
        session.sendHead(id, fields, isEnd: false)
        connection.settle()
    }

    private func switched(_ head: ResponseHead) {
        isTunnel = true
        session.sendHead(id, HTTP2Fields.response(head, http2), isEnd: false)
        let bytes = early
        early = []
        if !bytes.isEmpty { bytes.withUnsafeBufferPointer { sink?.sendBody($0) } }
        if sink?.isCongested != true { requestDrained() }
        if clientHasEnded { sink?.sendEnd() }
        connection.settle()
    }

    func answerBody(_ wire: UnsafeBufferPointer<UInt8>) {
        touch()
        if isTunnel { session.sendData(id, wire) } else { decoder?.content(wire) { session.sendData(id, $0) } }
        if session.isCongested(id), !isPaused {
            isPaused = true
            sink?.pauseAnswer()
        }
        connection.settle()
    }

    func answerTrailers(_ fields: [HTTP2Field]) { trailers = fields }

    func answerEnded() {
        trailers += decoder?.trailers ?? []
        if let lastHead { session.sendHead(id, lastHead, isEnd: trailers.isEmpty) }
        if lastHead == nil || !trailers.isEmpty { session.sendEnd(id, trailers: trailers) }
        over()
    }

    func answerFailed(_ failure: OriginFailure) {
        if case .streamReset(let code, let hadHead) = failure {
            // As the origin did it: a client may know what to do, such as to come again with HTTP/1.1. An end without
            // an error would make a cut answer look whole, a late refusal one that was never begun.
            let isUntrue = code == .noError || hadHead && code == .refusedStream
            connection.reset(id, isUntrue ? .internalError : code)
        } else if decoder == nil, !isTunnel {
            let own = OwnAnswer(failure: failure, origin: request.origin)
            OwnAnswerOverHTTP2.send(own, to: id, on: session, method: request.head.methodBytes)
        } else {
            // What came has been passed on; that it is cut must show.
            connection.reset(id, .internalError)
        }
        over()
    }

    func requestDrained() {
        guard !asksForTunnel || isTunnel else { return }
        let count = held
        held = 0
        session.consumed(id, count)
        connection.settle()
    }
}
