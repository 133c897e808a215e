internal import CUV

/// Calls back once or again and again. Cancelled when released.
package final class Timer {
    private let handle: UnsafeMutablePointer<uv_timer_t>
    private let loop: EventLoop
    private let action: () -> Void

    /// - Parameters:
    ///   - delay: milliseconds to the first call.
    ///   - interval: milliseconds between calls; 0 for one call only.
    ///   - keepsLoopAlive: whether the loop runs on while only this timer is left.
    package init(
        _ loop: EventLoop, after delay: UInt64, every interval: UInt64 = 0, keepsLoopAlive: Bool = false,
        _ action: @escaping () -> Void
    ) {
        self.loop = loop
        self.action = action
        handle = .allocate(capacity: 1)
        uv_timer_init(loop.loop, handle)
        handle.pointee.data = Unmanaged.passUnretained(self).toOpaque()
        uv_timer_start(
            handle,
            { handle in
                guard let handle, let data = handle.pointee.data else { return }
                let timer = Unmanaged<Timer>.fromOpaque(data).takeUnretainedValue()
                let loop = timer.loop
                timer.action()
                loop.flushTurn()
            }, delay, interval)
        if !keepsLoopAlive { uv_unref(fita_uv_handle(handle)) }
    }

    deinit {
        uv_timer_stop(handle)
        handle.pointee.data = nil
        uv_close(fita_uv_handle(handle)) { handle in handle?.deallocate() }
    }
}

/// Calls back when the process receives a signal.
package final class SignalWatch {
    private let handle: UnsafeMutablePointer<uv_signal_t>
    private let loop: EventLoop
    private let action: (Int32) -> Void

    package static let interrupt: Int32 = 2
    package static let terminate: Int32 = 15

    package init(_ loop: EventLoop, _ signal: Int32, _ action: @escaping (Int32) -> Void) {
        self.loop = loop
        self.action = action
        handle = .allocate(capacity: 1)
        uv_signal_init(loop.loop, handle)
        handle.pointee.data = Unmanaged.passUnretained(self).toOpaque()
        uv_signal_start(
            handle,
            { handle, number in
                guard let handle, let data = handle.pointee.data else { return }
                let watch = Unmanaged<SignalWatch>.fromOpaque(data).takeUnretainedValue()
                watch.action(number)
                watch.loop.flushTurn()
            }, signal)
        uv_unref(fita_uv_handle(handle))
    }

    deinit {
        handle.pointee.data = nil
        uv_close(fita_uv_handle(handle)) { handle in handle?.deallocate() }
    }
}
