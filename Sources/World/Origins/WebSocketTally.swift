/// What was said on all WebSocket connections that were replayed.
package final class WebSocketTally {
    /// Messages of clients that are not those on the tape.
    package internal(set) var differing = 0
    /// Recorded messages of servers in these connections that have not been sent.
    package internal(set) var unsent = 0
    /// Recorded messages of clients in these connections that have not come.
    package internal(set) var unheard = 0
}
