@testable import Platform
import Testing

@Suite struct WallClockWatchTests {
    @Test func `a step of the wall clock is told once, and drift is not`() {
        var watch = WallClockWatch()
        #expect(watch.look(wall: 10_000_000_000_000, monotonic: 5_000_000_000) == nil)
        #expect(watch.look(wall: 10_001_000_000_000, monotonic: 6_000_000_000) == nil)
        #expect(watch.look(wall: 10_002_499_999_999, monotonic: 7_000_000_000) == nil)
        let forward = watch.look(wall: 13_605_000_000_000, monotonic: 9_600_000_000)
        #expect(forward == "the wall clock was set forward by 3599.9 s")
        #expect(watch.look(wall: 13_605_100_000_000, monotonic: 9_700_000_000) == nil)
        let back = watch.look(wall: 3_000_000_000_000, monotonic: 9_700_000_000)
        #expect(back == "the wall clock was set back by 10605.1 s")
        // Between the two readings a little time passes.
        let again = watch.look(wall: 6_600_000_000_000, monotonic: 9_700_003_000)
        #expect(again == "the wall clock was set forward by 3600.0 s")
    }
}
