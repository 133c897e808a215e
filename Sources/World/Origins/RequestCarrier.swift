import HTTP2Wire

/// What carries one exchange to an origin: a connection of its own, or a stream of one that others share.
protocol RequestCarrier: AnyObject {
    /// The upstream connection's number on the tape.
    var id: Int { get }
    var isCongested: Bool { get }
    /// It broke before it did anything with the request, and a fresh one may do better.
    var mayBeAskedAgain: Bool { get }

    func begin(_ exchange: LiveExchange)
    /// Bytes of the request's body in their HTTP/1 form; of a tunnel, the client's.
    func write(_ bytes: UnsafeBufferPointer<UInt8>)
    func sendTrailers(_ fields: [HTTP2Field])
    /// The request is whole. In a tunnel: the client ended its half.
    func endRequest()
    func pause()
    func resume()
    /// The exchange is given up; the origin sees that.
    func reset(_ code: HTTP2ErrorCode)
    /// Not used after all.
    func close()
}
