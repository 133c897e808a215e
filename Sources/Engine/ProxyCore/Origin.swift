package import HTTP2Wire
package import HTTPModel
package import HTTPWire

/// Where requests are answered: a live server, a tape, or a recorder around one of them. The front never knows which.
package protocol Origin: AnyObject {
    /// Begins an exchange. The answer's pieces go to `sink`, possibly before this returns.
    func ask(_ request: OriginRequest, answerTo sink: any AnswerSink) -> any RequestSink

    /// A request that was refused without being asked; told so that it can be recorded.
    func refused(_ refusal: RefusedRequest)
}

/// A request as the front hands it on.
package struct OriginRequest: Sendable {
    /// As the client sent it.
    package let head: RequestHead
    /// What changes of the head on its way; nil where it goes on as it came.
    private let change: ForwardedHead?
    package var origin: ServerOrigin
    package let framing: BodyFraming
    package let kind: Kind
    package let ingress: String
    /// The id of the client's connection.
    package let connection: Int
    /// Set where it came over HTTP/2; `head` is then its text in the form of HTTP/1.
    package var http2: HTTP2HeadFacts?
    /// What the client asked with, where that was no HTTP: the tape has it in the head's place.
    package var asked: [UInt8]?
    /// Where to connect, numeric, in place of what the origin's name stands for.
    package var address: String?
    /// The client is on another machine.
    package var isElsewhere = false
    /// Words for the tape.
    package var remark: String?

    package enum Kind: Sendable {
        case plain
        /// Asks for another protocol; 101 turns both connections into a tunnel.
        case upgrade
        /// A CONNECT passed through unread: bytes both ways, no HTTP.
        case tunnel
    }

    /// It came over HTTP/2 and asks for a WebSocket (RFC 8441 §4).
    package var isExtendedConnect: Bool { http2.map(HTTP2Fields.isExtendedConnect) ?? false }

    /// Asks for a WebSocket, over HTTP/1 or 2.
    package var asksForWebSocket: Bool {
        if case .upgrade = kind { return head.lists("websocket", in: "upgrade") }
        return false
    }

    /// The head as the origin is to see it; made when it is asked for, since an answer from a tape needs none.
    package var forwardedHead: [UInt8] { change?.bytes(of: head) ?? head.bytes }

    /// Where the path begins in the head of a target in absolute form, to the target's end; nil for other forms.
    package var path: Range<Int>? { change?.path }

    package init(
        head: RequestHead, changedBy change: ForwardedHead? = nil, origin: ServerOrigin, framing: BodyFraming,
        kind: Kind, ingress: String, connection: Int
    ) {
        self.head = head
        self.change = change
        self.origin = origin
        self.framing = framing
        self.kind = kind
        self.ingress = ingress
        self.connection = connection
    }
}

/// A request that got fita's own answer.
package struct RefusedRequest: Sendable {
    /// What was received of it, at most a head.
    package let bytes: [UInt8]
    package let origin: ServerOrigin?
    package let ingress: String
    package let connection: Int
    package let reason: String

    package init(bytes: [UInt8], origin: ServerOrigin?, ingress: String, connection: Int, reason: String) {
        self.bytes = bytes
        self.origin = origin
        self.ingress = ingress
        self.connection = connection
        self.reason = reason
    }
}

/// Takes an answer piece by piece. After `answerEnded` or `answerFailed` nothing follows.
package protocol AnswerSink: AnyObject {
    /// The request goes out on this upstream connection.
    func asked(upstream id: Int)
    /// The next head came over HTTP/2.
    func answerComes(over http2: HTTP2HeadFacts)
    /// Words about the answer that its bytes do not tell: what was forgiven in the head that comes next.
    func answerNote(_ text: String)
    func answerInterim(_ head: ResponseHead)
    func answerHead(_ head: ResponseHead, framing: BodyFraming)
    /// Body bytes as on the wire, borrowed for the call. After a switch of protocols, the tunnel's bytes.
    func answerBody(_ wire: UnsafeBufferPointer<UInt8>)
    /// The trailer section of an answer whose form in HTTP/1 has no place for one. The end follows.
    func answerTrailers(_ fields: [HTTP2Field])
    func answerEnded()
    func answerFailed(_ failure: OriginFailure)
    /// The origin's side can take request bytes again.
    func requestDrained()
}

/// Takes the rest of a request, and steers its answer.
package protocol RequestSink: AnyObject {
    /// Request bytes wait in vain: stop the client until `requestDrained`.
    var isCongested: Bool { get }
    func sendBody(_ wire: UnsafeBufferPointer<UInt8>)
    /// The trailer section of a request whose form in HTTP/1 has no place for one. The end follows.
    func sendTrailers(_ fields: [HTTP2Field])
    /// The request is whole. In a tunnel: the client ended its half.
    func sendEnd()
    func pauseAnswer()
    func resumeAnswer()
    /// The client is gone or the front gives up.
    func cancel(_ cause: CancelCause)
}

package enum CancelCause: Sendable, Hashable {
    case clientAborted
    /// It reset the stream with a code of its own.
    case clientReset(HTTP2ErrorCode)
    /// The client's body broke its framing.
    case clientFault(WireFault)
    /// No response head came within the limit.
    case headTimeout
    /// The request's body came, but below the least rate.
    case requestTooSlow
    /// So did the answer's.
    case answerTooSlow
    /// fita is stopping.
    case stopping
}

/// Why an origin gave no whole answer.
package enum OriginFailure: Error, Sendable, Hashable {
    /// No connection: `code` is one of resolve, connect, tls, alpn, proxy, timeout; `detail` is for people.
    case unreachable(code: String, detail: String)
    /// Closed or reset; `afterHead` tells whether the client has seen a head.
    case aborted(detail: String)
    /// The body ended early.
    case short(detail: String)
    /// The origin reset the stream of HTTP/2 before the answer was whole.
    case streamReset(HTTP2ErrorCode, hadHead: Bool)
    /// The answer is not HTTP/1.
    case fault(WireFault)
    case headTimeout
    /// Replay: nothing on the tape answers; the explanation is for people.
    case missed(explanation: String)
    /// Replay: the recorded exchange failed like this.
    case recordedFailure(String)
}
