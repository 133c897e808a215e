#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// A thread of the operating system.
package final class Thread: @unchecked Sendable {
    // `pthread_t` is a pointer on some platforms; it is only handed to pthread_join.
    private let handle: pthread_t

    private final class Work: Sendable {
        let run: @Sendable () -> Void
        init(_ run: @escaping @Sendable () -> Void) { self.run = run }
    }

    /// Starts `run` at once, on a thread with all signals blocked, so that they reach the main thread.
    package init(_ run: @escaping @Sendable () -> Void) throws(PlatformError) {
        let work = Unmanaged.passRetained(Work(run))
        let before = System.blockSignals()
        let (code, handle) = System.createThread(threadMain, work.toOpaque())
        System.restoreSignals(before)
        guard code == 0, let handle else {
            work.release()
            throw PlatformError(operation: "start a thread", path: nil, code: code)
        }
        self.handle = handle
    }

    /// Waits until the thread has ended; once only.
    package func join() {
        pthread_join(handle, nil)
    }

    fileprivate static func run(_ argument: UnsafeMutableRawPointer) {
        Unmanaged<Work>.fromOpaque(argument).takeRetainedValue().run()
    }
}

#if canImport(Darwin)
private func threadMain(_ argument: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
    Thread.run(argument)
    return nil
}
#else
private func threadMain(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    if let argument { Thread.run(argument) }
    return nil
}
#endif
