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
    /// A WebSocket followed.
    package let hasFrames: Bool

    package init(
        number: Int, end: ExchangeEnd, interim: [ResponseHead], response: TapedResponse?, http2: HTTP2HeadFacts?,
        hasFrames: Bool
    ) {
        self.number = number
        self.end = end
        self.interim = interim
        self.response = response
        self.http2 = http2
        self.hasFrames = hasFrames
    }

    package init(_ exchange: Exchange) {
        self.init(
            number: exchange.number, end: exchange.end, interim: exchange.interim.map(\.head),
            response: exchange.response, http2: exchange.responseHTTP2, hasFrames: !exchange.frames.isEmpty)
    }
}
