import CassetteFormat
import Cryptography
import Foundation
import HTTP2Wire
import HTTPModel
import LoopbackPeers
import Origins
import Platform
import Sockets
import Testing

@testable import ProxyCore
@testable import ProxyRuntime

/// Connections that the system redirected. What the system says of them is made up here; `Scripts/checks/transparent`
/// has it from a kernel.
@Suite struct TransparentTests {
    private static let ok = RawAnswer("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
    private static let address: [UInt8] = [192, 0, 2, 80]

    private func text(_ bytes: [UInt8]?) -> String { bytes.map { String(decoding: $0, as: UTF8.self) } ?? "nothing" }

    /// A proxy whose redirected connections were all bound for this port of 192.0.2.80, which leads to the server.
    private func bed(
        _ port: UInt16, leadsTo server: UInt16, record: String? = nil, address: [UInt8] = Self.address
    ) throws -> ProxyBed {
        var settings = ProxyBed.Settings(record: record, secondsAhead: 3_600)
        settings.connectTo = ["192.0.2.80:\(port):127.0.0.1:\(server)"]
        settings.configure = {
            $0.transparentListen = Endpoint(address: "127.0.0.1", port: 0)
            $0.originalDestination = { _ in OriginalDestination(address: address, port: port) }
        }
        return try ProxyBed(settings)
    }

    private func client(_ bed: ProxyBed) throws -> RawConnection {
        try RawConnection(to: bed.onLoop { $0.server.transparentEndpoint?.port ?? 0 } ?? 0)
    }

    @Test func `a request in clear goes to the address and is taped under the host it names`() throws {
        let server = RawServer(answers: [Self.ok, Self.ok])
        let folder = try TemporaryFolder()
        let bed = try bed(80, leadsTo: server.port, record: folder.path + "/tape.fita")
        let request = "GET /a HTTP/1.1\r\nHost: ads.test\r\n\r\n"
        let client = try client(bed)
        for byte in Array(request.utf8) { client.send([byte]) }
        #expect(text(client.readMessage()).hasSuffix("ok"))
        client.send("GET /b HTTP/1.1\r\nHost: 192.0.2.80\r\n\r\n")
        #expect(text(client.readMessage()).hasSuffix("ok"))
        bed.stop()
        #expect(server.messages.first == Array(request.utf8))
        let exchanges = try Tape.exchanges(folder.path + "/tape.fita")
        #expect(exchanges.map(\.ingress) == [.transparent, .transparent])
        #expect(exchanges.map(\.origin.text) == ["http://ads.test", "http://192.0.2.80"])
        #expect(exchanges.allSatisfy { $0.notes.isEmpty })
    }

    @Test func `TLS is taken up under the name it asks for, and the server there must prove that name`() throws {
        guard OpenSSLServer.isThere else { return print("openssl is not there") }
        let folder = try TemporaryFolder()
        try OpenSSLServer.certificate(in: folder)
        let server = try OpenSSLServer(folder.path, [])
        let bed = try bed(443, leadsTo: server.port, record: folder.path + "/tape.fita")
        for (name, status) in [("origin.test", "200"), ("other.test", "502")] {
            let client = try client(bed)
            try client.startTLS(Clients.session(name))
            client.send("GET / HTTP/1.1\r\nHost: \(name)\r\n\r\n")
            #expect(text(client.read(through: "\r\n\r\n")).split(separator: " ")[1] == status)
        }
        bed.stop()
        let exchanges = try Tape.exchanges(folder.path + "/tape.fita")
        #expect(exchanges.map(\.origin.text) == ["https://origin.test", "https://other.test"])
        #expect(exchanges.map(\.ingress) == [.transparent, .transparent])
        guard case .originUnreachable("tls", _)? = exchanges.last?.end else {
            return #expect(Bool(false), "\(String(describing: exchanges.last?.end))")
        }
    }

    @Test func `HTTP/2 is agreed on as in a tunnel`() throws {
        let server = RawServer(authority: Authorities.origin, answers: [Self.ok])
        let bed = try bed(443, leadsTo: server.port)
        let client = try client(bed)
        try client.startTLS(Clients.session("origin.test", protocols: ["h2"]))
        let peer = HTTP2Peer(client, .client)
        #expect(peer.answer(peer.ask("/")).text == "ok")
    }

    @Test func `bytes of another kind pass unread, and nothing was asked`() throws {
        let server = RawServer { connection, _ in
            while let line = connection.read(through: "\n") { connection.send(line) }
        }
        let folder = try TemporaryFolder()
        let bed = try bed(9000, leadsTo: server.port, record: folder.path + "/tape.fita")
        let client = try client(bed)
        client.send("\u{1}hello\n")
        #expect(text(client.read(through: "\n")) == "\u{1}hello\n")
        client.close()
        #expect(bed.eventually { $0.server.openConnections == 0 })
        bed.stop()
        let exchange = try #require(try Tape.exchanges(folder.path + "/tape.fita").first)
        #expect(exchange.ingress == .tunnel)
        #expect(exchange.request.headBytes == [])
        #expect(exchange.tunnel == TunnelCount(sent: 7, received: 7))
    }

    @Test(arguments: [
        ("ads.test", 80, nil as String?, nil as String?),
        ("ads.test:8080", 8080, nil, nil),
        ("192.0.2.80", 80, nil, nil),
        ("192.0.2.81", 80, nil, "the request names 192.0.2.81, its connection was bound for 192.0.2.80:80"),
        ("ads.test:81", 80, nil, "the request names ads.test:81, its connection was bound for 192.0.2.80:80"),
        ("ads.test", 8080, nil, "the request names ads.test, its connection was bound for 192.0.2.80:8080"),
        ("origin.test", 443, "origin.test", nil),
        ("front.test", 443, "origin.test", "the request names front.test, its TLS named origin.test"),
    ])
    func `a request that names another place than its connection is noted, and goes where it was bound`(
        host: String, port: UInt16, serverName: String?, note: String?
    ) throws {
        let server = RawServer(authority: serverName == nil ? nil : Authorities.origin, answers: [Self.ok])
        let folder = try TemporaryFolder()
        let bed = try bed(port, leadsTo: server.port, record: folder.path + "/tape.fita")
        let client = try client(bed)
        if let serverName { try client.startTLS(Clients.session(serverName)) }
        client.send("GET / HTTP/1.1\r\nHost: \(host)\r\n\r\n")
        #expect(text(client.readMessage()).hasSuffix("ok"))
        bed.stop()
        let exchange = try #require(try Tape.exchanges(folder.path + "/tape.fita").first)
        #expect(exchange.notes == [note].compactMap { $0 })
    }

    @Test func `what was bound for fita itself, and what was not redirected, is refused with a page`() throws {
        var settings = ProxyBed.Settings()
        settings.configure = {
            $0.transparentListen = Endpoint(address: "127.0.0.1", port: 0)
            $0.originalDestination = { stream in
                stream.localEndpoint.map { OriginalDestination(address: [127, 0, 0, 1], port: $0.port) }
            }
        }
        let folder = try TemporaryFolder()
        settings.record = folder.path + "/tape.fita"
        let looped = try ProxyBed(settings)
        let first = try client(looped)
        first.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
        #expect(text(first.readMessage()).hasPrefix("HTTP/1.1 508 "))
        let tls = try client(looped)
        tls.send([0x16, 3, 1, 0, 5])
        #expect(tls.readAll() == [])
        #expect(looped.onLoop { $0.live.connects } == 0)
        looped.stop()
        let ends = try Tape.exchanges(folder.path + "/tape.fita").map(\.end)
        #expect(ends == [.refused(DestinationRefusal.itself.text), .refused(DestinationRefusal.itself.text)])

        settings.record = nil
        settings.configure = { $0.transparentListen = Endpoint(address: "127.0.0.1", port: 0) }
        let straight = try ProxyBed(settings)
        let second = try client(straight)
        second.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
        // The kernel of a machine that tracks connections says where this one was bound: to fita itself.
        let answer = text(second.readMessage())
        #expect(answer.hasPrefix("HTTP/1.1 403 ") || answer.hasPrefix("HTTP/1.1 508 "))
    }

    @Test(arguments: ["GET / HTTP/1.1\r\nHost: x\r\n\r\n", "\u{1}\u{2}", "CONNECT x:1 HTTP/1.1\r\nHost: x\r\n\r\n"])
    func `fita's own connection that comes back is known and ended`(bytes: String) throws {
        // As a rule that redirects all connections of the machine would do it.
        let port = ProxyBed.freePort()
        var settings = ProxyBed.Settings()
        settings.configure = {
            $0.transparentListen = Endpoint(address: "127.0.0.1", port: port)
            $0.originalDestination = { _ in OriginalDestination(address: [127, 0, 0, 1], port: port) }
        }
        let bed = try ProxyBed(settings)
        _ = bed.onLoop { $0.destinations.ownPorts = [] }
        let client = try client(bed)
        client.send(bytes)
        let answer = text(client.readAll())
        if bytes.hasPrefix("GET") { #expect(answer.hasPrefix("HTTP/1.1 508 ")) } else { #expect(answer == "") }
        #expect(bed.onLoop { $0.live.connects } == 1)
        #expect(bed.eventually { $0.server.openConnections == 0 })
    }

    /// Systems give one port to several connections, where they lead to different places.
    @Test func `a port that fita uses too does not make a client fita's own`() throws {
        let guardian = DestinationGuard(instance: "0")
        let here = try #require(NetworkAddress("127.0.0.1"))
        let from = DestinationGuard.Place(here, 40_000)
        let to = DestinationGuard.Place(here, 80)
        guardian.opened(from: from, to: to)
        #expect(guardian.isOwn(from: from, to: to))
        #expect(!guardian.isOwn(from: from, to: DestinationGuard.Place(here, 81)))
        guardian.closed(from: from, to: to)
        #expect(!guardian.isOwn(from: from, to: to))
    }
}
