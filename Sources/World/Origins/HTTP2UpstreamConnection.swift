import HTTP2Wire
import HTTPModel
import HTTPWire
import Sockets

/// A connection to an origin that agreed on HTTP/2: a stream for each exchange.
final class HTTP2UpstreamConnection: ByteStreamDelegate {
    let place: UpstreamPlace
    let id: Int
    let session: HTTP2Session
    unowned let owner: LiveOrigin
    private let stream: any ByteStream
    private var streams: [Int32: HTTP2UpstreamStream] = [:]
    /// Those that wait to know what the origin takes.
    private var undecided: [HTTP2UpstreamStream] = []
    private var isDraining = false
    private var isClosed = false
    /// Streams have ended on it: a break now may only mean that the origin was tired of it.
    private(set) var servedBefore = false
    private(set) var idleSince: UInt64

    init(_ stream: any ByteStream, _ place: UpstreamPlace, id: Int, _ owner: LiveOrigin) {
        self.stream = stream
        self.place = place
        self.id = id
        self.owner = owner
        session = HTTP2Session(.client, limits: owner.http2)
        idleSince = owner.loop.now
        stream.delegate = self
        stream.startReading()
        settle()
    }

    var mayTakeAnother: Bool { !isDraining && !isClosed && session.mayBegin }
    var isIdle: Bool { streams.isEmpty && undecided.isEmpty }

    func makeStream() -> HTTP2UpstreamStream { HTTP2UpstreamStream(self) }

    /// Has the stream told once the origin has said whether it takes CONNECT for a WebSocket.
    func decide(_ stream: HTTP2UpstreamStream) {
        undecided.append(stream)
        settle()
    }

    /// Begins a stream with a head; nil where the origin takes no more.
    func begin(_ fields: [HTTP2Field], isEnd: Bool, _ stream: HTTP2UpstreamStream) -> Int32? {
        guard mayTakeAnother, let number = session.beginRequest(fields, isEnd: isEnd) else { return nil }
        streams[number] = stream
        return number
    }

    func settle() {
        guard !isClosed else { return }
        session.settle(while: { !stream.isCongested }, send: { stream.write($0) }) { handle($0) }
        if session.hasSettings, !undecided.isEmpty {
            let waiting = undecided
            undecided = []
            for stream in waiting { stream.decided(session.takesExtendedConnect) }
        }
        if session.isOver || isDraining && isIdle { close() }
    }

    private func handle(_ event: HTTP2Event) {
        switch event {
        case .head(let number, let fields, let isEnd): streams[number]?.answerHead(fields, isEnd: isEnd)
        case .data(let number, let bytes):
            guard let stream = streams[number] else { return session.consumed(number, bytes.count) }
            stream.answerContent(bytes)
        case .trailers(let number, let fields): streams[number]?.answerEnded(trailers: fields)
        case .end(let number): streams[number]?.answerEnded(trailers: [])
        case .malformed(let number, _, _): streams[number]?.answerMalformed(.http2Head)
        case .oversized(let number): streams[number]?.answerMalformed(.fieldsTooLong)
        case .drained(let number): streams[number]?.drained()
        case .closed(let number, let code, let isOwnVerdict):
            servedBefore = true
            idleSince = owner.loop.now
            let stream = streams.removeValue(forKey: number)
            if isOwnVerdict {
                stream?.closed("the origin's stream was reset: \(code)")
            } else {
                stream?.wasReset(code)
            }
        case .goAway:
            isDraining = true
            owner.forget(self)
        case .failed(let code, let reason):
            owner.forget(self)
            breakStreams { $0.answerBroken("HTTP/2 ended with \(code): \(reason)") }
        }
    }

    private func breakStreams(_ tell: (HTTP2UpstreamStream) -> Void) {
        let open = Array(streams.values) + undecided
        streams = [:]
        undecided = []
        for stream in open { tell(stream) }
    }

    /// Ends the connection in good order.
    func end() {
        session.terminate(.noError)
        settle()
        close()
    }

    private func close() {
        guard !isClosed else { return }
        isClosed = true
        owner.forget(self)
        stream.close()
        breakStreams { $0.closed("the connection ended") }
    }

    // MARK: ByteStreamDelegate

    func stream(_ stream: any ByteStream, received bytes: UnsafeBufferPointer<UInt8>) {
        session.receive(bytes)
        settle()
    }

    func stream(_ stream: any ByteStream, ended end: StreamEnd) {
        let detail = if case .failed(let text) = end { text } else { "The connection was closed." }
        isClosed = true
        owner.forget(self)
        stream.close()
        breakStreams { $0.closed(detail) }
    }

    func streamDrained(_ stream: any ByteStream) { settle() }
}
