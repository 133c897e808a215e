import HTTP2Wire
import HTTPModel
import HTTPWire
import ProxyCore

/// The life of a stream: what may be told of it, and in which order.
struct StreamBook {
    private let setting: SessionRun.Setting
    private var hasHead = false
    private var hasEnd = false
    private var isBroken = false
    private var isClosed = false
    private var unread = 0

    init(_ setting: SessionRun.Setting) { self.setting = setting }

    mutating func read(_ event: HTTP2Event) throws {
        try must(!isClosed, "\(event.inWords) of a stream that is closed")
        switch event {
        case .head(_, let fields, let isEnd):
            try must(!hasHead && !isBroken, "a head behind the head")
            let isInterim = fields.contains { $0.isNamed(":status") && $0.value.first == UInt8(ascii: "1") }
            try must(setting.role == .client || !isInterim, "a request with a status")
            hasHead = !isInterim
            hasEnd = isEnd
        case .data(_, let bytes):
            try must(hasHead && !hasEnd && !isBroken, "content out of its place")
            unread += bytes.count
            // The first window, and the frame that goes over it; a smaller one counts once the peer has agreed.
            if !setting.usesContent {
                try must(unread <= 65_535 + 16_384, "\(unread) bytes came that nobody asked for")
            }
        case .end, .trailers:
            try must(hasHead && !hasEnd && !isBroken, "an end out of its place")
            hasEnd = true
        case .malformed: isBroken = true
        case .oversized: (isBroken, hasHead) = (true, true)
        case .closed: isClosed = true
        case .drained, .goAway, .failed: break
        }
    }
}

/// What must hold of heads on their way between HTTP/2 and the text of HTTP/1.
enum HTTP2Judgement {
    static func request(_ request: OriginRequest, _ fields: [HTTP2Field], stream: Int32, isEnd: Bool) throws {
        let lines = request.head.fields.filter { !request.head.isField($0, "host") }
        let came = fields.filter { !$0.isPseudo && !$0.isNamed("host") }
        for (line, field) in zip(lines, came) {
            try must(request.head.bytes[line.name].elementsEqual(field.name), "a name has changed")
            try must(request.head.bytes[line.value].elementsEqual(field.value), "a value has changed")
        }
        try must(lines.count >= came.count, "a field is lost")
        // On to the origin over HTTP/2, it is the same request there, and what is secret stays so.
        let head = try HeadParser().request(request.forwardedHead)
        let onward = HTTP2Fields.request(
            head, scheme: request.origin.scheme.rawValue, original: request.head, request.http2)
        let secrets = onward.filter(\.isNeverIndexed).map(\.name)
        for field in fields where field.isNeverIndexed && !field.isNamed("host") && !field.isNamed("te") {
            try must(secrets.contains(field.name), "a field is not never-indexed any more")
        }
        let origin = ServerMachine.Place.fixed(request.origin, ingress: "again", rewritesHost: false)
        let again = HTTP2RequestReader(place: origin, connection: 1).read(onward, stream: stream, isEnd: isEnd)
        guard case .request(let next) = again else { throw Violation(description: "refused when it went on: \(again)") }
        try must(next.framing == request.framing, "the framing has changed on the way")
        // A coding that a hop may name in TE stays behind.
        guard !head.contains("te") else { return }
        try must(next.forwardedHead == request.forwardedHead, "what went on is read as another head")
    }

    static func answer(
        _ answer: HTTP2Response, _ fields: [HTTP2Field], to request: RequestHead, isUpgrade: Bool
    ) throws {
        var machine = UpstreamMachine(isLenient: false)
        machine.asked(request, upgrade: isUpgrade)
        switch answer.head.bytes.withUnsafeBufferPointer({ machine.read($0) }) {
        case .head(let head, let framing, let count):
            try must(head.bytes == answer.head.bytes && count == head.bytes.count, "the text is read as another head")
            try must(framing == answer.framing, "\(framing) is \(answer.framing) over HTTP/2")
        case .interim(_, let count): try must(count == answer.head.bytes.count, "the text is read as more than a head")
        case .switched: try must(isUpgrade, "a switch that nobody asked for")
        case let other: throw Violation(description: "the text is read as \(other)")
        }
        guard answer.head.status != 101 else { return }
        let onward = HTTP2Fields.response(answer.head, answer.facts)
        try must(onward == fields, "\(onward) goes on of \(fields)")
    }

    static func trailers(_ fields: [HTTP2Field]) throws {
        guard let end = try? BodyEncoder(.chunked).end(trailers: fields) else { return }
        var decoder = BodyDecoder(.chunked)
        end.withUnsafeBufferPointer { decoder.content($0) { _ in } }
        try must(decoder.isAtEnd, "the trailer section has no end")
        let again = decoder.trailers
        try must(again.map(\.name) == fields.map(\.name), "trailers have other names")
        try must(again.map(\.value) == fields.map(\.value), "trailers have other values")
    }
}

extension HTTP2Event {
    /// For people; of bytes only their count.
    var inWords: String {
        switch self {
        case .head(let id, let fields, let isEnd): "head(\(id), \(fields.count) fields, isEnd: \(isEnd))"
        case .trailers(let id, let fields): "trailers(\(id), \(fields.count) fields)"
        case .data(let id, let bytes): "data(\(id), \(bytes.count) bytes)"
        case .malformed(let id, _, let reason): "malformed(\(id), \(reason))"
        default: "\(self)"
        }
    }
}
