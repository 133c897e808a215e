/// The bounds of playing WebSocket connections.
package struct WebSocketReplayLimits: Sendable {
    /// A message that is compared, bytes, as it passed and inflated; a longer one counts as another.
    package var messageBytes = 16 << 20

    package init() {}
}
