package import HTTPWire

/// The bounds of reading and writing tapes.
package struct TapeLimits: Sendable {
    /// The payload of one journal frame, bytes. Longer data is split over frames.
    package var frameBytes = 1 << 20
    /// A body's content that is kept in memory, bytes; a longer one is counted and hashed only.
    package var bodyBytes = 8 << 20
    /// A body's content that stands in the cassette itself, bytes; a longer one becomes a blob.
    package var inlineBytes = 64 << 10
    /// Arrivals kept for one body. Beyond it, every second one is left out, and again.
    package var arrivals = 8_192
    /// Frames kept of one WebSocket connection; those beyond are counted.
    package var webSocketFrames = 100_000
    /// Contents of one WebSocket connection's frames that a replay holds, bytes; those kept outside are read in pieces.
    package var heldFrameBytes = 64 << 20
    /// Bytes that may be checked while looking for the next whole frame or block after damage.
    package var resyncBytes = 1 << 30
    /// Damaged places that are told one by one. A cassette with more is not read behind them.
    package var damages = 10_000
    /// Chunks of one body, as a cassette may state them.
    package var chunks = 1 << 22
    /// The bounds of heads on a tape: wider than the proxy's, which decided what to record.
    package var heads: WireLimits = {
        var limits = WireLimits()
        limits.methodBytes = 1 << 20
        limits.targetBytes = 1 << 20
        limits.fieldBytes = 1 << 20
        limits.fieldCount = 10_000
        return limits
    }()

    package init() {}
}
