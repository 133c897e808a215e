internal import CUV
package import Platform

/// A TCP connection on the loop.
///
/// Small writes of one callback are gathered and leave together; what the kernel does not take is kept and sent when
/// it does.
package final class TCPStream: ByteStream, Flushable {
    /// A write of at least this size is not copied into the gathered output first.
    private static let directWriteBytes = 16_384

    package var delegate: (any ByteStreamDelegate)?
    package var onClosed: (() -> Void)?
    /// Called with encrypted bytes in place of the delegate, where TLS stands between.
    var upper: (any CiphertextReceiver)?

    private let loop: EventLoop
    private var handle: UnsafeMutablePointer<uv_tcp_t>?
    private var gathered: [UInt8] = []
    private var queued: [UInt8] = []
    private var inFlight: InFlightWrite?
    private var isFlushAsked = false
    private var wasCongested = false
    private var isReading = false
    private var ending = Ending.none

    private enum Ending { case none, afterWrites, closeAfterWrites, shut }

    init(_ loop: EventLoop) {
        self.loop = loop
        let handle = UnsafeMutablePointer<uv_tcp_t>.allocate(capacity: 1)
        uv_tcp_init(loop.loop, handle)
        handle.pointee.data = Unmanaged.passRetained(self).toOpaque()
        self.handle = handle
    }

    /// Takes over a connected socket; it is closed with the stream.
    package convenience init(_ loop: EventLoop, adopting descriptor: Int32) throws(SocketError) {
        self.init(loop)
        guard let handle else { return }
        let status = uv_tcp_open(handle, descriptor)
        if status != 0 {
            close()
            throw SocketError(status, "taking over a socket")
        }
        uv_tcp_nodelay(handle, 1)
    }

    /// Takes over a second descriptor of a connected socket that another library goes on to close.
    package convenience init(_ loop: EventLoop, duplicating descriptor: Int32) throws(SocketError) {
        let copy = fita_uv_duplicate(descriptor)
        guard copy >= 0 else { throw SocketError(UV_EMFILE.rawValue, "taking over a socket") }
        try self.init(loop, adopting: copy)
    }

    /// The two ends of a connection inside this process. Neither has an address.
    package static func pair(_ loop: EventLoop) throws(SocketError) -> (TCPStream, TCPStream) {
        var ends: (Int32, Int32) = (-1, -1)
        let status = withUnsafeMutableBytes(of: &ends) {
            fita_uv_pair($0.baseAddress?.assumingMemoryBound(to: Int32.self))
        }
        guard status == 0 else { throw SocketError(status, "joining two sockets") }
        let first = try TCPStream(loop, adopting: ends.0)
        do throws(SocketError) {
            return (first, try TCPStream(loop, adopting: ends.1))
        } catch {
            first.close()
            throw error
        }
    }

    fileprivate convenience init(_ loop: EventLoop, accepting listener: UnsafeMutablePointer<uv_stream_t>)
        throws(SocketError)
    {
        self.init(loop)
        guard let handle else { return }
        let status = uv_accept(listener, fita_uv_stream(handle))
        if status != 0 {
            close()
            throw SocketError(status, "accepting a connection")
        }
        uv_tcp_nodelay(handle, 1)
    }

    static func accept(_ loop: EventLoop, from listener: UnsafeMutablePointer<uv_stream_t>) throws(SocketError)
        -> TCPStream
    {
        try TCPStream(loop, accepting: listener)
    }

    package var pendingBytes: Int { gathered.count + queued.count + (inFlight?.count ?? 0) }

    package var localEndpoint: Endpoint? { handle.flatMap { TCPStream.endpoint($0, peer: false) } }
    package var peerEndpoint: Endpoint? { handle.flatMap { TCPStream.endpoint($0, peer: true) } }

    /// Where the connection was bound before it was redirected here; nil where it was not, or cannot be told.
    package var originalDestination: OriginalDestination? {
        var descriptor: uv_os_fd_t = -1
        guard let handle, uv_fileno(fita_uv_handle(handle), &descriptor) == 0 else { return nil }
        return OriginalDestination(of: descriptor)
    }

    static func endpoint(_ handle: UnsafeMutablePointer<uv_tcp_t>, peer: Bool) -> Endpoint? {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: 64) { text in
            let port = fita_uv_address(handle, peer ? 1 : 0, text.baseAddress, 64)
            guard port >= 0, let start = text.baseAddress else { return nil }
            return Endpoint(address: String(cString: start), port: UInt16(truncatingIfNeeded: port))
        }
    }

    package func startReading() {
        guard let handle, !isReading else { return }
        isReading = true
        uv_read_start(
            fita_uv_stream(handle),
            { handle, _, buffer in
                guard let handle, let buffer else { return }
                let loop = EventLoop.of(handle.pointee.loop)
                buffer.pointee = uv_buf_init(loop.readBuffer, UInt32(EventLoop.readBufferBytes))
            },
            { handle, count, buffer in
                guard let handle, let buffer, let data = handle.pointee.data else { return }
                let stream = Unmanaged<TCPStream>.fromOpaque(data).takeUnretainedValue()
                let loop = stream.loop
                if count > 0, let base = buffer.pointee.base {
                    base.withMemoryRebound(to: UInt8.self, capacity: count) { bytes in
                        stream.received(UnsafeBufferPointer(start: bytes, count: count))
                    }
                } else if count < 0 {
                    stream.readEnded(Int32(truncatingIfNeeded: count))
                }
                loop.endStreamCallback()
            })
    }

    package func stopReading() {
        guard let handle, isReading else { return }
        isReading = false
        uv_read_stop(fita_uv_stream(handle))
    }

    private func received(_ bytes: UnsafeBufferPointer<UInt8>) {
        if let upper {
            upper.receivedCiphertext(bytes)
        } else {
            delegate?.stream(self, received: bytes)
        }
    }

    private func readEnded(_ status: Int32) {
        stopReading()
        let end: StreamEnd = status == UV_EOF.rawValue ? .finished : .failed(SocketError.text(status))
        ended(end)
    }

    private func ended(_ end: StreamEnd) {
        if let upper {
            upper.lowerEnded(end)
        } else {
            delegate?.stream(self, ended: end)
        }
    }

    // MARK: Writing

    package func write(_ bytes: UnsafeBufferPointer<UInt8>) {
        guard handle != nil, ending == .none, !bytes.isEmpty else { return }
        if bytes.count >= TCPStream.directWriteBytes, inFlight == nil, queued.isEmpty {
            flush()
            guard inFlight == nil else {
                queued.append(contentsOf: bytes)
                return noteCongestion()
            }
            send(bytes)
        } else if inFlight != nil {
            queued.append(contentsOf: bytes)
        } else {
            if gathered.isEmpty { gathered = loop.takeOutputBuffer() }
            gathered.append(contentsOf: bytes)
            if !isFlushAsked {
                isFlushAsked = true
                loop.flushLater(self)
            }
        }
        noteCongestion()
    }

    private func noteCongestion() {
        if isCongested { wasCongested = true }
    }

    package func flush() {
        isFlushAsked = false
        guard handle != nil, !gathered.isEmpty else { return finishEnding() }
        if inFlight == nil {
            var bytes: [UInt8] = []
            swap(&bytes, &gathered)
            bytes.withUnsafeBufferPointer { send($0) }
            loop.giveBack(&bytes)
        } else {
            queued.append(contentsOf: gathered)
            gathered = []
        }
        finishEnding()
    }

    /// Sends what the kernel takes now; keeps the rest.
    private func send(_ bytes: UnsafeBufferPointer<UInt8>) {
        guard let handle, let base = bytes.baseAddress else { return }
        var buffer = uv_buf_init(
            UnsafeMutableRawPointer(mutating: base).assumingMemoryBound(to: CChar.self), UInt32(bytes.count))
        let sent = uv_try_write(fita_uv_stream(handle), &buffer, 1)
        if sent == bytes.count { return }
        if sent < 0, sent != UV_EAGAIN.rawValue { return writeFailed(sent) }
        let rest = UnsafeBufferPointer(rebasing: bytes[max(0, Int(sent))...])
        start(InFlightWrite(copying: rest, stream: self))
    }

    private func start(_ write: InFlightWrite) {
        guard let handle else { return write.release() }
        inFlight = write
        let status = uv_write(write.request, fita_uv_stream(handle), &write.buffer, 1) { request, status in
            guard let request else { return }
            let write = Unmanaged<InFlightWrite>.fromOpaque(request.pointee.data).takeUnretainedValue()
            let stream = write.stream
            write.release()
            stream.written(status)
            stream.loop.endStreamCallback()
        }
        if status != 0 {
            inFlight = nil
            write.release()
            writeFailed(status)
        }
    }

    private func written(_ status: Int32) {
        inFlight = nil
        guard handle != nil else { return }
        if status != 0 { return writeFailed(status) }
        if !queued.isEmpty {
            let bytes = queued
            queued = []
            bytes.withUnsafeBufferPointer { send($0) }
        }
        if inFlight == nil { finishEnding() }
        if wasCongested, pendingBytes < StreamLimits.lowWaterBytes {
            wasCongested = false
            if let upper { upper.lowerDrained() } else { delegate?.streamDrained(self) }
        }
    }

    private func writeFailed(_ status: Int32) {
        gathered = []
        queued = []
        if status == UV_ECANCELED.rawValue { return }
        if ending == .closeAfterWrites { return finishEnding() }
        stopReading()
        ended(.failed(SocketError.text(status)))
    }

    // MARK: Ending

    package func endWriting() {
        guard handle != nil, ending == .none else { return }
        ending = .afterWrites
        if gathered.isEmpty { finishEnding() }
    }

    package func close() {
        guard handle != nil else { return }
        delegate = nil
        upper = nil
        stopReading()
        ending = .closeAfterWrites
        if gathered.isEmpty { finishEnding() }
    }

    package func reset() {
        delegate = nil
        upper = nil
        // What was passed on before the cut still goes out, as far as the kernel takes it at once.
        flush()
        guard let handle else { return }
        self.handle = nil
        // A half that was ended already cannot be reset; it is closed then.
        if uv_tcp_close_reset(handle, TCPStream.closed) != 0 { uv_close(fita_uv_handle(handle), TCPStream.closed) }
    }

    private func finishEnding() {
        guard let handle, inFlight == nil, queued.isEmpty, gathered.isEmpty else { return }
        switch ending {
        case .none, .shut: break
        case .afterWrites:
            ending = .shut
            let request = UnsafeMutablePointer<uv_shutdown_t>.allocate(capacity: 1)
            let status = uv_shutdown(request, fita_uv_stream(handle)) { request, _ in request?.deallocate() }
            if status != 0 { request.deallocate() }
        case .closeAfterWrites:
            self.handle = nil
            uv_close(fita_uv_handle(handle), TCPStream.closed)
        }
    }

    /// libuv is done with the handle: the stream lets go of itself.
    private static let closed: uv_close_cb = { handle in
        guard let handle, let data = handle.pointee.data else { return }
        let stream = Unmanaged<TCPStream>.fromOpaque(data).takeRetainedValue()
        UnsafeMutableRawPointer(handle).deallocate()
        guard let onClosed = stream.onClosed else { return }
        stream.onClosed = nil
        onClosed()
        stream.loop.flushTurn()
    }
}

/// What stands on a TCP stream in its delegate's place.
protocol CiphertextReceiver: AnyObject {
    func receivedCiphertext(_ bytes: UnsafeBufferPointer<UInt8>)
    func lowerEnded(_ end: StreamEnd)
    func lowerDrained()
}

/// Bytes that the kernel has not taken yet, kept until libuv has sent them.
private final class InFlightWrite {
    let request = UnsafeMutablePointer<uv_write_t>.allocate(capacity: 1)
    var buffer: uv_buf_t
    let stream: TCPStream
    let count: Int

    init(copying bytes: UnsafeBufferPointer<UInt8>, stream: TCPStream) {
        let copy = UnsafeMutablePointer<CChar>.allocate(capacity: bytes.count)
        if let base = bytes.baseAddress { UnsafeMutableRawPointer(copy).copyMemory(from: base, byteCount: bytes.count) }
        buffer = uv_buf_init(copy, UInt32(bytes.count))
        count = bytes.count
        self.stream = stream
        request.pointee.data = Unmanaged.passRetained(self).toOpaque()
    }

    func release() {
        buffer.base.deallocate()
        request.deallocate()
        Unmanaged.passUnretained(self).release()
    }
}
