package import HTTPModel

/// What a replay plays of an exchange: the answer, and how it ended.
package struct RecordedAnswer: Sendable {
    /// The exchange's.
    package let number: Int
    package let end: ExchangeEnd
    package let interim: [ResponseHead]
    package let response: TapedResponse?
    /// Set where the answer came over HTTP/2.
    package let http2: HTTP2HeadFacts?
    /// What both sides said behind the answer, where it granted a WebSocket.
    package let frames: [WebSocketFrame]
    /// Bytes that passed behind an answer that switched protocols.
    package let tunnel: TunnelCount?

    package init(
        number: Int, end: ExchangeEnd, interim: [ResponseHead], response: TapedResponse?, http2: HTTP2HeadFacts?,
        frames: [WebSocketFrame], tunnel: TunnelCount?
    ) {
        self.number = number
        self.end = end
        self.interim = interim
        self.response = response
        self.http2 = http2
        self.frames = frames
        self.tunnel = tunnel
    }

    package init(_ exchange: Exchange) {
        self.init(
            number: exchange.number, end: exchange.end, interim: exchange.interim.map(\.head),
            response: exchange.response, http2: exchange.responseHTTP2, frames: exchange.frames,
            tunnel: exchange.tunnel)
    }

    /// It granted a WebSocket (RFC 6455 §4.2.2), and the connection was there until one side ended it.
    package var isWebSocket: Bool {
        guard end == .tunnelClosed, let head = response?.head else { return false }
        return head.status == 101 && head.lists("websocket", in: "upgrade")
    }

    /// Whether all that passed behind the answer is on the tape as frames.
    package var hasAllFrames: Bool {
        var framed = TunnelCount(sent: 0, received: 0)
        for frame in frames {
            if frame.isFromClient { framed.sent &+= frame.wireSize } else { framed.received &+= frame.wireSize }
        }
        return framed == tunnel
    }
}
