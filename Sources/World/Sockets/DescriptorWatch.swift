internal import CUV

/// Watches a socket that another library owns (the dialler's) for readiness.
package final class DescriptorWatch {
    package struct Readiness: OptionSet, Sendable {
        package let rawValue: Int32
        package init(rawValue: Int32) { self.rawValue = rawValue }
        package static let readable = Readiness(rawValue: 1)
        package static let writable = Readiness(rawValue: 2)
        package static let failed = Readiness(rawValue: 4)
    }

    private let handle: UnsafeMutablePointer<uv_poll_t>
    private let loop: EventLoop
    private let action: (Readiness) -> Void

    package init(_ loop: EventLoop, descriptor: Int32, _ action: @escaping (Readiness) -> Void) {
        self.loop = loop
        self.action = action
        handle = .allocate(capacity: 1)
        uv_poll_init(loop.loop, handle, descriptor)
        handle.pointee.data = Unmanaged.passUnretained(self).toOpaque()
    }

    /// Watches for these from now on, in place of what was watched before.
    package func watch(_ readiness: Readiness) {
        uv_poll_start(handle, readiness.rawValue & 3) { handle, status, events in
            guard let handle, let data = handle.pointee.data else { return }
            let watch = Unmanaged<DescriptorWatch>.fromOpaque(data).takeUnretainedValue()
            let loop = watch.loop
            watch.action(status < 0 ? .failed : Readiness(rawValue: events & 3))
            loop.flushTurn()
        }
    }

    /// Watches for nothing more, at once: to be called while the descriptor is open. A descriptor that is closed while
    /// it is watched, and whose socket lives on under another number, would be reported as ready for ever.
    package func stop() {
        uv_poll_stop(handle)
    }

    deinit {
        uv_poll_stop(handle)
        handle.pointee.data = nil
        uv_close(fita_uv_handle(handle)) { handle in handle?.deallocate() }
    }
}
