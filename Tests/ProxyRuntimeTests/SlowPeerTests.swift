import CassetteFormat
import Foundation
import HTTP2Wire
import LoopbackPeers
import Origins
import Sockets
import TestMaterial
import Testing

@testable import ProxyRuntime

/// The bad inputs' slow peers. Time is told to the server tick by tick, half a second each; nobody waits for it.
@Suite struct SlowPeerTests {
    private func text(_ bytes: [UInt8]?) -> String { bytes.map { String(decoding: $0, as: UTF8.self) } ?? "nothing" }

    private static var rows: [[String: Any]] { BadInput.objects(of: "slow.json") }

    /// How long the row lets a peer hold on, in ticks, or another of its bounds.
    private func limit(
        _ id: String, _ key: String = "closed_within_ms", of unit: Int = Int(ClientTime.tick)
    ) throws -> Int {
        let row = try #require(Self.rows.first { $0["id"] as? String == id })
        let milliseconds = try #require((row["expected"] as? [String: Any])?[key] as? Int)
        return milliseconds / unit
    }

    /// What was sent before has been read when this returns.
    private func settle(_ bed: ProxyBed) { for _ in 0..<2 { _ = bed.onLoop { _ in } } }

    private func pass(_ ticks: Int, _ bed: ProxyBed) {
        _ = bed.onLoop { parts in for _ in 0..<ticks { parts.server.tick() } }
    }

    @Test func `each row is driven by a test of its name`() throws {
        for row in Self.rows {
            let id = try #require(row["id"] as? String)
            #expect(HostileElsewhere.test(suite: "SlowPeerTests", id).isFounded, "\(id)")
        }
        #expect(Self.rows.count == 9)
    }

    /// Of http2.json.
    @Test func `h2-preface-cut`() throws {
        let input = try #require(BadInput.cases(of: "http2.json").first { $0.id == "h2-preface-cut" })
        let bed = try ProxyBed()
        let client = try bed.tunnel()
        try client.startTLS(Clients.session("origin.test", protocols: ["h2"]))
        client.send(input.bytes)
        settle(bed)
        pass(try #require(input.bounds["timeout_ms"]) / Int(ClientTime.tick) + 1, bed)
        _ = client.readAll()
        #expect(client.end != .timedOut)
        #expect(bed.eventually { $0.server.openConnections == 0 })
    }

    @Test func `slow-h2-no-window`() throws {
        let server = RawServer(authority: Authorities.origin) { connection, _ in
            _ = connection.readMessage()
            connection.send("HTTP/1.1 200 OK\r\nContent-Length: 10485760\r\n\r\n")
            for _ in 0..<160 { connection.send([UInt8](repeating: 0x78, count: 65_536)) }
        }
        let bed = try ProxyBed(ProxyBed.Settings(https: server.port))
        let client = try bed.tunnel()
        try client.startTLS(Clients.session("origin.test", protocols: ["h2"]))
        var limits = HTTP2Limits()
        limits.streamWindow = 0
        let session = HTTP2Session(.client, limits: limits)
        for number in 0..<100 {
            _ = session.beginRequest(
                [
                    HTTP2Field(":method", "GET"), HTTP2Field(":scheme", "https"),
                    HTTP2Field(":path", "/\(number)"), HTTP2Field(":authority", "origin.test"),
                ], isEnd: true)
        }
        session.output { client.send(Array($0)) }
        @Sendable func connection(_ parts: ProxyBed.Parts) -> HTTP2Connection? {
            guard case .http2(let connection)? = parts.server.openClients.first?.mode else { return nil }
            return connection
        }
        // Nothing more comes from the origins once all of them wait.
        #expect(
            bed.eventually { parts in
                guard let connection = connection(parts) else { return false }
                return connection.exchanges.keys.filter { connection.session.isCongested($0) }.count == 100
            })
        let held = bed.onLoop { parts in
            connection(parts).map { open in open.exchanges.keys.reduce(0) { $0 + open.session.waiting($1) } } ?? .max
        }
        #expect(held ?? .max <= (try limit("slow-h2-no-window", "memory_growth_max_bytes", of: 1)), "\(held ?? 0)")
        pass(try limit("slow-h2-no-window"), bed)
        #expect(bed.eventually { $0.server.openConnections == 0 })
    }

    @Test func `slow-header-1bps`() throws {
        let bed = try ProxyBed()
        let client = try bed.client()
        client.send("GET http://origin.test/ HTTP/1.1\r\nHost: origin.test\r\nX-a: ")
        for _ in 0..<(try limit("slow-header-1bps") / 2) {
            client.send("b")
            settle(bed)
            pass(2, bed)
        }
        #expect(text(client.readAll()).hasPrefix("HTTP/1.1 408 "))
        #expect(client.end == .finished)
    }

    @Test func `slow-connect-silent`() throws {
        let bed = try ProxyBed()
        let client = try bed.client()
        #expect(bed.eventually { $0.server.openConnections == 1 })
        pass(try limit("slow-connect-silent"), bed)
        #expect(client.readAll() == [] && client.end == .finished)
    }

    @Test func `a client that has spoken may be silent for longer`() throws {
        let server = RawServer(answers: [RawAnswer("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")])
        let bed = try ProxyBed(ProxyBed.Settings(http: server.port))
        let client = try bed.client()
        client.send("GET http://origin.test/ HTTP/1.1\r\nHost: origin.test\r\n\r\n")
        #expect(text(client.readMessage()).hasPrefix("HTTP/1.1 200 "))
        pass(ClientTime.head * 3, bed)
        #expect(bed.onLoop { $0.server.openConnections } == 1)
    }

    /// Ticks from its last byte until the only client is let go.
    private func patience(_ bed: ProxyBed) -> Int? {
        bed.onLoop { parts in
            guard let client = parts.server.openClients.first else { return nil }
            let start = client.lastActivity
            while parts.server.now - start < 10_000 {
                parts.server.tick()
                if case .closed = client.mode { return parts.server.now - start }
            }
            return nil
        } ?? nil
    }

    @Test func `a connection waits ten seconds for its first byte, and six minutes for its next request`() throws {
        let server = RawServer(authority: Authorities.origin, answers: [RawAnswer("HTTP/1.1 204 No Content\r\n\r\n")])
        let bed = try ProxyBed(ProxyBed.Settings(https: server.port))
        let silent = try bed.client()
        #expect(bed.eventually { $0.server.openConnections == 1 })
        #expect(patience(bed) == ClientTime.firstByte + 1)
        #expect(silent.readAll() == [])
        #expect(bed.eventually { $0.server.openConnections == 0 })
        // A connection that was warmed up and not used yet, and one that was.
        let warm = try bed.secureTunnel()
        #expect(patience(bed) == ClientTime.idle + 1)
        #expect(warm.readAll() == [])
        #expect(bed.eventually { $0.server.openConnections == 0 })
        let used = try bed.secureTunnel()
        used.send("GET / HTTP/1.1\r\nHost: origin.test\r\n\r\n")
        #expect(text(used.readMessage()).hasPrefix("HTTP/1.1 204 "))
        #expect(patience(bed) == ClientTime.idle + 1)
        #expect(used.readAll() == [])
        #expect(ClientTime.firstByte * Int(ClientTime.tick) == 10_000)
        #expect(ClientTime.idle * Int(ClientTime.tick) == 360_000)
    }

    @Test func `slow-body`() throws {
        let server = RawServer { connection, _ in _ = connection.readAll() }
        let folder = try TemporaryFolder()
        let bed = try ProxyBed(ProxyBed.Settings(http: server.port, record: folder.path + "/tape.fita"))
        let client = try bed.client()
        client.send("POST http://origin.test/ HTTP/1.1\r\nHost: origin.test\r\nContent-Length: 100000\r\n\r\n")
        for _ in 0..<(try limit("slow-body") / 10) {
            client.send("x")
            settle(bed)
            pass(10, bed)
        }
        #expect(text(client.readAll()).hasPrefix("HTTP/1.1 408 "))
        bed.stop()
        #expect(
            try Tape.exchanges(folder.path + "/tape.fita").map(\.end) == [.refused("the request body came too slowly")])
    }

    @Test func `a body at the least rate is waited for`() throws {
        let server = RawServer(answers: [RawAnswer("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")])
        let bed = try ProxyBed(ProxyBed.Settings(http: server.port))
        let client = try bed.client()
        // The span begins with the first tick after the head.
        client.send("POST http://origin.test/ HTTP/1.1\r\nHost: origin.test\r\nContent-Length: 6001\r\n\r\n")
        settle(bed)
        pass(1, bed)
        for _ in 0..<4 {
            client.send([UInt8](repeating: 0x78, count: RateWatch.leastBytes / 2))
            settle(bed)
            pass(ClientTime.body / 2, bed)
        }
        client.send("x")
        #expect(text(client.readMessage()).hasPrefix("HTTP/1.1 200 "))
    }

    @Test func `slow-read`() throws {
        let server = RawServer { connection, _ in
            _ = connection.readMessage()
            connection.send("HTTP/1.1 200 OK\r\nContent-Length: 10485760\r\n\r\n")
            for _ in 0..<160 { connection.send([UInt8](repeating: 0x78, count: 65_536)) }
        }
        let bed = try ProxyBed(ProxyBed.Settings(http: server.port))
        let client = try bed.client(receiveBuffer: 1_024)
        client.send("GET http://origin.test/10MB HTTP/1.1\r\nHost: origin.test\r\n\r\n")
        #expect(client.read(32).count == 32)
        #expect(bed.eventually { $0.server.openClients.first?.answer.isPaused == true })
        let pending = try #require(bed.onLoop { $0.server.openClients.first?.stream.pendingBytes ?? 0 })
        #expect(pending < 1 << 20, "\(pending) bytes are held for a client that does not read")
        pass(try limit("slow-read"), bed)
        #expect(bed.eventually { $0.server.openConnections == 0 })
    }

    @Test func `slow-tls-handshake`() throws {
        let bed = try ProxyBed()
        for client in [try bed.client(), try bed.tunnel()] {
            client.send([0x16])
            settle(bed)
            pass(try limit("slow-tls-handshake"), bed)
            let answer = text(client.readAll())
            #expect(answer.isEmpty || answer.hasPrefix("HTTP/1.1 408 "))
            #expect(client.end != .timedOut)
        }
    }

    @Test func `slow-2000-connections`() throws {
        let server = RawServer(answers: [RawAnswer("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")])
        let bed = try ProxyBed(ProxyBed.Settings(http: server.port))
        // Each takes two descriptors of this process; the proxy itself has no limit below the system's.
        var limit = rlimit()
        #if canImport(Glibc)
        getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        #else
        getrlimit(RLIMIT_NOFILE, &limit)
        #endif
        let count = limit.rlim_cur >= 8_000 ? 2_000 : 300
        if count < 2_000 { print("note: \(count) slow clients: a process may open \(limit.rlim_cur) files here") }
        var slow: [RawConnection] = []
        for _ in 0..<count {
            let client = try bed.client()
            client.send("GET http://origin.test/ HTTP/1.1\r\nHost: origin.test\r\nX-a: ")
            slow.append(client)
        }
        let client = try bed.client()
        client.send("GET http://origin.test/ HTTP/1.1\r\nHost: origin.test\r\n\r\n")
        #expect(text(client.readMessage()).hasPrefix("HTTP/1.1 200 "))
        #expect(bed.onLoop { $0.server.openConnections } == count + 1)
        pass(ClientTime.head + 1, bed)
        for peer in slow { #expect(text(peer.readMessage()).hasPrefix("HTTP/1.1 408 ")) }
    }

    @Test func `slow-upstream-header`() throws {
        let server = RawServer { connection, _ in _ = connection.readAll() }
        let bed = try ProxyBed(ProxyBed.Settings(http: server.port))
        let client = try bed.client()
        client.send("GET http://origin.test/ HTTP/1.1\r\nHost: origin.test\r\n\r\n")
        #expect(bed.eventually { $0.live.connects == 1 })
        pass(try limit("slow-upstream-header", "within_ms"), bed)
        #expect(text(client.readMessage()).hasPrefix("HTTP/1.1 504 "))
    }

    @Test func `slow-upstream-body`() throws {
        let gate = DispatchSemaphore(value: 0)
        let server = RawServer { connection, _ in
            _ = connection.readMessage()
            connection.send("HTTP/1.1 200 OK\r\nContent-Length: 1000000\r\n\r\n")
            while gate.wait(timeout: .now() + 10) == .success { connection.send("x") }
        }
        let folder = try TemporaryFolder()
        let bed = try ProxyBed(ProxyBed.Settings(http: server.port, record: folder.path + "/tape.fita"))
        let client = try bed.client()
        client.send("GET http://origin.test/ HTTP/1.1\r\nHost: origin.test\r\n\r\n")
        #expect(text(client.read(through: "\r\n\r\n")).hasPrefix("HTTP/1.1 200 "))
        for _ in 0..<(try limit("slow-upstream-body", "client_aborted_within_ms") / 2) {
            gate.signal()
            guard client.read(1).count == 1 else { break }
            pass(2, bed)
        }
        #expect(client.readAll() == [] && client.end == .finished, "\(String(describing: client.end))")
        bed.stop()
        #expect(try Tape.exchanges(folder.path + "/tape.fita").map(\.end) == [.short])
    }

    @Test func `an answer without a length may be told bit by bit`() throws {
        let gate = DispatchSemaphore(value: 0)
        let server = RawServer { connection, _ in
            _ = connection.readMessage()
            connection.send("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n")
            while gate.wait(timeout: .now() + 10) == .success { connection.send("x") }
        }
        let bed = try ProxyBed(ProxyBed.Settings(http: server.port))
        let client = try bed.client()
        client.send("GET http://origin.test/ HTTP/1.1\r\nHost: origin.test\r\n\r\n")
        #expect(client.read(through: "\r\n\r\n") != nil)
        for _ in 0..<12 {
            gate.signal()
            #expect(client.read(1).count == 1)
            pass(ClientTime.body / 4, bed)
        }
    }
}
