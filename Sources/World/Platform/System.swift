#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// The system calls this room uses, under names that do not collide with its methods. All differences between
/// the platforms are here.
enum System {
    static var errorNumber: Int32 { errno }

    static func message(_ code: Int32) -> String {
        guard let text = strerror(code) else { return "error \(code)" }
        return String(cString: text)
    }

    static func open(_ path: String, _ flags: Int32, _ mode: UInt32) -> Int32 {
        #if canImport(Darwin)
        Darwin.open(path, flags, mode_t(mode))
        #elseif canImport(Musl)
        Musl.open(path, flags, mode_t(mode))
        #else
        Glibc.open(path, flags, mode_t(mode))
        #endif
    }

    static func close(_ descriptor: Int32) {
        #if canImport(Darwin)
        _ = Darwin.close(descriptor)
        #elseif canImport(Musl)
        _ = Musl.close(descriptor)
        #else
        _ = Glibc.close(descriptor)
        #endif
    }

    static func read(_ descriptor: Int32, _ into: UnsafeMutableRawBufferPointer) -> Int {
        #if canImport(Darwin)
        Darwin.read(descriptor, into.baseAddress, into.count)
        #elseif canImport(Musl)
        Musl.read(descriptor, into.baseAddress, into.count)
        #else
        Glibc.read(descriptor, into.baseAddress, into.count)
        #endif
    }

    static func pread(_ descriptor: Int32, _ into: UnsafeMutableRawBufferPointer, _ offset: Int) -> Int {
        #if canImport(Darwin)
        Darwin.pread(descriptor, into.baseAddress, into.count, off_t(offset))
        #elseif canImport(Musl)
        Musl.pread(descriptor, into.baseAddress, into.count, off_t(offset))
        #else
        Glibc.pread(descriptor, into.baseAddress, into.count, off_t(offset))
        #endif
    }

    static func write(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
        #if canImport(Darwin)
        Darwin.write(descriptor, bytes.baseAddress, bytes.count)
        #elseif canImport(Musl)
        Musl.write(descriptor, bytes.baseAddress, bytes.count)
        #else
        Glibc.write(descriptor, bytes.baseAddress, bytes.count)
        #endif
    }

    static func fullSync(_ descriptor: Int32) -> Int32 {
        #if canImport(Darwin)
        // fsync(2) of macOS leaves the bytes in the drive's cache.
        fcntl(descriptor, F_FULLFSYNC) == -1 ? fsync(descriptor) : 0
        #else
        fsync(descriptor)
        #endif
    }

    static func dataSync(_ descriptor: Int32) -> Int32 {
        #if canImport(Darwin)
        fsync(descriptor)
        #else
        fdatasync(descriptor)
        #endif
    }

    /// An exclusive lock that ends with the process; false when another holds it.
    static func lock(_ descriptor: Int32) -> Bool {
        flock(descriptor, LOCK_EX | LOCK_NB) == 0
    }

    static func unlock(_ descriptor: Int32) {
        flock(descriptor, LOCK_UN)
    }

    static func rename(_ from: String, _ to: String) -> Int32 {
        #if canImport(Darwin)
        Darwin.rename(from, to)
        #elseif canImport(Musl)
        Musl.rename(from, to)
        #else
        Glibc.rename(from, to)
        #endif
    }

    static func modificationTime(_ status: stat) -> (seconds: Int64, nanoseconds: Int32) {
        #if canImport(Darwin)
        (Int64(status.st_mtimespec.tv_sec), Int32(truncatingIfNeeded: status.st_mtimespec.tv_nsec))
        #else
        (Int64(status.st_mtim.tv_sec), Int32(truncatingIfNeeded: status.st_mtim.tv_nsec))
        #endif
    }

    static func fillRandom(_ bytes: UnsafeMutableRawBufferPointer) -> Bool {
        var filled = 0
        while filled < bytes.count, let base = bytes.baseAddress {
            // getentropy gives at most 256 bytes a call.
            let count = min(256, bytes.count - filled)
            guard getentropy(base + filled, count) == 0 else { return false }
            filled += count
        }
        return true
    }

    /// A condition whose waits are not moved by a change of the wall clock.
    static func initializeCondition(_ condition: UnsafeMutablePointer<pthread_cond_t>) {
        #if canImport(Darwin)
        pthread_cond_init(condition, nil)
        #else
        var attributes = pthread_condattr_t()
        pthread_condattr_init(&attributes)
        pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
        pthread_cond_init(condition, &attributes)
        pthread_condattr_destroy(&attributes)
        #endif
    }

    /// False when the time has passed without a wake. `deadline` is of the monotonic clock, nanoseconds.
    static func wait(
        _ condition: UnsafeMutablePointer<pthread_cond_t>, _ mutex: UnsafeMutablePointer<pthread_mutex_t>,
        until deadline: UInt64
    ) -> Bool {
        var time = timespec()
        #if canImport(Darwin)
        let now = SystemClock.monotonic()
        let left = deadline > now ? deadline - now : 0
        time.tv_sec = time_t(left / 1_000_000_000)
        time.tv_nsec = Int(left % 1_000_000_000)
        return pthread_cond_timedwait_relative_np(condition, mutex, &time) == 0
        #else
        time.tv_sec = time_t(deadline / 1_000_000_000)
        time.tv_nsec = Int(deadline % 1_000_000_000)
        return pthread_cond_timedwait(condition, mutex, &time) == 0
        #endif
    }

    #if canImport(Darwin)
    typealias ThreadMain = @convention(c) (UnsafeMutableRawPointer) -> UnsafeMutableRawPointer?
    #else
    typealias ThreadMain = @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer?
    #endif

    static func createThread(_ main: ThreadMain, _ argument: UnsafeMutableRawPointer) -> (Int32, pthread_t?) {
        #if canImport(Darwin)
        var handle: pthread_t?
        #else
        var handle = pthread_t()
        #endif
        let code = pthread_create(&handle, nil, main, argument)
        return (code, handle)
    }

    /// Blocks all signals in this thread and gives back the mask that was in force.
    static func blockSignals() -> sigset_t {
        var all = sigset_t()
        var before = sigset_t()
        sigfillset(&all)
        pthread_sigmask(SIG_SETMASK, &all, &before)
        return before
    }

    static func restoreSignals(_ before: sigset_t) {
        var before = before
        pthread_sigmask(SIG_SETMASK, &before, nil)
    }

    static var environment: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? {
        #if canImport(Darwin)
        _NSGetEnviron().pointee
        #else
        environ
        #endif
    }

    static func exit(_ status: Int32) -> Never {
        #if canImport(Darwin)
        Darwin.exit(status)
        #elseif canImport(Musl)
        Musl.exit(status)
        #else
        Glibc.exit(status)
        #endif
    }
}
