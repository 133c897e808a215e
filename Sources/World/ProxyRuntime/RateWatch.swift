/// Tells a body that trickles from one that comes: too few bytes in a span of time, though none of it was idle.
struct RateWatch {
    /// 50 bytes a second.
    static let leastBytes = ClientTime.body / 2 * 50

    private var start: Int?
    private var bytes = 0

    mutating func add(_ count: Int) { bytes = min(bytes, RateWatch.leastBytes) + count }

    mutating func restart() { start = nil }

    /// Whether the span that ends now had too few bytes. Called at each tick.
    ///
    /// - Parameter isAwaited: nothing but the peer holds the body up; else the span begins anew.
    mutating func isTooSlow(at now: Int, isAwaited: Bool) -> Bool {
        guard isAwaited, let start else {
            start = isAwaited ? now : nil
            bytes = 0
            return false
        }
        guard now - start >= ClientTime.body else { return false }
        defer {
            self.start = now
            bytes = 0
        }
        return bytes < RateWatch.leastBytes
    }
}
