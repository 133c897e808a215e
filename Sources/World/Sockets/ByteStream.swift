/// A connection that carries bytes both ways, in clear or over TLS.
package protocol ByteStream: AnyObject {
    /// Held until `close` or `reset`.
    var delegate: (any ByteStreamDelegate)? { get set }
    /// Called once after `close` or `reset`, when the connection is gone and what was to be sent is sent or given up.
    var onClosed: (() -> Void)? { get set }
    /// Bytes taken by `write` that the peer's system has not.
    var pendingBytes: Int { get }

    func startReading()
    func stopReading()
    /// Takes all the bytes; see `isCongested`.
    func write(_ bytes: UnsafeBufferPointer<UInt8>)
    /// Ends this side's half once all that was written is sent.
    func endWriting()
    /// Ends both halves once all that was written is sent. No delegate call follows.
    func close()
    /// Ends both halves at once; the peer sees a reset, so that nothing cut looks whole.
    func reset()
}

package enum StreamLimits {
    /// The writer of a stream with more than this pending should stop its source.
    package static let highWaterBytes = 262_144
    /// It may go on when less than this is pending.
    package static let lowWaterBytes = 65_536
}

extension ByteStream {
    package var isCongested: Bool { pendingBytes > StreamLimits.highWaterBytes }

    package func write(_ bytes: [UInt8]) {
        bytes.withUnsafeBufferPointer { write($0) }
    }
}

/// How a stream ended from the peer's side.
package enum StreamEnd: Sendable {
    /// The peer ended its half: nothing more will come.
    case finished
    /// The connection is gone. For TLS also an end without close_notify.
    case failed(String)
}

package protocol ByteStreamDelegate: AnyObject {
    /// The bytes are borrowed for the call.
    func stream(_ stream: any ByteStream, received bytes: UnsafeBufferPointer<UInt8>)
    func stream(_ stream: any ByteStream, ended end: StreamEnd)
    /// After congestion, less than the low-water mark is pending.
    func streamDrained(_ stream: any ByteStream)
}
