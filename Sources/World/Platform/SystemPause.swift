#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// Lets the calling thread rest.
package enum SystemPause {
    /// Returns when the whole time has passed, whatever signals came. Nothing happens for zero and less.
    package static func pause(for time: Duration) {
        let (seconds, attoseconds) = time.components
        guard seconds > 0 || attoseconds > 0 else { return }
        var asked = timespec()
        var left = timespec()
        asked.tv_sec = time_t(clamping: seconds)
        asked.tv_nsec = Int(attoseconds / 1_000_000_000)
        while nanosleep(&asked, &left) != 0, errno == EINTR { asked = left }
    }
}
