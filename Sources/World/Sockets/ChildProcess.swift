internal import CUV

/// A command run beside this process.
package final class ChildProcess {
    package enum Exit: Sendable, Hashable {
        case status(Int32)
        case signal(Int32)
    }

    private let handle: UnsafeMutablePointer<uv_process_t>
    private let exited: (Exit) -> Void
    private let loop: EventLoop

    /// - Parameters:
    ///   - arguments: the program (looked up in PATH) and what it gets.
    ///   - environment: `NAME=value` each; all of the child's environment.
    ///   - output: a descriptor that takes its output and errors; nil: this process's own.
    package init(
        _ loop: EventLoop, _ arguments: [String], environment: [String], output: Int32? = nil,
        exited: @escaping (Exit) -> Void
    ) throws(SocketError) {
        self.loop = loop
        self.exited = exited
        handle = .allocate(capacity: 1)
        handle.pointee.data = nil
        var argumentPointers = arguments.map { $0.copiedCString() } + [nil]
        var environmentPointers = environment.map { $0.copiedCString() } + [nil]
        defer { for pointer in argumentPointers + environmentPointers { pointer?.deallocate() } }
        let status = fita_uv_spawn(
            loop.loop, handle, &argumentPointers, &environmentPointers, output ?? -1
        ) { handle, status, signal in
            guard let handle, let data = handle.pointee.data else { return }
            let child = Unmanaged<ChildProcess>.fromOpaque(data).takeRetainedValue()
            let loop = child.loop
            child.exited(signal != 0 ? .signal(signal) : .status(Int32(truncatingIfNeeded: status)))
            uv_close(fita_uv_handle(handle)) { handle in
                guard let handle else { return }
                UnsafeMutableRawPointer(handle).deallocate()
            }
            loop.flushTurn()
        }
        if status != 0 {
            uv_close(fita_uv_handle(handle)) { handle in
                guard let handle else { return }
                UnsafeMutableRawPointer(handle).deallocate()
            }
            throw SocketError(status, "running \(arguments.first ?? "")")
        }
        handle.pointee.data = Unmanaged.passRetained(self).toOpaque()
    }

    package func signal(_ number: Int32) {
        uv_process_kill(handle, number)
    }
}

extension String {
    fileprivate func copiedCString() -> UnsafeMutablePointer<CChar>? {
        let bytes = Array(utf8CString)
        let copy = UnsafeMutablePointer<CChar>.allocate(capacity: bytes.count)
        copy.initialize(from: bytes, count: bytes.count)
        return copy
    }
}
