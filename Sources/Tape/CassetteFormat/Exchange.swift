package import HTTPModel

/// Nanoseconds since the tape's zero, by the monotonic clock of the recording machine.
package typealias TapeTime = UInt64

/// One request with all its answers, as the recorder saw them on the client's side of the proxy.
///
/// Heads and bodies are the wire's bytes. What the proxy changed on the way to the origin (the absolute form of the
/// target, hop-by-hop fields) follows from ``ingress`` and is not in these bytes.
package struct Exchange: Sendable {
    /// From 1, in the order in which the requests began. The number that `fita list` shows.
    package var number: Int
    /// The client connection's id on this tape, from 1.
    package var connection: Int
    package var ingress: Ingress
    /// Where the request was bound for.
    package var origin: ServerOrigin
    /// When the request's first byte was read.
    package var start: TapeTime
    package var request: TapedRequest
    package var interim: [TapedInterim]
    package var response: TapedResponse?
    package var end: ExchangeEnd
    package var endTime: TapeTime
    /// Set where the exchange became a tunnel: bytes each way, not kept.
    package var tunnel: TunnelCount?
    /// Set where the tunnel was a WebSocket connection: its frames, in the order in which they began.
    package var frames: [WebSocketFrame] = []
    /// The fita id of the upstream connection's facts, or nil where no origin was asked (refused, replayed).
    package var upstream: Int?
    /// What the recorder had to say about this exchange, in order (for example a removed Proxy-Authorization).
    package var notes: [String]
    /// What another tool's file does not tell of it; nothing on a tape of our own.
    package var losses: TapeLosses = []
    /// Set where the request came over HTTP/2. Its head's text is then made of the fields; see ``HTTP2HeadFacts``.
    package var requestHTTP2: HTTP2HeadFacts?
    /// Set where the origin answered over HTTP/2; likewise.
    package var responseHTTP2: HTTP2HeadFacts?

    package init(
        number: Int, connection: Int, ingress: Ingress, origin: ServerOrigin, start: TapeTime, request: TapedRequest,
        interim: [TapedInterim] = [], response: TapedResponse? = nil, end: ExchangeEnd, endTime: TapeTime,
        tunnel: TunnelCount? = nil, upstream: Int? = nil, notes: [String] = []
    ) {
        self.number = number
        self.connection = connection
        self.ingress = ingress
        self.origin = origin
        self.start = start
        self.request = request
        self.interim = interim
        self.response = response
        self.end = end
        self.endTime = endTime
        self.tunnel = tunnel
        self.upstream = upstream
        self.notes = notes
    }
}

/// By which way a request came in.
package enum Ingress: String, Sendable, CaseIterable {
    /// `GET http://host/` to the proxy.
    case absolute
    /// Inside an intercepted CONNECT, over TLS.
    case connect
    /// Inside a CONNECT, in clear.
    case connectPlain = "connect-plain"
    /// A way that was passed through unread; asked for by SOCKS, its request stands in the head's place.
    case tunnel
    /// To the reverse proxy's own address.
    case reverse
    /// On a way asked for by SOCKS, in clear or over TLS as the origin says.
    case socks
    /// On a connection that the system redirected here, in clear or over TLS as the origin says.
    case transparent
}

package struct TapedRequest: Sendable {
    /// As received, with the empty line. For a refused request, what was received of it.
    package var headBytes: [UInt8]
    /// Nil when the bytes are not a request head.
    package var head: RequestHead?
    package var body: TapedBody

    package init(headBytes: [UInt8], head: RequestHead?, body: TapedBody) {
        self.headBytes = headBytes
        self.head = head
        self.body = body
    }
}

package struct TapedInterim: Sendable {
    package var head: ResponseHead
    package var time: TapeTime

    package init(head: ResponseHead, time: TapeTime) {
        self.head = head
        self.time = time
    }
}

package struct TapedResponse: Sendable {
    package var head: ResponseHead
    /// When the head was complete.
    package var time: TapeTime
    package var body: TapedBody

    package init(head: ResponseHead, time: TapeTime, body: TapedBody) {
        self.head = head
        self.time = time
        self.body = body
    }
}

/// A message body as it was on the wire, its transfer framing told apart from its content.
package struct TapedBody: Sendable {
    package var framing: TapedFraming
    /// The content without transfer framing, content codings (gzip, ...) still on it. Empty when `isExternal`.
    package var payload: [UInt8]
    /// The content's length, also when it is not in `payload`.
    package var payloadSize: Int
    /// The content is kept outside (a blob) and was not loaded.
    package var isExternal: Bool
    /// SHA-256 of the content, lower-case hexadecimal.
    package var digest: String
    /// Bytes on the wire after the head, chunk sizes and trailers included.
    package var wireSize: Int
    /// When pieces of the content came: time, and the content's length by then. In order; may be empty.
    package var arrivals: [Arrival]

    /// The content never was on this tape nor beside it: its source did not have it. The size is what was told.
    package var isAbsent: Bool { isExternal && digest.isEmpty }

    package init(
        framing: TapedFraming, payload: [UInt8], payloadSize: Int, isExternal: Bool, digest: String, wireSize: Int,
        arrivals: [Arrival]
    ) {
        self.framing = framing
        self.payload = payload
        self.payloadSize = payloadSize
        self.isExternal = isExternal
        self.digest = digest
        self.wireSize = wireSize
        self.arrivals = arrivals
    }
}

package struct Arrival: Hashable, Sendable {
    package var time: TapeTime
    /// Content bytes received up to and including this piece.
    package var upTo: Int

    package init(time: TapeTime, upTo: Int) {
        self.time = time
        self.upTo = upTo
    }
}

/// The transfer framing, in enough detail to give the wire's bytes again.
package enum TapedFraming: Hashable, Sendable {
    case none
    case length
    case untilClose
    case chunked(ChunkLayout)
}

/// Each chunk-size line as it was, and the trailer section.
package struct ChunkLayout: Hashable, Sendable {
    package struct Chunk: Hashable, Sendable {
        /// The chunk-size line without CR LF, extensions and leading zeros included.
        package var line: [UInt8]
        package var size: Int

        package init(line: [UInt8], size: Int) {
            self.line = line
            self.size = size
        }
    }

    /// The last chunk (size 0) included, if it came.
    package var chunks: [Chunk]
    /// The trailer section with its empty line; empty when it did not come.
    package var trailer: [UInt8]
    /// The bytes of an unfinished chunk-size line or of other framing at the point where the body was cut.
    package var cut: [UInt8]

    package init(chunks: [Chunk], trailer: [UInt8], cut: [UInt8]) {
        self.chunks = chunks
        self.trailer = trailer
        self.cut = cut
    }
}

package struct TunnelCount: Hashable, Sendable {
    package var sent: Int
    package var received: Int

    package init(sent: Int, received: Int) {
        self.sent = sent
        self.received = received
    }
}

/// How an exchange ended. Only `complete` is a whole exchange; a replay serves no other as if it were one.
package enum ExchangeEnd: Hashable, Sendable {
    case complete
    /// The client went away.
    case clientAborted
    /// The origin closed or reset before the answer was whole.
    case originAborted
    /// The body is shorter than announced.
    case short
    /// The origin could not be reached; a code such as `resolve`, `connect`, `tls`, `timeout`, and words.
    case originUnreachable(code: String, detail: String)
    /// The origin's bytes are not HTTP.
    case originFault(String)
    /// The client's bytes are not HTTP, or are refused; fita answered for itself.
    case refused(String)
    /// The recorder died before the end.
    case recorderDied
    /// Passed through unread.
    case tunnelClosed
    /// Replay had no answer.
    case missed
}
