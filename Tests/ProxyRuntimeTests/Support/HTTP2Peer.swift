import HTTP2Wire
import LoopbackPeers

/// One end of a loopback connection that speaks HTTP/2, waiting where it must.
final class HTTP2Peer {
    let connection: RawConnection
    let session: HTTP2Session
    private var waiting: [HTTP2Event] = []
    /// Says that bytes are used as soon as they come.
    var consumes = true

    init(_ connection: RawConnection, _ role: HTTP2Session.Role) {
        self.connection = connection
        session = HTTP2Session(role)
        flush()
    }

    func flush() {
        session.output { connection.send(Array($0)) }
        waiting += session.takeEvents()
    }

    /// The next event, waiting for it; nil at the end of the connection.
    func next() -> HTTP2Event? {
        while waiting.isEmpty {
            let bytes = connection.readSome()
            guard !bytes.isEmpty else { return nil }
            bytes.withUnsafeBufferPointer { session.receive($0) }
            for event in session.takeEvents() {
                if consumes, case .data(let id, let bytes) = event { session.consumed(id, bytes.count) }
                waiting.append(event)
            }
            flush()
        }
        return waiting.removeFirst()
    }

    /// A request; `body` nil for none. Gives its stream.
    func ask(
        _ target: String = "/", method: String = "GET", fields: [HTTP2Field] = [], body: String? = nil,
        trailers: [HTTP2Field] = []
    ) -> Int32 {
        let head = [
            HTTP2Field(":method", method), HTTP2Field(":scheme", "https"), HTTP2Field(":path", target),
            HTTP2Field(":authority", "origin.test"),
        ]
        let id = session.beginRequest(head + fields, isEnd: body == nil) ?? -1
        if let body { send(id, body, trailers: trailers) }
        flush()
        return id
    }

    func send(_ id: Int32, _ content: String, trailers: [HTTP2Field] = []) {
        Array(content.utf8).withUnsafeBufferPointer { session.sendData(id, $0) }
        session.sendEnd(id, trailers: trailers)
        flush()
    }

    /// What came back on one stream.
    struct Answer: Equatable {
        var interim: [[HTTP2Field]] = []
        var head: [HTTP2Field] = []
        var content: [UInt8] = []
        var trailers: [HTTP2Field] = []
        /// Nil while it is open, or where the connection ended first.
        var end: HTTP2ErrorCode?

        var status: String? { head.first.map { String(decoding: $0.value, as: UTF8.self) } }
        var text: String { String(decoding: content, as: UTF8.self) }
    }

    /// Answers of streams, each by its number.
    private(set) var answers: [Int32: Answer] = [:]

    /// Waits until the stream is over.
    @discardableResult
    func answer(_ id: Int32) -> Answer {
        while answers[id]?.end == nil {
            guard let event = next() else { break }
            note(event)
        }
        return answers[id] ?? Answer()
    }

    /// Adds an event to its stream's answer.
    func note(_ event: HTTP2Event) {
        switch event {
        case .head(let id, let fields, _):
            let isInterim = fields.first?.value.first == UInt8(ascii: "1")
            if isInterim {
                answers[id, default: Answer()].interim.append(fields)
            } else {
                answers[id, default: Answer()].head = fields
            }
        case .data(let id, let bytes): answers[id, default: Answer()].content += bytes
        case .trailers(let id, let fields): answers[id, default: Answer()].trailers = fields
        case .closed(let id, let code, _): answers[id, default: Answer()].end = code
        default: break
        }
    }
}

/// A request that a scripted origin was asked over HTTP/2.
struct HTTP2Asked {
    let stream: Int32
    let fields: [HTTP2Field]
    var content: [UInt8] = []
    var trailers: [HTTP2Field] = []

    /// `name: value`, a line each.
    var text: String {
        fields.map { "\(String(decoding: $0.name, as: UTF8.self)): \(String(decoding: $0.value, as: UTF8.self))\n" }
            .joined()
    }
}

extension HTTP2Peer {
    /// Serves whole requests until the connection ends.
    func serve(_ answer: (HTTP2Peer, HTTP2Asked) -> Void) {
        var asked: [Int32: HTTP2Asked] = [:]
        while let event = next() {
            switch event {
            case .head(let id, let fields, let isEnd):
                asked[id] = HTTP2Asked(stream: id, fields: fields)
                if isEnd, let whole = asked[id] { answer(self, whole) }
            case .data(let id, let bytes): asked[id]?.content += bytes
            case .trailers(let id, let fields):
                asked[id]?.trailers = fields
                if let whole = asked[id] { answer(self, whole) }
            case .end(let id):
                if let whole = asked[id] { answer(self, whole) }
            default: break
            }
            flush()
        }
    }

    func answer(
        _ id: Int32, _ fields: [HTTP2Field], _ content: String = "", trailers: [HTTP2Field] = []
    ) {
        session.sendHead(id, fields, isEnd: content.isEmpty && trailers.isEmpty)
        if !content.isEmpty || !trailers.isEmpty { send(id, content, trailers: trailers) }
        flush()
    }
}
