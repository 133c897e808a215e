import Foundation
import LoopbackPeers
import Sockets
import Testing

@Suite struct TCPStreamTests {
    private static let loopback = Endpoint(address: "127.0.0.1", port: 0)

    /// Accepts one connection from a peer that runs this, hands the stream over, and runs the loop to its end.
    private func serve<T: Sendable>(
        _ peer: @escaping @Sendable (RawConnection) -> T, _ body: @escaping (EventLoop, TCPStream, Taker) -> Void
    ) throws -> (T, Taker) {
        let loop = EventLoop()
        let taker = Taker()
        var listener: TCPListener?
        listener = try TCPListener(loop, on: Self.loopback) { stream in
            listener?.close()
            stream.delegate = taker
            body(loop, stream, taker)
        }
        let port = try #require(listener?.endpoint?.port)
        let thread = Peer { (try? RawConnection(to: port)).map(peer) }
        loop.runToItsEnd()
        return (try #require(try thread.value()), taker)
    }

    /// Sizes on both sides of the limit above which a write is not copied, and of the kernel's buffers.
    private static func pieces(_ random: inout SplitMix) -> [[UInt8]] {
        (0..<60).map { _ in
            let size = [1, 7, 300, 16_383, 16_384, 16_385, 100_000, 400_000][Int(random.next() % 8)]
            return [UInt8](repeating: UInt8(truncatingIfNeeded: random.next()), count: size)
        }
    }

    @Test func `bytes arrive in the order of the writes, whatever their sizes`() throws {
        var random = SplitMix()
        let pieces = Self.pieces(&random)
        let (got, _) = try serve({ $0.readAll() }) { _, stream, _ in
            for piece in pieces { stream.write(piece) }
            stream.close()
        }
        #expect(got == Array(pieces.joined()), "seed \(random.seed)")
    }

    @Test func `this side's end comes after all that was written, and reading goes on`() throws {
        let size = 3_000_000
        let (got, taker) = try serve({ connection -> Int in
            let count = connection.readAll().count
            connection.send("thanks")
            return connection.end == .finished ? count : -1
        }) { _, stream, _ in
            stream.startReading()
            stream.write([UInt8](repeating: 1, count: size))
            stream.endWriting()
            stream.write([2])
        }
        #expect(got == size)
        #expect(String(decoding: taker.bytes, as: UTF8.self) == "thanks")
        #expect(taker.endWords == ["finished"])
    }

    @Test func `a reset is seen as one, after what went out before`() throws {
        let (end, taker) = try serve({ connection -> RawConnection.End? in
            let got = connection.readAll()
            return got.isEmpty || got == Array("cut".utf8) ? connection.end : nil
        }) { _, stream, _ in
            stream.write(Array("cut".utf8))
            stream.reset()
        }
        #expect(end == .reset)
        #expect(taker.ends.isEmpty)
    }

    /// Notes when the loop has it flush.
    private final class Noted: Flushable {
        private let note: () -> Void
        init(_ note: @escaping () -> Void) { self.note = note }
        func flush() { note() }
    }

    @Test(arguments: [(3, ["heard 3", "flushed"]), (20, ["heard 16", "flushed", "heard 20", "flushed"])])
    func `what is written leaves when all that were ready have been heard, or sixteen`(
        count: Int, notes: [String]
    ) throws {
        let loop = EventLoop()
        let taker = Taker()
        var heard = 0
        var seen: [String] = []
        var streams: [TCPStream] = []
        var listener: TCPListener?
        // Read only once all are there: they are ready in one turn of the loop then.
        listener = try TCPListener(loop, on: Self.loopback) { stream in
            streams.append(stream)
            stream.delegate = taker
            guard streams.count == count else { return }
            listener?.close()
            for stream in streams { stream.startReading() }
        }
        taker.onBytes = { stream, _ in
            heard += 1
            let isFirst = seen.last?.hasPrefix("heard") != true
            if !isFirst { seen.removeLast() }
            seen.append("heard \(heard)")
            loop.flushLater(Noted { if seen.last != "flushed" { seen.append("flushed") } })
        }
        let port = try #require(listener?.endpoint?.port)
        let clients = try (0..<count).map { _ in
            let client = try RawConnection(to: port)
            client.send("x")
            return client
        }
        let stop = Sockets.Timer(loop, after: 20, every: 20) {
            guard heard == count else { return }
            for stream in streams { stream.close() }
            streams = []
        }
        loop.runToItsEnd()
        #expect(seen == notes)
        withExtendedLifetime((clients, stop)) {}
    }

    @Test func `a peer's end and a peer's reset are told apart`() throws {
        for (isReset, words) in [(false, "finished"), (true, "failed")] {
            let (_, taker) = try serve({ connection in
                connection.send("last")
                _ = connection.read(2)
                isReset ? connection.reset() : connection.close()
            }) { _, stream, taker in
                taker.onBytes = { stream, count in if count == 4 { stream.write(Array("ok".utf8)) } }
                stream.startReading()
            }
            #expect(String(decoding: taker.bytes, as: UTF8.self) == "last")
            #expect(taker.endWords == [words])
        }
    }

    @Test func `a stream that is not read takes nothing, and goes on where it was`() throws {
        let (_, taker) = try serve({ connection in
            connection.send("first")
            _ = connection.read(1)
            connection.send("second")
            connection.endWriting()
            _ = connection.readAll()
        }) { loop, stream, taker in
            var timer: Sockets.Timer?
            taker.onBytes = { stream, count in
                guard count == 5 else { return }
                stream.stopReading()
                stream.write([1])
                timer = Sockets.Timer(loop, after: 30, keepsLoopAlive: true) {
                    #expect(taker.bytes.count == 5)
                    _ = timer
                    timer = nil
                    stream.startReading()
                }
            }
            stream.startReading()
        }
        #expect(String(decoding: taker.bytes, as: UTF8.self) == "firstsecond")
    }

    @Test func `a writer learns of congestion and of its end, once each`() throws {
        // More than the kernel keeps for a peer that does not read yet.
        let size = 32 << 20
        let gate = DispatchSemaphore(value: 0)
        let (got, taker) = try serve({ connection -> Int in
            gate.wait()
            return connection.readAll().count
        }) { _, stream, taker in
            taker.onDrain = { stream in
                #expect(stream.pendingBytes < StreamLimits.lowWaterBytes)
                #expect(!stream.isCongested)
                stream.close()
            }
            #expect(!stream.isCongested)
            stream.write([UInt8](repeating: 1, count: size))
            #expect(stream.isCongested)
            #expect(stream.pendingBytes <= size)
            gate.signal()
        }
        #expect(got == size)
        #expect(taker.drains == 1)
    }

    @Test func `a peer that goes away while bytes wait ends the stream once`() throws {
        let (_, taker) = try serve({ $0.reset() }) { _, stream, _ in
            stream.startReading()
            stream.write([UInt8](repeating: 1, count: 32 << 20))
        }
        #expect(taker.endWords == ["failed"])
    }

    @Test func `a stream that was closed while its peer is gone is let go`() throws {
        let (_, taker) = try serve({ $0.reset() }) { _, stream, _ in
            stream.write([UInt8](repeating: 1, count: 32 << 20))
            stream.close()
        }
        // It may have failed in the write already; after the close nothing is told.
        #expect(taker.ends.count <= 1)
    }

    @Test func `an address that is taken is told from one that cannot be`() throws {
        let loop = EventLoop()
        let first = try TCPListener(loop, on: Self.loopback) { _ in }
        let taken = try #require(first.endpoint)
        #expect(taken.port != 0)
        #expect(taken.isLoopback)
        do throws(SocketError) {
            _ = try TCPListener(loop, on: taken) { _ in }
            Issue.record("listens twice")
        } catch {
            #expect(error.isAddressInUse)
            #expect(error.description.contains("\(taken)"))
        }
        do throws(SocketError) {
            _ = try TCPListener(loop, on: Endpoint(address: "not an address", port: 0)) { _ in }
            Issue.record("listens on no address")
        } catch {
            #expect(!error.isAddressInUse)
        }
        first.close()
        loop.runToItsEnd()
    }

    @Test func `an endpoint names IPv6 in brackets`() {
        #expect(Endpoint(address: "::1", port: 80).description == "[::1]:80")
        #expect(Endpoint(address: "127.0.0.1", port: 80).description == "127.0.0.1:80")
        #expect(Endpoint(address: "::1", port: 80).isLoopback && Endpoint(address: "127.9.9.9", port: 1).isLoopback)
        #expect(!Endpoint(address: "0.0.0.0", port: 80).isLoopback)
    }
}

/// A small generator whose seed can be told.
struct SplitMix: RandomNumberGenerator {
    let seed: UInt64
    private var state: UInt64

    init(seed: UInt64 = .random(in: 0...UInt64.max)) {
        self.seed = seed
        state = seed
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
