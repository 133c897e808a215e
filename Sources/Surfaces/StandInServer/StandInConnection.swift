internal import HTTPModel
internal import HTTPWire
internal import Sockets

/// One client of a stand-in: reads its requests one after the other and answers each.
final class StandInConnection: ByteStreamDelegate {
    private let stream: any ByteStream
    private let listener: StandInListener
    private let scheme: URLScheme
    private let limits: StandInListenerLimits

    /// Bytes not used up yet.
    private var pending: [UInt8] = []
    private var scanner: HeadScanner
    /// The request whose body is being read.
    private var request: (head: RequestHead, reader: BodyReader, body: [UInt8])?
    /// What the connection has become, and by which request.
    private var webSocket: (request: StandInRequest, side: StandInWebSocket)?
    private var isClosing = false

    init(_ stream: any ByteStream, _ listener: StandInListener, scheme: URLScheme) {
        self.stream = stream
        self.listener = listener
        self.scheme = scheme
        limits = listener.listening.limits
        scanner = HeadScanner(limits: limits.wire)
    }

    func start() {
        stream.delegate = self
        stream.startReading()
    }

    func close() {
        isClosing = true
        stream.close()
        listener.closed(self)
    }

    // MARK: ByteStreamDelegate

    func stream(_ stream: any ByteStream, received bytes: UnsafeBufferPointer<UInt8>) {
        pending += bytes
        do throws(WireFault) {
            while !isClosing, webSocket == nil, try takeRequest() {}
            takeFrames()
        } catch {
            refuse(error.suggestedStatus, "\(error.reason.rawValue)")
        }
    }

    func stream(_ stream: any ByteStream, ended end: StreamEnd) {
        close()
    }

    func streamDrained(_ stream: any ByteStream) {}

    // MARK: Requests

    /// Takes one whole request out of the pending bytes and answers it; false where more must come.
    private func takeRequest() throws(WireFault) -> Bool {
        if request == nil, try !takeHead() { return false }
        guard var current = request else { return false }
        var content: [UInt8] = []
        let taken = try pending.withBytes { (buffer) throws(WireFault) in
            try current.reader.read(buffer) { content += buffer[$0] }
        }
        pending.removeFirst(taken.count)
        guard current.body.count + content.count <= limits.bodyBytes else {
            refuse(413, "the body is over \(limits.bodyBytes) bytes")
            return false
        }
        current.body += content
        guard taken.isEnd else {
            request = current
            return false
        }
        request = nil
        answer(current.head, current.body)
        return true
    }

    private func takeHead() throws(WireFault) -> Bool {
        let end = try pending.withBytes { (buffer) throws(WireFault) in try scanner.end(in: buffer) }
        guard let end else { return false }
        let head = try HeadParser(limits: limits.wire).request(Array(pending[..<end]))
        pending.removeFirst(end)
        scanner = HeadScanner(limits: limits.wire)
        request = (head, BodyReader(try BodyFraming.request(head), limits: limits.wire), [])
        if head.lists("100-continue", in: "expect") { stream.write(Array("HTTP/1.1 100 Continue\r\n\r\n".utf8)) }
        return true
    }

    private func takeFrames() {
        guard var current = webSocket, !isClosing else { return }
        let bytes = pending
        pending = []
        let answers = bytes.withUnsafeBufferPointer { buffer in
            current.side.read(buffer) { listener.answer($0, over: current.request) }
        }
        webSocket = current
        if !answers.isEmpty { stream.write(answers) }
        if current.side.isOver { close() }
    }

    private func answer(_ head: RequestHead, _ body: [UInt8]) {
        let request = StandInRequest(scheme: scheme, head: head, body: body)
        let answer = listener.answer(request)
        if answer.status == 101 {
            webSocket = (request, StandInWebSocket(byteLimit: limits.bodyBytes))
            stream.write(answer.head(closing: false))
            return
        }
        let closes = head.version == .http10 || head.lists("close", in: "connection")
        stream.write(answer.head(closing: closes) + answer.body)
        if closes { close() }
    }

    private func refuse(_ status: Int, _ why: String) {
        let answer = StandInAnswer.text("stand-in: \(why)\n", type: "text/plain; charset=utf-8", status: status)
        stream.write(answer.head(closing: true) + answer.body)
        close()
    }
}

extension [UInt8] {
    /// `withUnsafeBufferPointer` with typed errors.
    fileprivate func withBytes<T>(
        _ body: (UnsafeBufferPointer<UInt8>) throws(WireFault) -> T
    ) throws(WireFault) -> T {
        let result = withUnsafeBufferPointer { buffer -> Result<T, WireFault> in
            do throws(WireFault) { return .success(try body(buffer)) } catch { return .failure(error) }
        }
        return try result.get()
    }
}
