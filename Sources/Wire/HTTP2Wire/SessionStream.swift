/// What a session keeps of one stream.
final class SessionStream {
    /// The head being received.
    var fields: [HTTP2Field] = []
    var fieldBytes = 0
    var isOversized = false
    /// The peer's first head has been given out.
    var hasHead = false

    /// Bytes that wait for frames; those before `start` have gone.
    private(set) var queue: [UInt8] = []
    private(set) var start = 0
    var isEnding = false
    var trailers: [HTTP2Field] = []
    /// nghttp2 asks no more until it is told that there are bytes again.
    var isDeferred = false
    var hasEndedSending = false
    /// Our half has gone out to its end.
    var isSent = false
    /// The peer's half is read by no one.
    var isUnwanted = false
    var wasCongested = false
    /// The session reset it, for a fault of the peer's.
    var isResetForFault = false
    /// The owner reset it, for reasons that are not the peer's.
    var isResetByOwner = false

    var waiting: Int { queue.count - start }

    func append(_ bytes: UnsafeBufferPointer<UInt8>) { queue.append(contentsOf: bytes) }

    /// Copies out at most `limit` bytes.
    func take(_ target: UnsafeMutablePointer<UInt8>, _ limit: Int) -> Int {
        let count = min(limit, waiting)
        guard count > 0 else { return 0 }
        queue.withUnsafeBufferPointer { source in
            if let base = source.baseAddress { target.update(from: base + start, count: count) }
        }
        start += count
        if start == queue.count {
            queue.removeAll(keepingCapacity: queue.capacity <= 65_536)
            start = 0
        } else if start > 131_072, start * 2 > queue.count {
            queue.removeFirst(start)
            start = 0
        }
        return count
    }

    func forgetHead() {
        fields = []
        fieldBytes = 0
    }
}
