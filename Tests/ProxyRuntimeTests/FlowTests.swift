import Cryptography
import Foundation
import HTTPModel
import LoopbackPeers
import Origins
import Sockets
import Synchronization
import Testing

@testable import ProxyRuntime

/// Slow peers, and the proxy's end.
@Suite struct FlowTests {
    private func text(_ bytes: [UInt8]?) -> String { bytes.map { String(decoding: $0, as: UTF8.self) } ?? "nothing" }

    private static let get = "GET http://origin.test/ HTTP/1.1\r\nHost: origin.test\r\n\r\n"

    /// What a stream may hold: the mark at which its source is stopped, and one read more.
    private static let bound = StreamLimits.highWaterBytes + 131_072

    @Test(arguments: [false, true])
    func `a client that reads slowly stops the origin, and memory stays bounded`(isSecure: Bool) throws {
        let size = 24 << 20
        let sent = Counter()
        let server = RawServer(authority: isSecure ? Authorities.origin : nil) { connection, _ in
            _ = connection.readMessage()
            connection.send("HTTP/1.1 200 OK\r\nContent-Length: \(size)\r\n\r\n")
            let piece = [UInt8](repeating: 0x61, count: 65_536)
            for _ in 0..<(size / piece.count) {
                connection.send(piece)
                sent.add(piece.count)
            }
        }
        let bed = try ProxyBed(ProxyBed.Settings(http: server.port, https: server.port))
        let client = isSecure ? try bed.secureTunnel() : try bed.client(receiveBuffer: 65_536)
        client.send(isSecure ? "GET / HTTP/1.1\r\nHost: origin.test\r\n\r\n" : Self.get)
        // It has not read a byte: the proxy stops taking.
        #expect(bed.eventually { $0.server.openClients.contains { $0.answer.isPaused } })
        #expect(sent.value < size)
        func pending() -> Int {
            bed.onLoop { parts in parts.server.openClients.map(\.stream.pendingBytes).max() ?? 0 } ?? 0
        }
        // While it reads, a quick proxy may be found with nothing left to send.
        var highest = pending()
        _ = client.read(through: "\r\n\r\n")
        var count = 0
        while count < size {
            let piece = client.read(min(1 << 19, size - count))
            guard !piece.isEmpty else { break }
            count += piece.count
            highest = max(highest, pending())
        }
        #expect(count == size)
        #expect(highest > 0)
        #expect(highest <= Self.bound)
    }

    @Test func `an origin that reads slowly stops the client`() throws {
        let size = 24 << 20
        let gate = DispatchSemaphore(value: 0)
        let server = RawServer { connection, server in
            _ = connection.read(through: "\r\n\r\n")
            gate.wait()
            server.note("\(connection.read(size).count)")
            connection.send("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
        }
        let bed = try ProxyBed(ProxyBed.Settings(http: server.port))
        let client = try bed.client()
        let sent = Counter()
        Thread.detachNewThread {
            client.send("POST http://origin.test/ HTTP/1.1\r\nHost: origin.test\r\nContent-Length: \(size)\r\n\r\n")
            let piece = [UInt8](repeating: 0x61, count: 65_536)
            for _ in 0..<(size / piece.count) {
                client.send(piece)
                sent.add(piece.count)
            }
        }
        #expect(bed.eventually { $0.server.openClients.contains(where: \.isPausedForOrigin) })
        #expect(sent.value < size)
        gate.signal()
        #expect(text(client.readMessage()) == "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
        #expect(server.notes == ["\(size)"])
        #expect(sent.value == size)
    }

    @Test func `a proxy that stops lets what is under way end`() throws {
        let gate = DispatchSemaphore(value: 0)
        let server = RawServer { connection, _ in
            while connection.readMessage() != nil {
                connection.send("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhe")
                gate.wait()
                connection.send("llo")
            }
        }
        let bed = try ProxyBed(ProxyBed.Settings(http: server.port))
        let (busy, idle) = (try bed.client(), try bed.client())
        busy.send(Self.get)
        #expect(text(busy.read(through: "he")).hasSuffix("he"))
        #expect(bed.eventually { $0.server.openConnections == 2 })
        let isDone = Flag()
        _ = bed.onLoop { $0.server.stop(within: 60_000) { isDone.raise() } }
        #expect(idle.readAll() == [])
        #expect(throws: RawConnection.Failure.self) { try bed.client() }
        #expect(!isDone.isRaised)
        gate.signal()
        #expect(text(busy.readAll()) == "llo")
        #expect(busy.end == .finished)
        #expect(bed.eventually { _ in isDone.isRaised })
    }

    @Test func `a proxy that stops lets a slow client take the last bytes`() throws {
        let (gate, isEnough) = (DispatchSemaphore(value: 0), Flag())
        let sent = Counter()
        let server = RawServer { connection, _ in
            _ = connection.readMessage()
            connection.send("HTTP/1.1 200 OK\r\n\r\n")
            let piece = [UInt8](repeating: 0x61, count: 32_768)
            while true {
                gate.wait()
                if isEnough.isRaised { return }
                connection.send(piece)
                sent.add(piece.count)
            }
        }
        let bed = try ProxyBed(ProxyBed.Settings(http: server.port))
        let client = try bed.client(receiveBuffer: 65_536)
        client.send(Self.get)
        // Piece by piece, until the kernel takes no more and some wait in the proxy.
        var pending = 0
        while pending == 0, sent.value < 64 << 20 {
            let next = sent.value + 32_768
            gate.signal()
            #expect(bed.eventually { _ in sent.value == next })
            pending = bed.onLoop { parts in parts.server.openClients.map(\.stream.pendingBytes).max() ?? 0 } ?? 0
        }
        isEnough.raise()
        gate.signal()
        #expect(bed.eventually { !$0.server.openClients.contains { $0.hasExchange } })
        let isDone = Flag()
        _ = bed.onLoop { parts in
            parts.server.stop(within: 60_000) {
                isDone.raise()
                // As the tool does: what is not sent by now never will be.
                parts.loop.stop()
            }
        }
        _ = client.read(through: "\r\n\r\n")
        #expect(client.readAll().count == sent.value)
        #expect(client.end == .finished)
        client.close()
        #expect(bed.endsByItself())
        #expect(isDone.isRaised)
    }

    @Test func `a proxy without connections has stopped when it is told to, and its loop ends`() throws {
        let loop = EventLoop()
        let configuration = ProxyServerConfiguration(
            listen: Endpoint(address: "127.0.0.1", port: 0), reverse: nil,
            tls: try .init(authority: Authorities.proxy.orThrow()), wallClock: { Authorities.now })
        let server = ProxyServer(loop, configuration, origin: TapeOrigin())
        let endpoint = try server.start()
        let client = try RawConnection(to: endpoint.port)
        var isDone = false
        // One idle connection, closed at once.
        let starter = Timer(loop, after: 10, keepsLoopAlive: true) {
            server.stop(within: 60_000) { isDone = true }
        }
        let started = Date()
        loop.run()
        _ = starter
        #expect(isDone)
        #expect(Date().timeIntervalSince(started) < 10)
        #expect(client.readAll() == [])
    }

    @Test func `at the end of its time what is under way is cut`() throws {
        let server = RawServer { connection, server in
            _ = connection.readMessage()
            connection.send("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhe")
            _ = connection.readAll()
            server.note("\(connection.end.map { "\($0)" } ?? "")")
        }
        let bed = try ProxyBed(ProxyBed.Settings(http: server.port))
        let client = try bed.client()
        client.send(Self.get)
        #expect(text(client.read(through: "he")).hasSuffix("he"))
        let isDone = Flag()
        _ = bed.onLoop { $0.server.stop(within: 20) { isDone.raise() } }
        #expect(client.readAll() == [])
        #expect(client.end == .reset)
        #expect(bed.eventually { _ in isDone.isRaised && server.notes == ["reset"] })
    }

    @Test func `many clients at once are each given their own answers`() throws {
        let server = RawServer { connection, _ in
            while let request = connection.readMessage() {
                let path = String(decoding: request, as: UTF8.self).split(separator: " ")[1]
                connection.send("HTTP/1.1 200 OK\r\nContent-Length: \(path.utf8.count)\r\n\r\n\(path)")
            }
        }
        let bed = try ProxyBed(ProxyBed.Settings(http: server.port))
        let failures = Counter()
        let done = DispatchGroup()
        for number in 0..<24 {
            done.enter()
            Thread.detachNewThread {
                defer { done.leave() }
                guard let client = try? bed.client() else { return failures.add(1) }
                for turn in 0..<20 {
                    let path = "/\(number)/\(turn)"
                    client.send("GET http://origin.test\(path) HTTP/1.1\r\nHost: origin.test\r\n\r\n")
                    let expected = "HTTP/1.1 200 OK\r\nContent-Length: \(path.utf8.count)\r\n\r\n\(path)"
                    if client.readMessage() != Array(expected.utf8) { failures.add(1) }
                }
            }
        }
        #expect(done.wait(timeout: .now() + 30) == .success)
        #expect(failures.value == 0)
        #expect(bed.eventually { $0.server.openConnections == 0 })
    }
}

/// A number that threads add to.
final class Counter: Sendable {
    private let count = Mutex(0)
    var value: Int { count.withLock { $0 } }
    func add(_ more: Int) { count.withLock { $0 += more } }
}

/// Raised once.
final class Flag: Sendable {
    private let raised = Mutex(false)
    var isRaised: Bool { raised.withLock { $0 } }
    func raise() { raised.withLock { $0 = true } }
}
