import CassetteFormat
import Foundation
import HTTPModel
import LoopbackPeers
import Origins
import Testing

@testable import ProxyRuntime

/// CONNECT and Upgrade: what is read, and what passes unread.
@Suite struct TunnelTests {
    private static let ok = RawAnswer("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")

    private func text(_ bytes: [UInt8]?) -> String { bytes.map { String(decoding: $0, as: UTF8.self) } ?? "nothing" }

    /// Gives back each line it gets, until its peer ends; then says goodbye.
    private static func echo(greeting: String = "") -> RawServer {
        RawServer { connection, server in
            if !greeting.isEmpty { connection.send(greeting) }
            while let line = connection.read(through: "\n") {
                server.log(line)
                connection.send(line)
            }
            server.note("\(connection.end.map { "\($0)" } ?? "")")
            connection.send("bye")
        }
    }

    @Test func `a client that speaks something else passes unread, both ways and to both ends`() throws {
        let server = Self.echo()
        let folder = try TemporaryFolder()
        let bed = try ProxyBed(ProxyBed.Settings(https: server.port, record: folder.path + "/tape.fita"))
        let client = try bed.tunnel()
        client.send("\u{1}\u{2}one\n")
        #expect(text(client.read(through: "\n")) == "\u{1}\u{2}one\n")
        client.send("two\n")
        #expect(text(client.read(through: "\n")) == "two\n")
        client.endWriting()
        #expect(text(client.readAll()) == "bye")
        #expect(client.end == .finished)
        #expect(server.notes == ["finished"])
        bed.stop()
        let exchange = try #require(try Tape.exchanges(folder.path + "/tape.fita").first)
        #expect(exchange.ingress == .tunnel)
        #expect(exchange.end == .tunnelClosed)
        #expect(exchange.tunnel == TunnelCount(sent: 10, received: 13))
    }

    @Test func `bytes and end that come before the origin is connected reach it`() throws {
        let server = Self.echo()
        let bed = try ProxyBed(ProxyBed.Settings(https: server.port))
        let client = try bed.tunnel()
        client.send("!one\n")
        client.endWriting()
        #expect(text(client.readAll()) == "!one\nbye")
        #expect(server.notes == ["finished"])
    }

    @Test func `a server that speaks first is heard`() throws {
        let server = Self.echo(greeting: "220 mail\r\n")
        let bed = try ProxyBed(ProxyBed.Settings(https: server.port))
        let client = try bed.tunnel()
        for _ in 0..<5 { _ = bed.onLoop { $0.server.tick() } }
        #expect(text(client.read(through: "\n")) == "220 mail\r\n")
        client.send("EHLO x\n")
        #expect(text(client.read(through: "\n")) == "EHLO x\n")
    }

    @Test func `a client that takes a moment before its first byte is still read`() throws {
        let server = RawServer(authority: Authorities.origin, answers: [Self.ok])
        let bed = try ProxyBed(ProxyBed.Settings(https: server.port))
        let client = try bed.tunnel()
        // The proxy's clock may strike right after the tunnel was made.
        _ = bed.onLoop { $0.server.tick() }
        #expect(server.connections == 0)
        try client.startTLS(Clients.session("origin.test"))
        client.send("GET / HTTP/1.1\r\nHost: origin.test\r\n\r\n")
        #expect(client.readMessage() == Self.ok.bytes)
    }

    @Test func `HTTP in clear inside a tunnel is read, however its first bytes come`() throws {
        let server = RawServer(answers: [Self.ok, Self.ok])
        let folder = try TemporaryFolder()
        var settings = ProxyBed.Settings(record: folder.path + "/tape.fita")
        settings.connectTo = ["origin.test:8080:127.0.0.1:\(server.port)"]
        let bed = try ProxyBed(settings)
        let client = try bed.tunnel("origin.test:8080")
        let request = "GET /a HTTP/1.1\r\nHost: origin.test:8080\r\n\r\n"
        for byte in request.utf8 { client.send([byte]) }
        #expect(client.readMessage() == Self.ok.bytes)
        client.send(request)
        #expect(client.readMessage() == Self.ok.bytes)
        #expect(server.messages.map { text($0) } == [request, request])
        bed.stop()
        let exchange = try #require(try Tape.exchanges(folder.path + "/tape.fita").first)
        #expect(exchange.ingress == .connectPlain)
        #expect(exchange.origin == ServerOrigin(scheme: .http, host: "origin.test", port: 8080))
    }

    @Test func `a request that comes with its CONNECT is read`() throws {
        let server = RawServer(answers: [Self.ok])
        var settings = ProxyBed.Settings()
        settings.connectTo = ["origin.test:8080:127.0.0.1:\(server.port)"]
        let bed = try ProxyBed(settings)
        let client = try bed.client()
        let request = "GET /a HTTP/1.1\r\nHost: origin.test:8080\r\n\r\n"
        client.send("CONNECT origin.test:8080 HTTP/1.1\r\nHost: origin.test:8080\r\n\r\n" + request)
        #expect(text(client.read(through: "\r\n\r\n")) == "HTTP/1.1 200 Connection Established\r\n\r\n")
        #expect(client.readMessage() == Self.ok.bytes)
    }

    @Test func `an upgrade becomes a tunnel, and each side's end reaches the other`() throws {
        for isSecure in [false, true] {
            let server = RawServer(authority: isSecure ? Authorities.origin : nil) { connection, server in
                guard let head = connection.read(through: "\r\n\r\n") else { return }
                server.log(head)
                connection.send(
                    "HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\nhello\n")
                while let line = connection.read(through: "\n") { connection.send(line) }
                server.note("\(connection.end.map { "\($0)" } ?? "")")
            }
            let bed = try ProxyBed(ProxyBed.Settings(http: server.port, https: server.port))
            let client = isSecure ? try bed.secureTunnel() : try bed.client()
            let fields = " HTTP/1.1\r\nHost: origin.test\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n"
            // The client sends ahead: what follows the head is the tunnel's.
            client.send("GET \(isSecure ? "" : "http://origin.test")/ws\(fields)early\n")
            #expect(
                text(client.read(through: "\r\n\r\n"))
                    == "HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n")
            #expect(text(client.read(through: "\n")) == "hello\n")
            #expect(text(client.read(through: "\n")) == "early\n")
            client.send("\u{1}\u{2}\n")
            #expect(text(client.read(through: "\n")) == "\u{1}\u{2}\n")
            client.endWriting()
            #expect(client.readAll() == [])
            #expect(client.end == .finished)
            #expect(bed.eventually { _ in server.notes.count == 1 })
            #expect(server.notes == ["finished"])
            #expect(server.messages.map { text($0) } == ["GET /ws\(fields)"])
        }
    }

    @Test(arguments: [false, true])
    func `an upgrade to what is no WebSocket passes as bytes, and the tape has their count`(isSecure: Bool) throws {
        // What would be frames of a WebSocket, whole and broken.
        let server = RawServer(authority: isSecure ? Authorities.origin : nil) { connection, server in
            _ = connection.read(through: "\r\n\r\n")
            connection.send("HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x/1\r\n\r\n")
            connection.send([0x81, 2, 0x68, 0x69])
            server.log(connection.read(6))
            connection.send([0xFF, 0xFF, 0])
            server.log(connection.readAll())
        }
        let folder = try TemporaryFolder()
        let path = folder.path + "/tape.fita"
        let bed = try ProxyBed(ProxyBed.Settings(http: server.port, https: server.port, record: path))
        let client = isSecure ? try bed.secureTunnel() : try bed.client()
        client.send(
            "GET \(isSecure ? "" : "http://origin.test")/x HTTP/1.1\r\nHost: origin.test\r\nConnection: Upgrade\r\n"
                + "Upgrade: x/1\r\n\r\n")
        #expect(text(client.read(through: "\r\n\r\n")).hasPrefix("HTTP/1.1 101 "))
        #expect(client.read(4) == [0x81, 2, 0x68, 0x69])
        client.send([0x81, 0, 0xFE, 0, 0x0D, 0x0A])
        #expect(client.read(3) == [0xFF, 0xFF, 0])
        client.send([7])
        client.endWriting()
        #expect(client.readAll() == [])
        #expect(server.messages == [[0x81, 0, 0xFE, 0, 0x0D, 0x0A], [7]])
        bed.stop()
        let exchange = try #require(try Tape.exchanges(path).first)
        #expect(exchange.response?.head.status == 101)
        #expect(exchange.end == .tunnelClosed)
        #expect(exchange.tunnel == TunnelCount(sent: 7, received: 7))
        #expect(exchange.frames.isEmpty)
    }

    @Test func `a client that ends its half with its upgrade is not kept open`() throws {
        let server = RawServer { connection, server in
            _ = connection.read(through: "\r\n\r\n")
            connection.send("HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\n\r\n")
            server.log(connection.readAll())
            connection.send("bye")
        }
        let bed = try ProxyBed(ProxyBed.Settings(http: server.port))
        let client = try bed.client()
        client.send(
            "GET http://origin.test/ HTTP/1.1\r\nHost: origin.test\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\nall")
        client.endWriting()
        #expect(text(client.readAll()) == "HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\n\r\nbye")
        #expect(server.messages.map { text($0) } == ["all"])
    }

    @Test func `an upgrade that the origin declines is an exchange as any`() throws {
        let decline = RawAnswer("HTTP/1.1 426 Upgrade Required\r\nContent-Length: 0\r\n\r\n")
        let server = RawServer(answers: [decline, Self.ok])
        let bed = try ProxyBed(ProxyBed.Settings(http: server.port))
        let client = try bed.client()
        client.send(
            "GET http://origin.test/ws HTTP/1.1\r\nHost: origin.test\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n"
        )
        #expect(client.readMessage() == decline.bytes)
        client.send("GET http://origin.test/ HTTP/1.1\r\nHost: origin.test\r\n\r\n")
        #expect(client.readMessage() == Self.ok.bytes)
    }

    @Test func `a tunnel to nowhere is cut`() throws {
        let server = RawServer { _, _ in }
        server.stop()
        let bed = try ProxyBed(ProxyBed.Settings(https: server.port))
        let client = try bed.tunnel()
        client.send("!\n")
        #expect(client.readAll() == [])
        #expect(bed.eventually { $0.server.openConnections == 0 })
    }

    @Test func `a client that does not trust fita is told of`() throws {
        let bed = try ProxyBed()
        let client = try bed.tunnel()
        let trust = try Clients.distrusting("origin.test")
        #expect(throws: RawConnection.Failure.self) { try client.startTLS(trust) }
        #expect(bed.eventually { !$0.tlsFailures.isEmpty })
        #expect(bed.onLoop { $0.tlsFailures.first }??.hasPrefix("origin.test: ") == true)
        #expect(bed.eventually { $0.server.openConnections == 0 })
    }
}
