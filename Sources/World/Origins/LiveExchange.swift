import HTTP2Wire
import HTTPModel
import HTTPWire
import ProxyCore
import Sockets

/// One exchange with a live server: gets a connection, hands the request over, passes the answer on.
final class LiveExchange: RequestSink {
    let request: OriginRequest
    let sink: any AnswerSink
    private let owner: LiveOrigin
    private var connection: (any RequestCarrier)?
    private var waiting: [UInt8] = []
    private var trailers: [HTTP2Field] = []
    private var hasSentBody = false
    private var hasRetried = false
    private var isOver = false
    private(set) var requestIsWhole = false
    private var isAnswerPaused = false

    init(_ request: OriginRequest, _ sink: any AnswerSink, _ owner: LiveOrigin) {
        self.request = request
        self.sink = sink
        self.owner = owner
    }

    /// Methods that mean the same when asked twice (RFC 9110 §9.2.2) and carry no body here.
    static func mayAskAgain(_ request: OriginRequest) -> Bool {
        request.framing == .none
            && (request.head.isMethod("GET") || request.head.isMethod("HEAD") || request.head.isMethod("OPTIONS"))
    }

    func start() {
        if let carrier = owner.takeOpen(for: request) {
            use(carrier)
        } else {
            connect()
        }
    }

    private func connect() {
        owner.connect(for: request) { [self] result in
            switch result {
            case .success(let connection):
                if isOver { return connection.close() }
                use(connection)
            case .failure(let failure):
                if !isOver { failed(failure) }
            }
        }
    }

    private func use(_ connection: any RequestCarrier) {
        self.connection = connection
        sink.asked(upstream: connection.id)
        connection.begin(self)
        // A stream may have been refused at once.
        guard self.connection === connection else { return }
        if isAnswerPaused { connection.pause() }
        if !waiting.isEmpty {
            let bytes = waiting
            waiting = []
            bytes.withUnsafeBufferPointer { connection.write($0) }
            sink.requestDrained()
        }
        if !trailers.isEmpty { connection.sendTrailers(trailers) }
        if requestIsWhole { connection.endRequest() }
    }

    // MARK: RequestSink

    var isCongested: Bool {
        connection?.isCongested ?? (waiting.count > StreamLimits.highWaterBytes)
    }

    func sendBody(_ wire: UnsafeBufferPointer<UInt8>) {
        guard !isOver else { return }
        hasSentBody = true
        if let connection {
            connection.write(wire)
        } else {
            waiting.append(contentsOf: wire)
        }
    }

    func sendTrailers(_ fields: [HTTP2Field]) {
        guard let connection else { return trailers = fields }
        connection.sendTrailers(fields)
    }

    func sendEnd() {
        requestIsWhole = true
        connection?.endRequest()
    }

    func pauseAnswer() {
        isAnswerPaused = true
        connection?.pause()
    }

    func resumeAnswer() {
        isAnswerPaused = false
        connection?.resume()
    }

    func cancel(_ cause: CancelCause) {
        guard !isOver else { return }
        isOver = true
        let code = if case .clientReset(let code) = cause { code } else { HTTP2ErrorCode.cancel }
        connection?.reset(code)
        connection = nil
    }

    // MARK: From the connection

    func answerEnded() {
        guard !isOver else { return }
        isOver = true
        connection = nil
        sink.answerEnded()
    }

    func failed(_ failure: OriginFailure) {
        guard !isOver else { return }
        let isStale = connection?.mayBeAskedAgain ?? false
        connection = nil
        if isStale, !hasRetried, !hasSentBody, LiveExchange.mayAskAgain(request) {
            hasRetried = true
            return connect()
        }
        isOver = true
        sink.answerFailed(failure)
    }
}
