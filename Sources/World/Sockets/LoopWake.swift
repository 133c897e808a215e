internal import CUV

/// Lets other threads have something done on the loop's thread.
///
/// Made and released on the loop's thread; only ``wake()`` may come from others.
package final class LoopWake: @unchecked Sendable {
    // `uv_async_send` is the one call that libuv allows from any thread.
    private let handle: UnsafeMutablePointer<uv_async_t>
    private let loop: EventLoop
    private let action: () -> Void

    /// - Parameter action: runs on the loop's thread, once for one or several wakes.
    package init(_ loop: EventLoop, _ action: @escaping () -> Void) {
        self.loop = loop
        self.action = action
        handle = .allocate(capacity: 1)
        uv_async_init(loop.loop, handle) { handle in
            guard let handle, let data = handle.pointee.data else { return }
            let wake = Unmanaged<LoopWake>.fromOpaque(data).takeUnretainedValue()
            wake.action()
            wake.loop.flushTurn()
        }
        handle.pointee.data = Unmanaged.passUnretained(self).toOpaque()
        uv_unref(fita_uv_handle(handle))
    }

    package func wake() { uv_async_send(handle) }

    deinit {
        handle.pointee.data = nil
        uv_close(fita_uv_handle(handle)) { handle in handle?.deallocate() }
    }
}
