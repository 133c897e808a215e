/// What came of a peer's bytes, or of bytes sent. Streams are named by their number.
package enum HTTP2Event: Sendable, Hashable {
    /// A request, an interim answer or an answer; its fields keep the rules of RFC 9113 §8.2 and §8.3.
    case head(stream: Int32, [HTTP2Field], isEnd: Bool)
    case data(stream: Int32, [UInt8])
    /// The peer's half has ended by a trailer section.
    case trailers(stream: Int32, [HTTP2Field])
    /// The peer's half has ended without one.
    case end(stream: Int32)
    /// A head that HTTP forbids; the stream is being reset. `fields` are those before the fault.
    case malformed(stream: Int32, fields: [HTTP2Field], reason: String)
    /// A head over the limits; the owner answers or resets.
    case oversized(stream: Int32)
    /// The stream is over; nothing of it follows. A fault of the peer's that the session found is told by
    /// `isOwnVerdict`; every other code is the peer's, or what the owner asked for.
    case closed(stream: Int32, HTTP2ErrorCode, isOwnVerdict: Bool = false)
    /// Less than the low-water mark waits to be sent, after `isCongested` was seen.
    case drained(stream: Int32)
    /// The peer begins no more: streams above `last` were not looked at.
    case goAway(last: Int32, HTTP2ErrorCode)
    /// The connection is broken by the peer's doing; GOAWAY is on its way and nothing more is read.
    case failed(HTTP2ErrorCode, reason: String)
}
