/// Notices when the wall clock is set, by its distance to the monotonic one.
package struct WallClockWatch: Sendable {
    /// Nanoseconds. What a clock that is kept by a time service drifts between two looks is far less.
    static let threshold: Int64 = 500_000_000

    private var distance: Int64?

    package init() {}

    /// Looks at both clocks; words for people when the wall clock has been set since the last look.
    package mutating func look() -> String? {
        let wall = SystemClock.wall()
        return look(
            wall: wall.seconds &* 1_000_000_000 &+ Int64(wall.nanoseconds),
            monotonic: Int64(bitPattern: SystemClock.monotonic()))
    }

    mutating func look(wall: Int64, monotonic: Int64) -> String? {
        let now = wall &- monotonic
        defer { distance = now }
        guard let distance else { return nil }
        let step = now &- distance
        guard step.magnitude >= Int64.Magnitude(Self.threshold) else { return nil }
        // To the nearest: the two clocks are not read at one moment.
        let tenths = step.magnitude / 100_000_000 + (step.magnitude % 100_000_000 >= 50_000_000 ? 1 : 0)
        return "the wall clock was set \(step > 0 ? "forward" : "back") by \(tenths / 10).\(tenths % 10) s"
    }
}
