/// The bounds of one HTTP/2 connection.
///
/// The counts are budgets: a peer may spend them at once, and gets them back in part by useful work and by time (a tick
/// of the owner's, half a second). Over any of them the connection ends with ENHANCE_YOUR_CALM.
package struct HTTP2Limits: Sendable {
    /// Streams of the peer's open at once, as announced.
    package var concurrentStreams = 100
    /// Bytes the peer may send on a stream, and on all together, before they are consumed.
    package var streamWindow = 65_535
    package var connectionWindow = 1 << 20
    /// A decoded head, with 32 bytes of overhead a field as RFC 9113 §6.5.2 counts; and its fields.
    package var fieldBytes = 65_536
    package var fieldCount = 200
    /// How many times over `fieldBytes` a head is still decoded for the state of its compression.
    package var oversizeFactor = 4
    /// A compressed head, over HEADERS and all its CONTINUATION frames.
    package var blockBytes = 65_536
    /// CONTINUATION frames of one head.
    package var continuations = 8
    /// Streams reset by the peer, or by us for its faults. One comes back for each stream that ends whole, and a tick.
    package var resets = 100
    /// SETTINGS frames. One comes back a tick.
    package var settings = 32
    /// PING frames. One comes back a tick.
    package var pings = 64
    /// WINDOW_UPDATE frames. Four come back for each DATA frame sent, sixteen a tick.
    package var windowUpdates = 1_024
    /// PRIORITY and PRIORITY_UPDATE frames. Two come back for each stream, one a tick.
    package var priorities = 256
    /// DATA frames without a byte that do not end their stream. One comes back for each DATA frame with content.
    package var emptyData = 64
    /// Frames of types nobody knows. One comes back a tick.
    package var unknown = 256
    /// Ranges of stream numbers that a peer skipped and that are remembered.
    package var skippedRanges = 64
    /// Frames of ours that wait because the peer takes nothing. Over it, answers to its faults would fill the memory.
    package var waitingFrames = 1_024
    /// Bytes that wait for a stream's window: above the first its source should stop, below the second go on.
    package var highWaterBytes = 262_144
    package var lowWaterBytes = 32_768
    /// Bytes that wait for the windows of all streams: above it each stream stops at its low-water mark.
    package var allHighWaterBytes = 2 << 20

    package init() {}
}
