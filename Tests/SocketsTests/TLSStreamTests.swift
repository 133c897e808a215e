import Cryptography
import Foundation
import LoopbackPeers
import Sockets
import Testing

@Suite struct TLSStreamTests {
    private static let now = Int64(Date().timeIntervalSince1970)
    private static let authority = try? CertificateAuthority.make(now: now)

    private static func clientSession(trusts: Bool = true) throws -> TLSSession {
        let bundles = trusts ? [try #require(authority).certificatePEM] : []
        return try TLSClientContext(trust: TLSTrust(systemStore: false, bundles: bundles))
            .makeSession(host: "o.test", now: now)
    }

    /// Takes up TLS with a peer that runs this after its handshake.
    private func serve<T: Sendable>(
        trusts: Bool = true, takesEarly: Bool = false, _ peer: @escaping @Sendable (RawConnection) -> T,
        _ body: @escaping (TLSStream, Result<TLSFacts, TLSFailure>) -> Void
    ) throws -> (T?, Taker) {
        let loop = EventLoop()
        let taker = Taker()
        let context = try TLSServerContext(authority: try #require(Self.authority))
        var listener: TCPListener?
        var streams: [TLSStream] = []
        func start(_ stream: TCPStream, early: [UInt8]) {
            guard let session = try? context.makeSession(defaultHost: "o.test", now: Self.now) else {
                return stream.close()
            }
            let secured = TLSStream(loop, over: stream, session: session) { result in
                guard let secured = streams.first else { return }
                body(secured, result)
            }
            streams.append(secured)
            secured.delegate = taker
            if !early.isEmpty { secured.receivedEarly(early) }
        }
        let first = Taker()
        first.onBytes = { stream, _ in
            guard let stream = stream as? TCPStream else { return }
            start(stream, early: first.bytes)
        }
        listener = try TCPListener(loop, on: Endpoint(address: "127.0.0.1", port: 0)) { stream in
            listener?.close()
            guard takesEarly else { return start(stream, early: []) }
            stream.delegate = first
            stream.startReading()
        }
        let port = try #require(listener?.endpoint?.port)
        let thread = Peer { () -> T? in
            guard let connection = try? RawConnection(to: port), let session = try? Self.clientSession(trusts: trusts),
                (try? connection.startTLS(session)) != nil
            else { return nil }
            return peer(connection)
        }
        loop.runToItsEnd()
        streams = []
        return (try thread.value(), taker)
    }

    @Test(arguments: [false, true])
    func `bytes arrive in order both ways, also when the first were read before TLS`(takesEarly: Bool) throws {
        var random = SplitMix()
        let pieces = (0..<40).map { _ -> [UInt8] in
            let size = [1, 300, 16_384, 65_536, 200_000][Int(random.next() % 5)]
            return [UInt8](repeating: UInt8(truncatingIfNeeded: random.next()), count: size)
        }
        let sent = Array(pieces.joined())
        let (got, taker) = try serve(
            takesEarly: takesEarly,
            { connection -> [UInt8] in
                connection.send(sent)
                connection.send("end")
                connection.endWriting()
                return connection.readAll()
            }
        ) { stream, result in
            guard case .success(let facts) = result else { return stream.close() }
            #expect(facts.serverName == "o.test")
            stream.startReading()
            for piece in pieces { stream.write(piece) }
            stream.endWriting()
        }
        #expect(got == sent, "seed \(random.seed)")
        #expect(taker.bytes == sent + Array("end".utf8), "seed \(random.seed)")
        #expect(taker.endWords == ["finished"])
    }

    @Test func `an end that was said is told from a stream that was cut`() throws {
        for (isCut, words) in [(false, "finished"), (true, "failed")] {
            let (_, taker) = try serve({ connection in
                connection.send("last")
                connection.endWriting(cutting: isCut)
                _ = connection.readAll()
            }) { stream, _ in stream.startReading() }
            #expect(String(decoding: taker.bytes, as: UTF8.self) == "last")
            #expect(taker.endWords == [words])
        }
    }

    @Test func `closing says so in TLS, resetting does not`() throws {
        for (isReset, end) in [(false, RawConnection.End.finished), (true, .reset)] {
            let (got, _) = try serve({ connection -> RawConnection.End? in
                let bytes = connection.readAll()
                return bytes == Array("bye".utf8) || isReset ? connection.end : nil
            }) { stream, _ in
                stream.write(Array("bye".utf8))
                isReset ? stream.reset() : stream.close()
            }
            #expect(got == end)
        }
    }

    @Test func `what was written before a reset goes out`() throws {
        let (end, _) = try serve({ connection -> RawConnection.End? in
            // The system may drop what was not read when the reset came.
            let got = connection.readAll()
            return got.isEmpty || got == Array("cut".utf8) ? connection.end : nil
        }) { stream, _ in
            stream.write(Array("cut".utf8))
            let before = stream.session.pendingCiphertext
            stream.reset()
            #expect(before == 0 && stream.pendingBytes == 0)
        }
        #expect(end == .reset)
    }

    @Test func `what is not read is not decrypted, and goes on where it was`() throws {
        let size = 2_000_000
        let (_, taker) = try serve({ connection in
            connection.send([UInt8](repeating: 7, count: size))
            connection.endWriting()
            _ = connection.readAll()
        }) { stream, _ in
            let taker = stream.delegate as? Taker
            var stops = 0
            taker?.onBytes = { stream, count in
                guard count > stops * 400_000 else { return }
                stops += 1
                stream.stopReading()
                stream.startReading()
            }
            stream.startReading()
        }
        #expect(taker.bytes.count == size)
        #expect(taker.endWords == ["finished"])
    }

    @Test func `a handshake that fails is told once`() throws {
        var failures: [String] = []
        let (got, taker) = try serve(trusts: false, { _ in true }) { stream, result in
            if case .failure(let failure) = result { failures.append("\(failure)") }
            stream.close()
        }
        #expect(got == nil)
        #expect(failures.count == 1)
        #expect(taker.ends.isEmpty)
    }

    @Test func `congestion and its end are told over TLS too`() throws {
        let size = 32 << 20
        let gate = DispatchSemaphore(value: 0)
        let (got, taker) = try serve({ connection -> Int in
            gate.wait()
            return connection.readAll().count
        }) { stream, _ in
            let taker = stream.delegate as? Taker
            taker?.onDrain = { stream in
                #expect(!stream.isCongested)
                stream.close()
            }
            stream.write([UInt8](repeating: 1, count: size))
            #expect(stream.isCongested)
            gate.signal()
        }
        #expect(got == size)
        #expect(taker.drains == 1)
    }
}
