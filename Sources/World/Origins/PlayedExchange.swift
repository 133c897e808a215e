import CassetteFormat
import HTTP2Wire
import HTTPWire
import ProxyCore
import ReplayMatching

/// One asked exchange: gathers the request's content, then answers.
final class PlayedExchange: RequestSink {
    let request: OriginRequest
    let sink: any AnswerSink
    private(set) var content: [UInt8] = []
    private var wire: [UInt8] = []
    private var trailers: [HTTP2Field] = []
    private let owner: TapeOrigin
    private var chunks = ChunkMachine()
    private var passedOn: (any RequestSink)?
    private var player: AnswerPlayer?
    private var webSocket: PlayedWebSocket?
    private var isPaused = false
    private var isOver = false

    init(_ request: OriginRequest, _ sink: any AnswerSink, _ owner: TapeOrigin) {
        self.request = request
        self.sink = sink
        self.owner = owner
    }

    /// What passes unread cannot be compared with a tape.
    func leaveTunnel(to fallback: (any Origin)?) {
        isOver = true
        if let fallback {
            passedOn = fallback.ask(request, answerTo: sink)
        } else {
            sink.answerFailed(.missed(explanation: "A tunnel cannot be replayed.\n"))
        }
    }

    var isCongested: Bool { passedOn?.isCongested ?? false }

    func sendBody(_ bytes: UnsafeBufferPointer<UInt8>) {
        if let passedOn { return passedOn.sendBody(bytes) }
        if let webSocket { return webSocket.read(bytes) }
        guard !isOver else { return }
        wire.append(contentsOf: bytes)
        if request.framing == .chunked {
            // The front has read this body already: it is well-formed.
            _ = try? chunks.read(bytes) { content.append(contentsOf: bytes[$0]) }
        } else {
            content.append(contentsOf: bytes)
        }
        guard content.count > TapeOrigin.requestBodyLimit else { return }
        isOver = true
        owner.answerTooLong(self)
    }

    /// Not compared: the tape keeps them in words alone.
    func sendTrailers(_ fields: [HTTP2Field]) {
        if let passedOn { return passedOn.sendTrailers(fields) }
        trailers = fields
    }

    func sendEnd() {
        if let passedOn { return passedOn.sendEnd() }
        if let webSocket { return webSocket.clientEnded() }
        guard !isOver else { return }
        isOver = true
        owner.answer(self)
        passedOn?.sendEnd()
    }

    /// Asks another origin from the request's beginning; what still comes of it goes there too.
    func passOn(to origin: any Origin) {
        let next = origin.ask(request, answerTo: sink)
        passedOn = next
        if !wire.isEmpty { wire.withUnsafeBufferPointer { next.sendBody($0) } }
        if !trailers.isEmpty { next.sendTrailers(trailers) }
        wire = []
        content = []
    }

    /// Why the client could not take this answer; nil where it can.
    func objection(to answer: RecordedAnswer) -> String? {
        guard answer.isWebSocket, let head = answer.response?.head else { return nil }
        guard request.asksForWebSocket else { return "its answer opens a WebSocket, which is not asked for now" }
        if request.http2 == nil, WebSocketKey(of: request.head) == nil { return "no Sec-WebSocket-Key came" }
        return WebSocketAgreement.objection(to: head, askedBy: request.head)
    }

    func play(_ player: AnswerPlayer) {
        self.player = player
        player.isPaused = isPaused
        player.play()
    }

    /// From now on the client's bytes are those of a WebSocket connection.
    func open(_ webSocket: PlayedWebSocket) {
        self.webSocket = webSocket
        webSocket.isPaused = isPaused
    }

    func pauseAnswer() {
        isPaused = true
        player?.isPaused = true
        webSocket?.isPaused = true
        passedOn?.pauseAnswer()
    }

    func resumeAnswer() {
        isPaused = false
        player?.isPaused = false
        player?.play()
        webSocket?.isPaused = false
        webSocket?.play()
        passedOn?.resumeAnswer()
    }

    func cancel(_ cause: CancelCause) {
        isOver = true
        player?.cancel()
        webSocket?.cancel()
        passedOn?.cancel(cause)
    }
}
