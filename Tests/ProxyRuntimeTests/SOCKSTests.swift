import CassetteFormat
import Cryptography
import Foundation
import HTTPModel
import LoopbackPeers
import Origins
import Sockets
import Testing

@testable import ProxyRuntime

/// Clients that come by SOCKS 5.
@Suite struct SOCKSTests {
    private static let ok = RawAnswer("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
    private static let granted: [UInt8] = [5, 0, 0, 1, 0, 0, 0, 0, 0, 0]

    private func text(_ bytes: [UInt8]?) -> String { bytes.map { String(decoding: $0, as: UTF8.self) } ?? "nothing" }

    static func request(_ host: String, _ port: UInt16) -> [UInt8] {
        [5, 1, 0, 3, UInt8(host.utf8.count)] + Array(host.utf8) + [UInt8(port >> 8), UInt8(port & 0xFF)]
    }

    /// A client whose way to the server was granted.
    static func client(_ bed: ProxyBed, _ host: String = "origin.test", port: UInt16 = 443) throws -> RawConnection {
        let client = try bed.client()
        client.send([5, 1, 0])
        guard client.read(2) == [5, 0] else { throw RawConnection.Failure(description: "the greeting was not taken") }
        client.send(request(host, port))
        guard client.read(10) == granted else { throw RawConnection.Failure(description: "the way was not granted") }
        return client
    }

    @Test func `HTTP in clear, TLS and bytes of another kind pass as behind CONNECT and are taped`() throws {
        let clear = RawServer(answers: [Self.ok])
        let secure = RawServer(authority: Authorities.origin, answers: [Self.ok])
        let other = RawServer { connection, _ in
            while let line = connection.read(through: "\n") { connection.send(line) }
        }
        let folder = try TemporaryFolder()
        var settings = ProxyBed.Settings(http: clear.port, https: secure.port, record: folder.path + "/tape.fita")
        settings.connectTo = ["origin.test:9000:127.0.0.1:\(other.port)"]
        let bed = try ProxyBed(settings)
        let first = try Self.client(bed, port: 80)
        first.send("GET /clear HTTP/1.1\r\nHost: origin.test\r\n\r\n")
        #expect(text(first.readMessage()).hasSuffix("ok"))
        let second = try Self.client(bed)
        try second.startTLS(Clients.session("origin.test"))
        second.send("GET /secure HTTP/1.1\r\nHost: origin.test\r\n\r\n")
        #expect(text(second.readMessage()).hasSuffix("ok"))
        let third = try Self.client(bed, port: 9000)
        third.send("\u{1}hello\n")
        #expect(text(third.read(through: "\n")) == "\u{1}hello\n")
        third.close()
        #expect(bed.eventually { $0.server.openConnections == 2 })
        bed.stop()
        let exchanges = try Tape.exchanges(folder.path + "/tape.fita")
        try #require(exchanges.count == 3)
        #expect(exchanges.map(\.ingress) == [.socks, .socks, .tunnel])
        #expect(
            exchanges.map(\.origin.text) == ["http://origin.test", "https://origin.test", "https://origin.test:9000"])
        #expect(exchanges[0].request.head?.targetBytes.elementsEqual("/clear".utf8) == true)
        #expect(exchanges[2].request.headBytes == Self.request("origin.test", 9000))
        #expect(exchanges[2].tunnel == TunnelCount(sent: 7, received: 7))
    }

    @Test func `an opening and a request sent in one piece are read, and split at each byte`() throws {
        let opening = [5, 1, 0] + Self.request("origin.test", 80)
        let request = Array("GET / HTTP/1.1\r\nHost: origin.test\r\nConnection: close\r\n\r\n".utf8)
        let server = RawServer(answers: [Self.ok, Self.ok])
        let bed = try ProxyBed(ProxyBed.Settings(http: server.port))
        let whole = try bed.client()
        whole.send(opening + request)
        #expect(whole.read(12) == [5, 0] + Self.granted)
        #expect(text(whole.readMessage()).hasSuffix("ok"))
        let split = try bed.client()
        for byte in opening + request { split.send([byte]) }
        #expect(split.read(12) == [5, 0] + Self.granted)
        #expect(text(split.readMessage()).hasSuffix("ok"))
        #expect(server.messages == [request, request])
    }

    @Test func `what is not served is refused in SOCKS's own words and stands on the tape`() throws {
        let folder = try TemporaryFolder()
        let bed = try ProxyBed(ProxyBed.Settings(record: folder.path + "/tape.fita"))
        let bind = try bed.client()
        bind.send([5, 1, 0, 5, 2, 0, 1, 127, 0, 0, 1, 0, 80])
        #expect(bind.readAll() == [5, 0, 5, 7, 0, 1, 0, 0, 0, 0, 0, 0])
        let older = try bed.client()
        older.send([4, 1, 0, 80, 127, 0, 0, 1, 0])
        #expect(older.readAll() == [0, 91, 0, 0, 0, 0, 0, 0])
        bed.stop()
        let exchanges = try Tape.exchanges(folder.path + "/tape.fita")
        #expect(exchanges.map(\.ingress) == [.socks, .socks])
        #expect(exchanges.first?.request.headBytes == [5, 2, 0, 1, 127, 0, 0, 1, 0, 80])
        #expect(exchanges.first?.end == .refused("BIND is not served, only CONNECT is"))
        #expect(bed.onLoop { $0.live.connects } == nil)
    }

    @Test func `an opening that is not finished is given up in time, and so is one that does not begin`() throws {
        let bed = try ProxyBed()
        let slow = try bed.client()
        slow.send([5])
        let silent = try bed.client()
        #expect(
            bed.eventually { parts in
                parts.server.openClients.contains { if case .socks = $0.mode { true } else { false } }
                    && parts.server.openConnections == 2
            })
        for _ in 0..<25 { _ = bed.onLoop { $0.server.tick() } }
        #expect(slow.readAll() == [])
        #expect(silent.readAll() == [])
        #expect(bed.eventually { $0.server.openConnections == 0 })
    }

    @Test func `an address for SOCKS alone hears nothing else, beside a reverse proxy too`() throws {
        let server = RawServer(answers: [Self.ok])
        var settings = ProxyBed.Settings(http: server.port)
        settings.reverse = ServerOrigin(scheme: .http, host: "other.test", port: 80)
        settings.configure = { $0.socksListen = Endpoint(address: "127.0.0.1", port: 0) }
        let bed = try ProxyBed(settings)
        let port = try #require(bed.onLoop { $0.server.socksEndpoint?.port } ?? nil)
        let client = try RawConnection(to: port)
        client.send([5, 1, 0] + Self.request("origin.test", 80))
        #expect(client.read(12) == [5, 0] + Self.granted)
        client.send("GET / HTTP/1.1\r\nHost: origin.test\r\n\r\n")
        #expect(text(client.readMessage()).hasSuffix("ok"))
        let other = try RawConnection(to: port)
        other.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
        #expect(other.readAll() == [])
        let reverse = try bed.client()
        reverse.send([5, 1, 0])
        reverse.endWriting()
        #expect(!reverse.readAll().starts(with: [5]))
    }

    @Test func `curl comes by SOCKS, in clear and over TLS`() throws {
        guard Curl.isThere else { return print("curl is absent: \(#function) tests nothing") }
        let clear = RawServer(answers: [Self.ok])
        let secure = RawServer(authority: Authorities.origin, answers: [Self.ok, Self.ok])
        let bed = try ProxyBed(ProxyBed.Settings(http: clear.port, https: secure.port))
        let folder = try TemporaryFolder()
        let authority = try folder.file("ca.pem", Authorities.proxy.orThrow().certificatePEM)
        let options = ["-x", "socks5h://127.0.0.1:\(bed.port)", "--cacert", authority]
        #expect(try Curl.run(options + ["http://origin.test/x"]).output == "ok")
        #expect(try Curl.run(options + ["https://origin.test/x"]).output == "ok")
        #expect(try Curl.run(options + ["-U", "any:thing", "https://origin.test/x"]).output == "ok")
        #expect(try Curl.run(["-x", "socks4a://127.0.0.1:\(bed.port)", "http://origin.test/"]).status == 97)
    }
}
