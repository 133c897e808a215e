internal import CUV

/// Accepts TCP connections on one address.
package final class TCPListener {
    /// Connections the kernel keeps for us before they are accepted.
    private static let backlog: Int32 = 4_096

    private let loop: EventLoop
    private var handle: UnsafeMutablePointer<uv_tcp_t>?
    private let accepted: (TCPStream) -> Void
    private let failed: (SocketError) -> Void

    /// - Parameters:
    ///   - endpoint: a numeric address; port 0 takes a free one, see ``endpoint``.
    ///   - failed: told when one connection could not be accepted (for example too many open files).
    package init(
        _ loop: EventLoop, on endpoint: Endpoint, failed: @escaping (SocketError) -> Void = { _ in },
        accepted: @escaping (TCPStream) -> Void
    ) throws(SocketError) {
        self.loop = loop
        self.accepted = accepted
        self.failed = failed
        let handle = UnsafeMutablePointer<uv_tcp_t>.allocate(capacity: 1)
        uv_tcp_init(loop.loop, handle)
        self.handle = handle
        handle.pointee.data = Unmanaged.passUnretained(self).toOpaque()
        var status = fita_uv_bind(handle, endpoint.address, Int32(endpoint.port))
        if status == 0 {
            status = uv_listen(fita_uv_stream(handle), TCPListener.backlog) { handle, status in
                guard let handle, let data = handle.pointee.data else { return }
                let listener = Unmanaged<TCPListener>.fromOpaque(data).takeUnretainedValue()
                listener.incoming(handle, status)
                listener.loop.flushTurn()
            }
        }
        if status != 0 {
            close()
            throw SocketError(status, "listening on \(endpoint)")
        }
    }

    /// The address listened on, with the port that was taken.
    package var endpoint: Endpoint? { handle.flatMap { TCPStream.endpoint($0, peer: false) } }

    private func incoming(_ handle: UnsafeMutablePointer<uv_stream_t>, _ status: Int32) {
        guard status == 0 else { return failed(SocketError(status, "accepting a connection")) }
        do throws(SocketError) {
            accepted(try TCPStream.accept(loop, from: handle))
        } catch {
            failed(error)
        }
    }

    package func close() {
        guard let handle else { return }
        self.handle = nil
        handle.pointee.data = nil
        uv_close(fita_uv_handle(handle)) { handle in
            guard let handle else { return }
            UnsafeMutableRawPointer(handle).deallocate()
        }
    }

    deinit { close() }
}
