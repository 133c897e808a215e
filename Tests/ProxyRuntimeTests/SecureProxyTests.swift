import CassetteFormat
import Cryptography
import Foundation
import HTTP2Wire
import HTTPModel
import LoopbackPeers
import ProxyCore
import TestMaterial
import Testing

@testable import ProxyRuntime

/// TLS with the proxy itself, over which it is asked by HTTP/1.1 or HTTP/2, tunnels included.
@Suite struct SecureProxyTests {
    private struct Scene {
        let plain: RawServer
        let secure: RawServer
        let folder: TemporaryFolder
        let bed: ProxyBed

        init(_ configure: @escaping @Sendable (inout ProxyServerConfiguration) -> Void = { _ in }) throws {
            func server(_ authority: CertificateAuthority?) -> RawServer {
                RawServer(authority: authority) { connection, server in
                    while let request = connection.readMessage() {
                        server.log(request)
                        connection.send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
                    }
                }
            }
            plain = server(nil)
            secure = server(Authorities.origin)
            folder = try TemporaryFolder()
            var settings = ProxyBed.Settings(
                http: plain.port, https: secure.port, record: folder.path + "/tape.fita")
            settings.configure = configure
            bed = try ProxyBed(settings)
        }

        func client() throws -> RawConnection { try SecureProxyTests.client(bed, ["http/1.1"]) }

        func http2() throws -> HTTP2Peer { try SecureProxyTests.http2(bed) }

        func ways() throws -> [String] {
            bed.stop()
            return try Tape.exchanges(folder.path + "/tape.fita").map { "\($0.ingress) \($0.origin.text) \($0.end)" }
        }
    }

    /// A client that has taken up TLS with the proxy.
    private static func client(_ bed: ProxyBed, _ protocols: [String]) throws -> RawConnection {
        let client = try bed.client()
        try client.startTLS(Clients.session("127.0.0.1", protocols: protocols))
        return client
    }

    private static func http2(_ bed: ProxyBed) throws -> HTTP2Peer { HTTP2Peer(try client(bed, ["h2"]), .client) }

    /// Asks for a tunnel; gives its stream.
    private func connect(_ peer: HTTP2Peer, _ authority: String, _ fields: [HTTP2Field] = []) throws -> Int32 {
        let head = [HTTP2Field(":method", "CONNECT"), HTTP2Field(":authority", authority)]
        let id = try #require(peer.session.beginRequest(head + fields, isEnd: false))
        peer.flush()
        return id
    }

    private func send(_ peer: HTTP2Peer, _ id: Int32, _ text: String) {
        Array(text.utf8).withUnsafeBufferPointer { peer.session.sendData(id, $0) }
    }

    /// Waits until the content of a stream is as long.
    private func content(_ peer: HTTP2Peer, _ id: Int32, _ count: Int) -> String {
        while (peer.answers[id]?.content.count ?? 0) < count, peer.answers[id]?.end == nil, let event = peer.next() {
            peer.note(event)
        }
        return peer.answers[id]?.text ?? ""
    }

    @Test func `HTTP/1_1 over TLS with the proxy is what it is in clear`() throws {
        let scene = try Scene()
        let client = try scene.client()
        client.send("GET http://origin.test/a HTTP/1.1\r\nHost: origin.test\r\n\r\n")
        #expect(client.readMessage().map { String(decoding: $0.suffix(2), as: UTF8.self) } == "ok")
        client.send("CONNECT origin.test:80 HTTP/1.1\r\nHost: origin.test:80\r\n\r\n")
        #expect(client.read(through: "\r\n\r\n") == Array("HTTP/1.1 200 Connection Established\r\n\r\n".utf8))
        client.send("GET /b HTTP/1.1\r\nHost: origin.test\r\nConnection: close\r\n\r\n")
        #expect(String(decoding: client.readAll(), as: UTF8.self).hasSuffix("ok"))
        #expect(scene.plain.messages.count == 2)
    }

    @Test(.enabled(if: Curl.isThere, "curl is not installed"))
    func `curl goes through TLS with the proxy, and through TLS inside`() throws {
        let scene = try Scene()
        let authority = scene.folder.path + "/ca.pem"
        try Data(Authorities.proxy.orThrow().certificatePEM).write(to: URL(filePath: authority))
        for url in ["http://origin.test/a", "https://origin.test/b"] {
            let outcome = try Curl.run([
                "-x", "https://127.0.0.1:\(scene.bed.port)", "--proxy-cacert", authority, "--cacert", authority, url,
            ])
            #expect(outcome.output == "ok", "\(outcome.errors)")
        }
        #expect(scene.secure.messages.count == 1)
        #expect(
            try scene.ways() == [
                "absolute http://origin.test complete", "connect https://origin.test complete",
            ])
    }

    @Test func `HTTP/2 asks the proxy for targets and for tunnels, many at once`() throws {
        let scene = try Scene()
        let peer = try scene.http2()
        let head = [
            HTTP2Field(":method", "GET"), HTTP2Field(":scheme", "http"), HTTP2Field(":path", "/a"),
            HTTP2Field(":authority", "origin.test"),
        ]
        let asked = try #require(peer.session.beginRequest(head, isEnd: true))
        peer.flush()
        #expect(peer.answer(asked).text == "ok")
        let tunnels = try (0..<3).map { _ in try connect(peer, "origin.test:80") }
        for (number, id) in tunnels.enumerated() {
            send(peer, id, "GET /\(number) HTTP/1.1\r\nHost: origin.test\r\n\r\n")
        }
        peer.flush()
        for id in tunnels {
            #expect(content(peer, id, 40).hasSuffix("ok"))
            #expect(peer.answers[id]?.status == "200")
        }
        for id in tunnels {
            peer.session.sendEnd(id)
            peer.flush()
            #expect(peer.answer(id).end == .noError)
        }
        #expect(scene.plain.messages.count == 4)
        let inTunnel = "connectPlain http://origin.test complete"
        let ways = try scene.ways().sorted()
        #expect(ways == ["absolute http://origin.test complete", inTunnel, inTunnel, inTunnel])
    }

    @Test func `TLS inside a tunnel of HTTP/2 is intercepted`() throws {
        let scene = try Scene()
        let peer = try scene.http2()
        let id = try connect(peer, "origin.test:443")
        let session = try Clients.session("origin.test")
        func send() {
            session.drainCiphertext { bytes in
                bytes.withMemoryRebound(to: UInt8.self) { peer.session.sendData(id, $0) }
                return bytes.count
            }
            peer.flush()
        }
        _ = session.handshake()
        send()
        var answer = ""
        var hasAsked = false
        while !answer.hasSuffix("ok"), let event = peer.next() {
            guard case .data(id, let bytes) = event else { continue }
            bytes.withUnsafeBytes { session.receive(ciphertext: $0) }
            if !hasAsked, case .finished = session.handshake() {
                hasAsked = true
                _ = Array("GET /b HTTP/1.1\r\nHost: origin.test\r\n\r\n".utf8).withUnsafeBytes {
                    session.write(plaintext: $0)
                }
            }
            send()
            if hasAsked {
                var piece = [UInt8](repeating: 0, count: 4_096)
                let read = piece.withUnsafeMutableBytes { session.readPlaintext(into: $0) }
                if case .bytes(let count) = read { answer += String(decoding: piece[..<count], as: UTF8.self) }
            }
        }
        #expect(answer.hasSuffix("ok"))
        #expect(scene.secure.messages.count == 1)
    }

    @Test func `a tunnel carries more than any window, both ways`() throws {
        let size = 3_000_000
        let server = RawServer { connection, server in
            _ = connection.read(through: "\r\n\r\n")
            server.log(connection.read(size))
            connection.send("HTTP/1.1 200 OK\r\nContent-Length: \(size)\r\n\r\n")
            connection.send([UInt8](repeating: 0x62, count: size))
        }
        let bed = try ProxyBed(ProxyBed.Settings(http: server.port))
        let peer = try Self.http2(bed)
        let id = try connect(peer, "origin.test:80")
        send(peer, id, "POST /big HTTP/1.1\r\nHost: origin.test\r\nContent-Length: \(size)\r\n\r\n")
        [UInt8](repeating: 0x61, count: size).withUnsafeBufferPointer { peer.session.sendData(id, $0) }
        peer.flush()
        let answer = content(peer, id, size + 40)
        #expect(server.messages.first == [UInt8](repeating: 0x61, count: size))
        #expect(answer.utf8.count > size && answer.hasSuffix("bbbb"))
    }

    @Test func `a connection that ends in a tunnel ends its stream, whatever the client does`() throws {
        let scene = try Scene()
        let peer = try scene.http2()
        let id = try connect(peer, "origin.test:80")
        send(peer, id, "GET / HTTP/1.1\r\nHost: origin.test\r\nConnection: close\r\n\r\n")
        peer.flush()
        let answer = peer.answer(id)
        #expect(answer.text.hasSuffix("ok") && answer.end == .noError)
    }

    @Test func `trailers end a tunnel's half as an end does`() throws {
        let scene = try Scene()
        let peer = try scene.http2()
        let id = try connect(peer, "origin.test:80")
        send(peer, id, "GET / HTTP/1.1\r\nHost: origin.test\r\n\r\n")
        peer.flush()
        #expect(content(peer, id, 40).hasSuffix("ok"))
        peer.session.sendEnd(id, trailers: [HTTP2Field("x", "y")])
        peer.flush()
        #expect(peer.answer(id).end == .noError)
    }

    /// An end that looked whole would make a cut answer whole.
    @Test func `a cut inside a tunnel is a cut of its stream`() throws {
        let hasRead = DispatchSemaphore(value: 0)
        let server = RawServer { connection, _ in
            _ = connection.readMessage()
            connection.send("HTTP/1.1 200 OK\r\n\r\npart")
            hasRead.wait()
            connection.reset()
        }
        let bed = try ProxyBed(ProxyBed.Settings(http: server.port))
        let peer = try Self.http2(bed)
        let id = try connect(peer, "origin.test:80")
        send(peer, id, "GET / HTTP/1.1\r\nHost: origin.test\r\n\r\n")
        peer.flush()
        #expect(content(peer, id, 20).hasSuffix("part"))
        hasRead.signal()
        #expect(peer.answer(id).end == .connectError)
    }

    @Test func `who may not use the proxy is told so over HTTP/2 too`() throws {
        let scene = try Scene {
            $0.admission.credentials = ProxyCredentials(name: Array("qa".utf8), password: Array("secret".utf8))
        }
        let peer = try scene.http2()
        let id = try connect(peer, "origin.test:80")
        #expect(peer.answer(id).status == "407")
        let right = HTTP2Field("proxy-authorization", "Basic cWE6c2VjcmV0")
        let granted = try connect(peer, "origin.test:80", [right])
        send(peer, granted, "GET / HTTP/1.1\r\nHost: origin.test\r\n\r\n")
        peer.flush()
        #expect(content(peer, granted, 40).hasSuffix("ok"))
        #expect(scene.plain.messages.count == 1)
    }
}
