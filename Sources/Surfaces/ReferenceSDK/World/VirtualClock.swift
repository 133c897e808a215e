/// The time the engine lives in. It moves only when the engine waits, so runs are the same on any machine.
package final class VirtualClock {
    package private(set) var now: Duration = .zero
    private let scale: Double
    private let pause: ((Duration) -> Void)?

    /// With a `pause`, each wait also passes on the wall, `scale` times as fast: 1 keeps the guide's times on the wire.
    package init(scale: Double = 1, pause: ((Duration) -> Void)? = nil) {
        precondition(scale > 0, "time moves forward")
        self.scale = scale
        self.pause = pause
    }

    func wait(_ time: Duration) {
        guard time > .zero else { return }
        now += time
        pause?(time / scale)
    }

    func wait(until moment: Duration) { wait(moment - now) }
}
