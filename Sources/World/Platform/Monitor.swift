#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// A lock with a condition to wait for, around a state that is reached through it only.
package final class Monitor<State>: @unchecked Sendable {
    // `state` is only touched with `mutex` held.
    private var state: State
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

    package init(_ state: sending State) {
        self.state = state
        mutex.initialize(to: pthread_mutex_t())
        condition.initialize(to: pthread_cond_t())
        pthread_mutex_init(mutex, nil)
        System.initializeCondition(condition)
    }

    deinit {
        pthread_cond_destroy(condition)
        pthread_mutex_destroy(mutex)
        condition.deallocate()
        mutex.deallocate()
    }

    package func withLock<Result, Failure: Error>(
        _ body: (inout State) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return try body(&state)
    }

    /// Holds the lock when `isReady` is true, waiting for ``wakeAll()`` as long as it is not.
    ///
    /// - Parameter nanoseconds: the longest wait; `body` then runs with the lock held though nothing is ready.
    package func wait<Result>(
        upTo nanoseconds: UInt64? = nil, until isReady: (State) -> Bool, then body: (inout State) -> sending Result
    ) -> sending Result {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        if let nanoseconds {
            let deadline = SystemClock.monotonic() + nanoseconds
            while !isReady(state), System.wait(condition, mutex, until: deadline) {}
        } else {
            while !isReady(state) { pthread_cond_wait(condition, mutex) }
        }
        return body(&state)
    }

    package func wakeAll() { pthread_cond_broadcast(condition) }
}
