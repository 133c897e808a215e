internal import CUV

/// One libuv loop, confined to the thread that runs it.
///
/// The process must ignore SIGPIPE: libuv writes to peers that may have gone.
package final class EventLoop {
    /// Where every stream of this loop reads to: the bytes are used up before the next read.
    static let readBufferBytes = 65_536

    let loop: UnsafeMutablePointer<uv_loop_t>
    let readBuffer: UnsafeMutablePointer<CChar>
    /// Where a TLS stream decrypts to.
    let plaintextBuffer: UnsafeMutableRawBufferPointer
    private var waitingForFlush: [any Flushable] = []
    /// Emptied output buffers for the streams that write next: a connection at rest holds none.
    private var spareOutput: [[UInt8]] = []
    private static let spareOutputCount = 16
    private let afterPoll = UnsafeMutablePointer<uv_check_t>.allocate(capacity: 1)

    package init() {
        loop = .allocate(capacity: 1)
        let status = uv_loop_init(loop)
        precondition(status == 0, "the event loop cannot be made: \(SocketError.text(status))")
        readBuffer = .allocate(capacity: EventLoop.readBufferBytes)
        plaintextBuffer = .allocate(byteCount: EventLoop.readBufferBytes, alignment: 16)
        loop.pointee.data = Unmanaged.passUnretained(self).toOpaque()
        uv_check_init(loop, afterPoll)
        uv_check_start(afterPoll) { handle in
            guard let handle else { return }
            EventLoop.of(handle.pointee.loop).flushTurn()
        }
        uv_unref(fita_uv_handle(afterPoll))
    }

    deinit {
        uv_close(fita_uv_handle(afterPoll)) { handle in handle?.deallocate() }
        _ = uv_run(loop, UV_RUN_NOWAIT)
        uv_loop_close(loop)
        loop.deallocate()
        readBuffer.deallocate()
        plaintextBuffer.deallocate()
    }

    /// Runs until ``stop()`` or until nothing is left to wait for.
    package func run() {
        flushTurn()
        _ = uv_run(loop, UV_RUN_DEFAULT)
    }

    package func stop() {
        uv_stop(loop)
    }

    /// Nanoseconds of the monotonic clock, read now.
    package var now: UInt64 { uv_hrtime() }

    /// The loop that a handle of it stands in.
    static func of(_ loop: UnsafeMutablePointer<uv_loop_t>) -> EventLoop {
        Unmanaged<EventLoop>.fromOpaque(loop.pointee.data).takeUnretainedValue()
    }

    /// An empty buffer to gather output in, with room where one is spare.
    func takeOutputBuffer() -> [UInt8] { spareOutput.popLast() ?? [] }

    /// Takes a buffer back whose bytes have left.
    func giveBack(_ buffer: inout [UInt8]) {
        let isOfUse = buffer.capacity > 0 && buffer.capacity <= StreamLimits.lowWaterBytes * 2
        guard isOfUse, spareOutput.count < EventLoop.spareOutputCount else { return }
        buffer.removeAll(keepingCapacity: true)
        var spare: [UInt8] = []
        swap(&spare, &buffer)
        spareOutput.append(spare)
    }

    /// Asks for one flush before the loop waits again.
    package func flushLater(_ stream: any Flushable) {
        waitingForFlush.append(stream)
    }

    /// Ends a callback of a stream. What was written leaves once all streams that were ready have been heard: a peer
    /// that was woken is then still awake for the next write. It waits for no more streams than there are buffers.
    func endStreamCallback() {
        if waitingForFlush.count >= EventLoop.spareOutputCount { flushTurn() }
    }

    /// Everything that was written leaves now. A flush may ask for further ones.
    func flushTurn() {
        while !waitingForFlush.isEmpty {
            let streams = waitingForFlush
            waitingForFlush.removeAll(keepingCapacity: true)
            for stream in streams { stream.flush() }
        }
    }
}

/// What writes on the loop, and gathers.
package protocol Flushable: AnyObject {
    func flush()
}

/// What libuv said, with its code kept.
package struct SocketError: Error, Hashable, Sendable, CustomStringConvertible {
    package let code: Int32
    package let operation: String

    init(_ code: Int32, _ operation: String) {
        self.code = code
        self.operation = operation
    }

    package var description: String { "\(operation): \(SocketError.text(code))" }

    package var isAddressInUse: Bool { code == UV_EADDRINUSE.rawValue }

    static func text(_ code: Int32) -> String {
        String(cString: uv_strerror(code))
    }
}

/// An address and port, both numeric.
package struct Endpoint: Hashable, Sendable, CustomStringConvertible {
    package let address: String
    package let port: UInt16

    package init(address: String, port: UInt16) {
        self.address = address
        self.port = port
    }

    package var description: String {
        address.utf8.contains(UInt8(ascii: ":")) ? "[\(address)]:\(port)" : "\(address):\(port)"
    }

    package var isLoopback: Bool { address.hasPrefix("127.") || address == "::1" }
}
