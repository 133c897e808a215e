import Foundation
import Sockets
import Testing

extension EventLoop {
    /// Runs until nothing is left to wait for; after ten seconds something is, that should not be.
    func runToItsEnd(_ location: SourceLocation = #_sourceLocation) {
        let watchdog = Timer(self, after: 10_000) { [unowned self] in
            Issue.record("the loop has not ended", sourceLocation: location)
            stop()
        }
        run()
        withExtendedLifetime(watchdog) {}
    }
}

/// Takes what a stream tells.
final class Taker: ByteStreamDelegate {
    var bytes: [UInt8] = []
    var ends: [StreamEnd] = []
    var drains = 0
    var onBytes: (any ByteStream, Int) -> Void = { _, _ in }
    var onEnd: (any ByteStream) -> Void = { $0.close() }
    var onDrain: (any ByteStream) -> Void = { _ in }

    func stream(_ stream: any ByteStream, received bytes: UnsafeBufferPointer<UInt8>) {
        self.bytes += bytes
        onBytes(stream, self.bytes.count)
    }

    func stream(_ stream: any ByteStream, ended end: StreamEnd) {
        ends.append(end)
        onEnd(stream)
    }

    func streamDrained(_ stream: any ByteStream) {
        drains += 1
        onDrain(stream)
    }

    /// `finished`, `failed`, or both in order.
    var endWords: [String] { ends.map { if case .finished = $0 { "finished" } else { "failed" } } }
}

/// A peer's thread, and what it came to.
final class Peer<T: Sendable>: @unchecked Sendable {
    private let done = DispatchSemaphore(value: 0)
    // Written before `done` is signalled and read after.
    private var result: T?

    init(_ body: @escaping @Sendable () -> T) {
        Foundation.Thread.detachNewThread { [self] in
            result = body()
            done.signal()
        }
    }

    func value() throws -> T {
        try #require(done.wait(timeout: .now() + 20) == .success)
        return try #require(result)
    }
}
