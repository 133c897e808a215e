/// The bounds of a recorder.
package struct TapeRecorderLimits: Sendable {
    /// Bytes gathered before they are handed to the writer without being asked.
    package var batchBytes = 128 << 10
    /// Bytes that may wait for the disk; beyond it recording waits too.
    package var pendingBytes = 1 << 20
    /// The longest time between two syncs to the medium, nanoseconds.
    package var syncInterval: UInt64 = 200_000_000
    /// Calls of ``TapeRecorder/flush()`` between two tries to write again after a failure.
    package var flushesBeforeRetry = 20
    /// Connections, marks and notes that are remembered while nothing can be written; the last ones of more.
    package var retoldFacts = 4_096
    /// A note, a mark's key or value, bytes.
    package var textBytes = 64 << 10

    package init() {}
}
