package import CassetteFormat
package import CassetteStore
import HTTP2Wire
import HTTPModel
import HTTPWire
package import ProxyCore

/// Stands around another origin and copies what passes to the tape. It changes nothing.
package final class RecordingOrigin: Origin {
    let recorder: TapeRecorder
    /// Nanoseconds since the tape's zero.
    let clock: () -> TapeTime
    /// An answer's end waits until the exchange is on the medium.
    let isDurable: Bool
    /// What cannot be kept passes all the same.
    let passesUntaped: Bool
    private let inner: any Origin

    /// - Parameters:
    ///   - isDurable: keeps the end of each answer back until `TapeRecorder.whenSafe` says that its exchange
    ///     outlives the machine; the owner has `TapeRecorder.settle` called.
    ///   - passesUntaped: false ends no answer that is to be durable and cannot be; the owner then stops.
    package init(
        _ inner: any Origin, recorder: TapeRecorder, isDurable: Bool = false, passesUntaped: Bool = true,
        clock: @escaping () -> TapeTime
    ) {
        self.inner = inner
        self.recorder = recorder
        self.isDurable = isDurable
        self.passesUntaped = passesUntaped
        self.clock = clock
    }

    package func ask(_ request: OriginRequest, answerTo sink: any AnswerSink) -> any RequestSink {
        let now = clock()
        let ingress = Ingress(rawValue: request.ingress) ?? .absolute
        let number = withTapedHead(request) { bytes in
            recorder.beginExchange(
                connection: request.connection, ingress: ingress, origin: request.origin, head: bytes, at: now)
        }
        if request.head.contains("proxy-authorization") {
            recorder.note(number, ProxySecrets.note, at: now)
        }
        if let facts = request.http2 { recorder.http2(number, .request, facts, at: now) }
        if let remark = request.remark { recorder.note(number, remark, at: now) }
        let exchange = RecordedExchange(number, request, self, sink)
        exchange.ask(inner, request)
        return exchange
    }

    package func refused(_ refusal: RefusedRequest) {
        let now = clock()
        let kept = ProxySecrets.removed(from: refusal.bytes)
        let number = kept.withUnsafeBytes { bytes in
            recorder.beginExchange(
                connection: refusal.connection, ingress: Ingress(rawValue: refusal.ingress) ?? .absolute,
                origin: refusal.origin ?? ServerOrigin(scheme: .http, host: "", port: 80), head: bytes, at: now)
        }
        if kept.count < refusal.bytes.count { recorder.note(number, ProxySecrets.note, at: now) }
        recorder.end(number, .refused(refusal.reason), at: now)
        inner.refused(refusal)
    }

    /// Credentials for the proxy itself are no part of what the SDK told anyone: their value never reaches the tape.
    private func withTapedHead<T>(_ request: OriginRequest, _ body: (UnsafeRawBufferPointer) -> T) -> T {
        if let asked = request.asked { return asked.withUnsafeBytes(body) }
        let head = request.head
        guard head.contains("proxy-authorization") else { return head.bytes.withUnsafeBytes(body) }
        return ProxySecrets.removed(from: head.bytes).withUnsafeBytes(body)
    }
}

/// Takes the credentials for the proxy out of what goes to the tape.
enum ProxySecrets {
    static let note = "Proxy-Authorization was removed: what a client tells the proxy alone is not kept."
    private static let name = Array("proxy-authorization".utf8)

    /// The bytes of a head, or of what there is of one, without the lines of that field and their continuations.
    static func removed(from bytes: [UInt8]) -> [UInt8] {
        var kept: [UInt8] = []
        var isRemoving = false
        for (number, line) in bytes.split(separator: 0x0A, omittingEmptySubsequences: false).enumerated() {
            let isContinuation = line.first == 0x20 || line.first == 0x09
            isRemoving = isContinuation ? isRemoving : isSecret(line)
            if isRemoving { continue }
            if number > 0, !kept.isEmpty { kept.append(0x0A) }
            kept += line
        }
        return isRemoving && bytes.count > kept.count && !kept.isEmpty ? kept + [0x0A] : kept
    }

    private static func isSecret(_ line: ArraySlice<UInt8>) -> Bool {
        guard line.count > name.count, ASCII.equalsIgnoringCase(line.prefix(name.count), name[...]) else {
            return false
        }
        return line.dropFirst(name.count).first { $0 != 0x20 && $0 != 0x09 } == UInt8(ascii: ":")
    }
}

/// One exchange under way, seen from both sides.
private final class RecordedExchange: RequestSink, AnswerSink {
    /// What answers holds this exchange: it is let go of when it has nothing more to say.
    private var inner: (any RequestSink)?
    private var hasAnswered = false
    private let number: Int
    private let owner: RecordingOrigin
    private let sink: any AnswerSink
    /// Bytes both ways that are counted and not kept.
    private var isTunnel: Bool
    private var webSocket: WebSocketTaping?
    private var upstream: Int?
    /// The client speaks HTTP/1, which has no place for some trailers.
    private let isOfHTTP1: Bool
    /// How the next head came.
    private var http2: HTTP2HeadFacts?
    private var isOver = false
    private var sent = 0
    private var received = 0
    /// Kept back from the client until the tape is safe.
    private var held = HeldEnd()
    private var isCancelled = false

    init(_ number: Int, _ request: OriginRequest, _ owner: RecordingOrigin, _ sink: any AnswerSink) {
        self.number = number
        self.owner = owner
        self.sink = sink
        isOfHTTP1 = request.http2 == nil
        isTunnel = if case .tunnel = request.kind { true } else { false }
    }

    private var recorder: TapeRecorder { owner.recorder }

    func ask(_ origin: any Origin, _ request: OriginRequest) {
        let inner = origin.ask(request, answerTo: self)
        if !hasAnswered { self.inner = inner }
    }

    private func letGo() {
        hasAnswered = true
        inner = nil
    }

    private func end(_ end: ExchangeEnd) {
        guard !isOver else { return }
        isOver = true
        let now = owner.clock()
        if isTunnel { recorder.tunnel(number, sent: sent, received: received, at: now) }
        recorder.end(number, isTunnel && end == .complete ? .tunnelClosed : end, at: now)
    }

    // MARK: RequestSink

    var isCongested: Bool { inner?.isCongested ?? false }

    func sendBody(_ wire: UnsafeBufferPointer<UInt8>) {
        if isTunnel {
            sent += wire.count
            webSocket?.read(wire, isFromClient: true, recorder, number, at: owner.clock())
        } else if !isOver {
            recorder.requestData(number, UnsafeRawBufferPointer(wire), at: owner.clock())
        }
        inner?.sendBody(wire)
    }

    /// The tape has no more place for them than HTTP/1.
    private func noteTrailers(_ words: String, _ fields: [HTTP2Field]) {
        guard !isOver else { return }
        let text = fields.map { "\(String(display: $0.name)): \(String(display: $0.value))" }.joined(separator: ", ")
        recorder.note(number, "\(words): \(text)", at: owner.clock())
    }

    func sendTrailers(_ fields: [HTTP2Field]) {
        noteTrailers("trailers of the request, beside a content-length", fields)
        inner?.sendTrailers(fields)
    }

    func sendEnd() {
        if !isTunnel, !isOver { recorder.requestEnd(number, at: owner.clock()) }
        inner?.sendEnd()
    }

    func pauseAnswer() { inner?.pauseAnswer() }

    func resumeAnswer() { inner?.resumeAnswer() }

    func cancel(_ cause: CancelCause) {
        switch cause {
        case .clientAborted: end(isTunnel ? .complete : .clientAborted)
        case .clientReset(let code):
            if !isOver { recorder.note(number, "the client reset the stream: \(code)", at: owner.clock()) }
            end(.clientAborted)
        case .clientFault(let fault): end(.refused(fault.reason.rawValue))
        case .headTimeout: end(.originUnreachable(code: "timeout", detail: "No response head within the time limit."))
        case .requestTooSlow: end(.refused("the request body came too slowly"))
        case .answerTooSlow: end(.short)
        case .stopping: end(isTunnel ? .complete : .recorderDied)
        }
        isCancelled = true
        let inner = inner
        letGo()
        inner?.cancel(cause)
    }

    // MARK: AnswerSink

    func asked(upstream id: Int) {
        upstream = id
        sink.asked(upstream: id)
    }

    func answerComes(over http2: HTTP2HeadFacts) {
        self.http2 = http2
        sink.answerComes(over: http2)
    }

    func answerNote(_ text: String) {
        recorder.note(number, text, at: owner.clock())
        sink.answerNote(text)
    }

    func answerInterim(_ head: ResponseHead) {
        head.bytes.withUnsafeBytes { recorder.interim(number, $0, at: owner.clock()) }
        sink.answerInterim(head)
    }

    func answerHead(_ head: ResponseHead, framing: BodyFraming) {
        if let http2 { recorder.http2(number, .response, http2, at: owner.clock()) }
        head.bytes.withUnsafeBytes { recorder.responseHead(number, upstream: upstream, $0, at: owner.clock()) }
        if head.status == 101 { isTunnel = true }
        webSocket = WebSocketTaping(head)
        if owner.isDurable, !isTunnel, held.holds(head, framing) { return }
        sink.answerHead(head, framing: framing)
    }

    func answerBody(_ wire: UnsafeBufferPointer<UInt8>) {
        if isTunnel {
            received += wire.count
            webSocket?.read(wire, isFromClient: false, recorder, number, at: owner.clock())
        } else if !isOver {
            recorder.responseData(number, UnsafeRawBufferPointer(wire), at: owner.clock())
        }
        guard owner.isDurable, !isTunnel else { return sink.answerBody(wire) }
        held.pass(wire, to: sink)
    }

    func answerTrailers(_ fields: [HTTP2Field]) {
        let whether = isOfHTTP1 ? ", left out towards a client of HTTP/1" : ""
        noteTrailers("trailers of the answer, beside a content-length\(whether)", fields)
        sink.answerTrailers(fields)
    }

    func answerEnded() {
        // The bytes first, so that what the client has is never more than what is about to be recorded as whole.
        end(.complete)
        letGo()
        whenSafe { $0.answerEnded() }
    }

    /// Tells the client's side of the end, in durable mode once the exchange is on the medium.
    private func whenSafe(_ tell: @escaping (any AnswerSink) -> Void) {
        guard owner.isDurable, !isTunnel else { return tell(sink) }
        recorder.whenSafe { [self] isSafe in
            guard !isCancelled, isSafe || owner.passesUntaped else { return }
            held.release(to: sink)
            tell(sink)
        }
    }

    func answerFailed(_ failure: OriginFailure) {
        switch failure {
        case .unreachable(let code, let detail): end(.originUnreachable(code: code, detail: detail))
        case .aborted: end(isTunnel ? .complete : .originAborted)
        case .short: end(.short)
        case .streamReset(let code, let hadHead):
            if !isOver { recorder.note(number, "the origin reset the stream: \(code)", at: owner.clock()) }
            end(hadHead ? .short : .originAborted)
        case .fault(let fault): end(.originFault("at byte \(fault.offset): \(fault.reason.rawValue)"))
        case .headTimeout: end(.originUnreachable(code: "timeout", detail: "No response head within the time limit."))
        case .missed: end(.missed)
        case .recordedFailure(let explanation): end(.originFault(explanation))
        }
        letGo()
        whenSafe { $0.answerFailed(failure) }
    }

    func requestDrained() { sink.requestDrained() }
}
