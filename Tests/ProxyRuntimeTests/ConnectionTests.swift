import CassetteFormat
import Foundation
import HTTPModel
import LoopbackPeers
import Origins
import Synchronization
import Testing

@testable import ProxyRuntime

/// A client's connection from one exchange to the next.
@Suite struct ConnectionTests {
    private static let ok = RawAnswer("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")

    private func get(_ path: String, _ fields: String = "", version: String = "1.1") -> String {
        "GET http://origin.test\(path) HTTP/\(version)\r\nHost: origin.test\r\n\(fields)\r\n"
    }

    private func text(_ bytes: [UInt8]?) -> String { bytes.map { String(decoding: $0, as: UTF8.self) } ?? "nothing" }

    @Test func `exchanges of one client share one connection to the origin`() throws {
        let server = RawServer(answers: Array(repeating: Self.ok, count: 5))
        let bed = try ProxyBed(ProxyBed.Settings(http: server.port))
        let client = try bed.client()
        for number in 1...5 {
            client.send(get("/\(number)"))
            #expect(client.readMessage() == Self.ok.bytes)
        }
        #expect(server.connections == 1)
        #expect(bed.onLoop { $0.live.connects } == 1)
    }

    @Test func `a POST goes onto a connection that was in use just now`() throws {
        let server = RawServer(answers: [Self.ok, Self.ok])
        let bed = try ProxyBed(ProxyBed.Settings(http: server.port))
        let client = try bed.client()
        client.send(get("/1"))
        #expect(client.readMessage() == Self.ok.bytes)
        client.send("POST http://origin.test/2 HTTP/1.1\r\nHost: origin.test\r\nContent-Length: 2\r\n\r\nab")
        #expect(client.readMessage() == Self.ok.bytes)
        #expect(server.connections == 1)
    }

    @Test func `connections that no exchange uses are closed when the pool is`() throws {
        let server = RawServer { connection, server in
            while connection.readMessage() != nil { connection.send(Self.ok.bytes) }
            server.note("\(connection.end.map { "\($0)" } ?? "")")
        }
        let bed = try ProxyBed(ProxyBed.Settings(http: server.port))
        let client = try bed.client()
        client.send(get("/1"))
        #expect(client.readMessage() == Self.ok.bytes)
        _ = bed.onLoop { $0.live.closeIdle() }
        #expect(bed.eventually { _ in server.notes == ["finished"] })
        client.send(get("/2"))
        #expect(client.readMessage() == Self.ok.bytes)
        #expect(server.connections == 2)
    }

    @Test func `requests sent ahead are answered in their order`() throws {
        let answers = (1...20).map { RawAnswer("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n\($0 + 10)") }
        let server = RawServer(answers: answers)
        let bed = try ProxyBed(ProxyBed.Settings(http: server.port))
        let client = try bed.client()
        client.send((1...20).map { get("/\($0)") }.joined())
        for answer in answers { #expect(client.readMessage() == answer.bytes) }
        #expect(server.messages.count == 20)
        // The order of asking is that of the client.
        #expect(server.messages.map { text($0).prefix(7) } == (1...20).map { "GET /\($0) HTTP".prefix(7) })
    }

    @Test func `more requests sent ahead than are kept are read when there is room`() throws {
        let count = 3_000
        let server = RawServer(answers: Array(repeating: Self.ok, count: count))
        let bed = try ProxyBed(ProxyBed.Settings(http: server.port))
        let client = try bed.client()
        let all = (1...count).map { get("/\($0)") }.joined()
        Thread.detachNewThread { client.send(all) }
        for number in 1...count {
            guard client.readMessage() == Self.ok.bytes else {
                Issue.record("no answer to request \(number)")
                return
            }
        }
        #expect(server.messages.count == count)
    }

    @Test func `a client that ends its half still gets its answers`() throws {
        let server = RawServer(answers: [Self.ok, Self.ok])
        let bed = try ProxyBed(ProxyBed.Settings(http: server.port))
        let client = try bed.client()
        client.send(get("/1") + get("/2"))
        client.endWriting()
        #expect(client.readAll() == Self.ok.bytes + Self.ok.bytes)
        #expect(client.end == .finished)
    }

    @Test func `Connection close ends the connection after the answer`() throws {
        let server = RawServer(answers: [Self.ok])
        let bed = try ProxyBed(ProxyBed.Settings(http: server.port))
        let client = try bed.client()
        client.send(get("/1", "Connection: close\r\n"))
        #expect(client.readAll() == Self.ok.bytes)
        #expect(client.end == .finished)
    }

    @Test func `a body waits for 100-continue from the origin`() throws {
        let server = RawServer { connection, server in
            guard let head = connection.read(through: "\r\n\r\n") else { return }
            server.log(head)
            connection.send("HTTP/1.1 100 Continue\r\n\r\n")
            server.log(connection.read(5))
            connection.send(Self.ok.bytes)
        }
        let bed = try ProxyBed(ProxyBed.Settings(http: server.port))
        let client = try bed.client()
        client.send(
            "POST http://origin.test/ HTTP/1.1\r\nHost: origin.test\r\nExpect: 100-continue\r\nContent-Length: 5\r\n\r\n"
        )
        #expect(text(client.read(through: "\r\n\r\n")) == "HTTP/1.1 100 Continue\r\n\r\n")
        client.send("hello")
        #expect(client.readMessage() == Self.ok.bytes)
        #expect(text(server.messages.first).contains("\r\nExpect: 100-continue\r\n"))
        #expect(text(server.messages.last) == "hello")
    }

    @Test func `an answer before the body ends the connection, and the answer arrives`() throws {
        let refusal = RawAnswer("HTTP/1.1 413 Too Large\r\nContent-Length: 2\r\n\r\nno")
        let server = RawServer { connection, _ in
            _ = connection.read(through: "\r\n\r\n")
            connection.send(refusal.bytes)
            _ = connection.readAll()
        }
        let bed = try ProxyBed(ProxyBed.Settings(http: server.port))
        let client = try bed.client()
        client.send("POST http://origin.test/ HTTP/1.1\r\nHost: origin.test\r\nContent-Length: 1000000\r\n\r\nhello")
        #expect(client.readMessage() == refusal.bytes)
        // What still comes is for no one.
        client.send([UInt8](repeating: 0x61, count: 100_000))
        #expect(client.readAll() == [])
        #expect(client.end == .finished)
    }

    @Test func `a chunk reaches the origin before the next one is sent`() throws {
        let server = RawServer { connection, server in
            _ = connection.read(through: "\r\n\r\n")
            server.log(connection.read(10))
            server.log(connection.read(5))
            connection.send(Self.ok.bytes)
        }
        let bed = try ProxyBed(ProxyBed.Settings(http: server.port))
        let client = try bed.client()
        client.send(
            "POST http://origin.test/b HTTP/1.1\r\nHost: origin.test\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhel")
        client.send("lo\r\n")
        #expect(bed.eventually { _ in server.messages.count == 1 })
        #expect(text(server.messages.first) == "5\r\nhello\r\n")
        for piece in ["0", "\r", "\n\r", "\n"] { client.send(piece) }
        #expect(client.readMessage() == Self.ok.bytes)
        #expect(text(server.messages.last) == "0\r\n\r\n")
    }

    @Test func `an HTTP/1.0 client gets a chunked answer without its coding`() throws {
        let server = RawServer(answers: [
            RawAnswer(
                "HTTP/1.1 103 Early Hints\r\n\r\nHTTP/1.1 200 OK\r\nX-A: 1\r\nTransfer-Encoding: chunked\r\nTrailer: X-T\r\n"
                    + "X-B:  2\r\n\r\n3;e\r\nabc\r\n2\r\nde\r\n0\r\nX-T: 1\r\n\r\n")
        ])
        let bed = try ProxyBed(ProxyBed.Settings(http: server.port))
        let client = try bed.client()
        client.send(get("/", "Connection: keep-alive\r\n", version: "1.0"))
        #expect(text(client.readAll()) == "HTTP/1.1 200 OK\r\nX-A: 1\r\nX-B:  2\r\n\r\nabcde")
        #expect(client.end == .finished)
    }

    @Test func `HEAD, 304 and 204 with a length leave the connection in step`() throws {
        let heads = [
            "HTTP/1.1 200 OK\r\nContent-Length: 4096\r\n\r\n",
            "HTTP/1.1 304 Not Modified\r\nContent-Length: 100\r\n\r\n",
            "HTTP/1.1 204 No Content\r\nContent-Length: 5\r\n\r\n",
        ]
        let server = RawServer(answers: heads.map { RawAnswer($0) } + [Self.ok])
        let bed = try ProxyBed(ProxyBed.Settings(http: server.port))
        let client = try bed.client()
        for (method, head) in zip(["HEAD", "GET", "GET"], heads) {
            client.send("\(method) http://origin.test/f HTTP/1.1\r\nHost: origin.test\r\n\r\n")
            #expect(text(client.read(through: "\r\n\r\n")) == head)
        }
        client.send(get("/g"))
        #expect(client.readMessage() == Self.ok.bytes)
        #expect(server.connections == 1)
    }

    @Test func `a second answer that nobody asked for reaches nobody`() throws {
        let evil = "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nevil"
        let server = RawServer(answers: [RawAnswer(Self.ok.bytes + Array(evil.utf8)), Self.ok])
        let bed = try ProxyBed(ProxyBed.Settings(http: server.port))
        let client = try bed.client()
        for _ in 0..<2 {
            client.send(get("/"))
            #expect(client.readMessage() == Self.ok.bytes)
        }
        #expect(server.connections == 2)
    }

    @Test func `a GET on a connection that the origin has just closed is asked again`() throws {
        let server = RawServer { connection, server in
            // Reads the second request of each connection, then resets it unanswered.
            guard let first = connection.readMessage() else { return }
            server.log(first)
            connection.send(Self.ok.bytes)
            if connection.readMessage() != nil { connection.reset() }
        }
        let bed = try ProxyBed(ProxyBed.Settings(http: server.port))
        let client = try bed.client()
        for number in 1...3 {
            client.send(get("/\(number)"))
            #expect(client.readMessage() == Self.ok.bytes)
        }
        #expect(server.messages.map { text($0).prefix(6) } == ["GET /1", "GET /2", "GET /3"])
        // What may not be asked twice fails.
        client.send("POST http://origin.test/ HTTP/1.1\r\nHost: origin.test\r\nContent-Length: 1\r\n\r\nx")
        #expect(text(client.readMessage()).hasPrefix("HTTP/1.1 502 "))
        #expect(server.messages.count == 3)
    }

    @Test func `a reverse proxy serves its origin in clear and over TLS`() throws {
        let server = RawServer(answers: [Self.ok, Self.ok])
        let bed = try ProxyBed(
            ProxyBed.Settings(http: server.port, reverse: ServerOrigin(scheme: .http, host: "origin.test", port: 80)))
        let clear = try bed.client()
        clear.send("GET /a HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        #expect(clear.readMessage() == Self.ok.bytes)
        let secure = try bed.client()
        try secure.startTLS(Clients.session("origin.test"))
        secure.send("GET //b HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        #expect(secure.readMessage() == Self.ok.bytes)
        #expect(
            server.messages.map { text($0) } == [
                "GET /a HTTP/1.1\r\nHost: origin.test\r\n\r\n", "GET //b HTTP/1.1\r\nHost: origin.test\r\n\r\n",
            ])
    }

    /// The address is no server name, so that the client names none.
    @Test func `a reverse proxy that is asked for by its address proves to be that`() throws {
        let server = RawServer(answers: [Self.ok])
        let bed = try ProxyBed(
            ProxyBed.Settings(http: server.port, reverse: ServerOrigin(scheme: .http, host: "origin.test", port: 80)))
        let client = try bed.client()
        try client.startTLS(Clients.session("127.0.0.1"))
        client.send("GET /a HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        #expect(client.readMessage() == Self.ok.bytes)
    }

    @Test func `a request with a fault is answered, closed, and reaches no origin`() throws {
        let server = RawServer(answers: [Self.ok])
        let folder = try TemporaryFolder()
        let bed = try ProxyBed(ProxyBed.Settings(http: server.port, record: folder.path + "/tape.fita"))
        let bad =
            "POST http://origin.test/ HTTP/1.1\r\nHost: origin.test\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\n"
        let client = try bed.client()
        client.send(bad)
        // More than a kernel keeps is still coming: the answer must survive it.
        client.send([UInt8](repeating: 0x61, count: 300_000))
        #expect(text(client.readMessage()).hasPrefix("HTTP/1.1 400 Bad Request\r\n"))
        #expect(client.readAll() == [])
        #expect(client.end == .finished)
        let good = try bed.client()
        good.send(get("/"))
        #expect(good.readMessage() == Self.ok.bytes)
        #expect(server.messages.count == 1)
        bed.stop()
        let exchanges = try Tape.exchanges(folder.path + "/tape.fita")
        #expect(exchanges.count == 2)
        guard case .refused(let reason)? = exchanges.first?.end else {
            Issue.record("\(String(describing: exchanges.first?.end))")
            return
        }
        #expect(reason.contains("Content-Length is given more than once"))
        #expect(exchanges.first.map { $0.request.headBytes.starts(with: Array(bad.utf8)) } == true)
    }

    @Test func `a body that breaks its framing never looks whole to the origin`() throws {
        let server = RawServer { connection, server in
            _ = connection.read(through: "\r\n\r\n")
            server.log(connection.readAll())
            server.note("\(String(describing: connection.end))")
        }
        let folder = try TemporaryFolder()
        let bed = try ProxyBed(ProxyBed.Settings(http: server.port, record: folder.path + "/tape.fita"))
        let client = try bed.client()
        client.send(
            "POST http://origin.test/ HTTP/1.1\r\nHost: origin.test\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n")
        #expect(bed.eventually { $0.live.connects == 1 })
        client.send("NOTHEX\r\n")
        #expect(text(client.readMessage()).hasPrefix("HTTP/1.1 400 "))
        #expect(bed.eventually { _ in server.notes.count == 1 })
        #expect(server.notes == ["Optional(LoopbackPeers.RawConnection.End.reset)"])
        bed.stop()
        let end = try Tape.exchanges(folder.path + "/tape.fita").first?.end
        #expect(end == .refused("the chunk size is not a hexadecimal number"))
    }

    // MARK: Time

    @Test func `a head that trickles in is not waited for`() throws {
        let bed = try ProxyBed()
        let client = try bed.client()
        for byte in "GET http://origin.test/ HTT".utf8 {
            client.send([byte])
            // The byte is read, then half a second goes by.
            #expect(bed.eventually { $0.server.openConnections == 1 })
            _ = bed.onLoop { $0.server.tick() }
        }
        #expect(text(client.readMessage()).hasPrefix("HTTP/1.1 408 Request Timeout\r\n"))
        #expect(client.readAll() == [])
        // It came of the ticks above, not of the clock's after the last byte.
        #expect(try #require(bed.onLoop { $0.server.now }) < 40)
    }

    @Test func `an origin that gives no head in time is answered for with 504`() throws {
        let server = RawServer { connection, _ in
            _ = connection.readMessage()
            connection.send("HTTP/1.1 200 OK\r\nX-")
            _ = connection.readAll()
        }
        let folder = try TemporaryFolder()
        let bed = try ProxyBed(ProxyBed.Settings(http: server.port, record: folder.path + "/tape.fita"))
        let client = try bed.client()
        client.send(get("/"))
        #expect(bed.eventually { $0.live.connects == 1 })
        for _ in 0..<70 { _ = bed.onLoop { $0.server.tick() } }
        #expect(text(client.readMessage()).hasPrefix("HTTP/1.1 504 Gateway Timeout\r\n"))
        bed.stop()
        let end = try Tape.exchanges(folder.path + "/tape.fita").first?.end
        #expect(end == .originUnreachable(code: "timeout", detail: "No response head within the time limit."))
    }

    @Test func `an idle client is let go`() throws {
        let bed = try ProxyBed()
        let client = try bed.client()
        #expect(bed.eventually { $0.server.openConnections == 1 })
        for _ in 0..<250 { _ = bed.onLoop { $0.server.tick() } }
        #expect(client.readAll() == [])
        #expect(client.end == .finished)
        #expect(bed.onLoop { $0.server.openConnections } == 0)
    }
}
