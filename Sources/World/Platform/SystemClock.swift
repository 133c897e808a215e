#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// The clocks of the machine.
package enum SystemClock {
    /// Nanoseconds of a clock that never goes back; its zero means nothing.
    package static func monotonic() -> UInt64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return UInt64(time.tv_sec) &* 1_000_000_000 &+ UInt64(time.tv_nsec)
    }

    /// Seconds since 1970 (UTC) and nanoseconds.
    package static func wall() -> (seconds: Int64, nanoseconds: Int32) {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return (Int64(time.tv_sec), Int32(time.tv_nsec))
    }

    /// Holds this thread for a time.
    package static func sleep(for time: Duration) {
        let parts = time.components
        guard parts.seconds >= 0, parts.attoseconds >= 0 else { return }
        var left = timespec()
        left.tv_sec = time_t(parts.seconds)
        left.tv_nsec = Int(parts.attoseconds / 1_000_000_000)
        var rest = timespec()
        while nanosleep(&left, &rest) != 0, errno == EINTR { left = rest }
    }
}
