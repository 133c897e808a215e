import CassetteFormat
import CassetteStore
import Cryptography
import HTTP2Wire
import HTTPModel
import LoopbackPeers
import Testing

@testable import ProxyRuntime

/// WebSocket connections on streams of HTTP/2 (RFC 8441), to origins of either version.
@Suite struct WebSocketOverHTTP2Tests {
    private static let head = [
        HTTP2Field(":method", "CONNECT"), HTTP2Field(":protocol", "websocket"), HTTP2Field(":scheme", "https"),
        HTTP2Field(":path", "/live"), HTTP2Field(":authority", "origin.test"),
        HTTP2Field("sec-websocket-version", "13"),
    ]
    /// "hi" masked with nothing, and "ho".
    private static let fromClient: [UInt8] = [0x81, 0x82, 0, 0, 0, 0] + Array("hi".utf8)
    private static let fromServer: [UInt8] = [0x81, 2] + Array("ho".utf8)

    /// Asks for a WebSocket, waits for the grant, sends a frame, reads one, and ends its half.
    private func talk(_ peer: HTTP2Peer, early: Bool = false) throws -> HTTP2Peer.Answer {
        let id = try #require(peer.session.beginRequest(Self.head, isEnd: false))
        let say = {
            Self.fromClient.withUnsafeBufferPointer { peer.session.sendData(id, $0) }
            peer.flush()
        }
        if early { say() }
        peer.flush()
        var hasEnded = false
        while let event = peer.next() {
            peer.note(event)
            if case .head = event, !early { say() }
            if !hasEnded, peer.answers[id]?.content == Self.fromServer {
                hasEnded = true
                peer.session.sendEnd(id)
                peer.flush()
            }
            if case .closed(id, _, _) = event { break }
        }
        return peer.answers[id] ?? HTTP2Peer.Answer()
    }

    /// Grants WebSockets over HTTP/2, answers a frame with one, and ends when the client does.
    private static func serve(_ connection: RawConnection, _ server: RawServer) {
        let peer = HTTP2Peer(connection, .server)
        var content: [UInt8] = []
        while let event = peer.next() {
            switch event {
            case .head(let id, let fields, let isEnd):
                server.note("\(fields.map { String(decoding: $0.value, as: UTF8.self) }) \(isEnd)")
                peer.session.sendHead(id, [HTTP2Field(":status", "200")], isEnd: false)
            case .data(let id, let bytes):
                content += bytes
                if content == fromClient { fromServer.withUnsafeBufferPointer { peer.session.sendData(id, $0) } }
            case .end(let id):
                server.note("the client has ended")
                peer.session.sendEnd(id)
            default: break
            }
            peer.flush()
        }
    }

    /// Answers an upgrade of HTTP/1.1, with the right answer to its key or another.
    private static func upgrade(_ connection: RawConnection, _ server: RawServer, answersKey: Bool = true) {
        guard let head = connection.read(through: "\r\n\r\n") else { return }
        server.log(head)
        let lines = String(decoding: head, as: UTF8.self).split(separator: "\r\n")
        let key = lines.first { $0.hasPrefix("sec-websocket-key: ") }?.dropFirst(19) ?? ""
        let digest = SHA1.digest(Array((key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11").utf8))
        let accept = answersKey ? Base64Text.encoded(digest) : Array("x".utf8)
        connection.send("HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n")
        connection.send(Array("Sec-WebSocket-Accept: ".utf8) + accept + Array("\r\n\r\n".utf8))
        server.log(connection.read(fromClient.count))
        connection.send(fromServer)
        _ = connection.readAll()
        connection.close()
    }

    private func check(_ path: String) throws -> Exchange {
        let exchange = try #require(try Tape.exchanges(path).first)
        try TapeFile.pack(path)
        let packed = try #require(try Tape.exchanges(path).first)
        for exchange in [exchange, packed] {
            #expect(exchange.end == .tunnelClosed)
            #expect(exchange.tunnel == TunnelCount(sent: Self.fromClient.count, received: Self.fromServer.count))
            #expect(exchange.frames.map(\.isFromClient) == [true, false])
            #expect(exchange.frames.map(\.body.payload) == [Array("hi".utf8), Array("ho".utf8)])
            let order = Self.head.prefix(5).map { String(decoding: $0.name, as: UTF8.self) }
            #expect(exchange.requestHTTP2?.pseudoFields == order)
            #expect(exchange.response?.head.status == 101)
        }
        return packed
    }

    @Test(arguments: [false, true])
    func `a WebSocket passes over HTTP/2 through and through, and its frames are on the tape`(early: Bool) throws {
        let server = RawServer(authority: Authorities.origin, protocols: ["h2"]) { Self.serve($0, $1) }
        let folder = try TemporaryFolder()
        let path = folder.path + "/t.fita"
        let bed = try ProxyBed(ProxyBed.Settings(https: server.port, record: path))
        let answer = try talk(bed.http2(), early: early)
        #expect(answer.head == [HTTP2Field(":status", "200")])
        #expect(answer.content == Self.fromServer)
        #expect(answer.end == .noError)
        bed.stop()
        #expect(
            server.notes == [
                #"["CONNECT", "websocket", "https", "/live", "origin.test", "13"] false"#, "the client has ended",
            ])
        let exchange = try check(path)
        #expect(exchange.responseHTTP2 != nil && exchange.notes == [])
    }

    @Test(arguments: [false, true])
    func `an origin of HTTP/1.1 is asked with a key of our own`(early: Bool) throws {
        let server = RawServer(authority: Authorities.origin) { Self.upgrade($0, $1) }
        let folder = try TemporaryFolder()
        let path = folder.path + "/t.fita"
        let bed = try ProxyBed(ProxyBed.Settings(https: server.port, record: path))
        let answer = try talk(bed.http2(), early: early)
        #expect(answer.head == [HTTP2Field(":status", "200")])
        #expect(answer.content == Self.fromServer)
        bed.stop()
        let asked = String(decoding: server.messages.first ?? [], as: UTF8.self)
        #expect(
            asked.hasPrefix(
                "GET /live HTTP/1.1\r\nhost: origin.test\r\nsec-websocket-version: 13\r\nconnection: upgrade\r\n"
                    + "upgrade: websocket\r\nsec-websocket-key: "))
        #expect(server.messages.last == Self.fromClient)
        let exchange = try check(path)
        #expect(exchange.responseHTTP2 == nil)
        #expect(exchange.notes == ["fita asked with a Sec-WebSocket-Key of its own: over HTTP/2 there is none."])
    }

    private static let asked =
        "GET /live HTTP/1.1\r\nHost: origin.test\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
        + "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"

    @Test func `a client of HTTP/1.1 gets its WebSocket from an origin that speaks HTTP/2 alone`() throws {
        let server = RawServer(authority: Authorities.origin, protocols: ["h2"]) { Self.serve($0, $1) }
        let folder = try TemporaryFolder()
        let path = folder.path + "/t.fita"
        let bed = try ProxyBed(ProxyBed.Settings(https: server.port, record: path))
        let client = try bed.secureTunnel()
        client.send(Self.asked)
        // The example of RFC 6455 §1.3.
        let granted =
            "HTTP/1.1 101 \r\nsec-websocket-accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\nconnection: upgrade\r\n"
            + "upgrade: websocket\r\n\r\n"
        #expect(client.read(granted.utf8.count) == Array(granted.utf8))
        client.send(Self.fromClient)
        #expect(client.read(Self.fromServer.count) == Self.fromServer)
        client.endWriting()
        #expect(client.readAll() == [])
        bed.stop()
        #expect(server.notes.contains(#"["CONNECT", "websocket", "https", "origin.test", "/live", "13"] false"#))
        let exchange = try #require(try Tape.exchanges(path).first)
        #expect(exchange.end == .tunnelClosed && exchange.requestHTTP2 == nil && exchange.responseHTTP2 != nil)
        #expect(exchange.frames.map(\.body.payload) == [Array("hi".utf8), Array("ho".utf8)])
        #expect(exchange.notes == ["The Sec-WebSocket-Accept is fita's: over HTTP/2 there is none."])
    }

    @Test func `an origin that speaks HTTP/2 alone and takes no WebSocket is asked once, and its client told`() throws {
        let server = RawServer(authority: Authorities.origin, protocols: ["h2"]) { connection, _ in
            connection.send([0, 0, 0, 4, 0, 0, 0, 0, 0])
            _ = connection.readAll()
        }
        let bed = try ProxyBed(ProxyBed.Settings(https: server.port))
        let client = try bed.secureTunnel()
        client.send(Self.asked)
        #expect(String(decoding: client.readMessage() ?? [], as: UTF8.self).hasPrefix("HTTP/1.1 502 "))
        #expect(try talk(bed.http2()).status == "502")
    }

    @Test func `a wrong answer to our key is no WebSocket`() throws {
        let server = RawServer(authority: Authorities.origin) { Self.upgrade($0, $1, answersKey: false) }
        let bed = try ProxyBed(ProxyBed.Settings(https: server.port))
        let answer = try talk(bed.http2())
        #expect(answer.status == "502")
        #expect(answer.text.contains("Sec-WebSocket-Accept does not answer the key"))
    }

    @Test func `an origin whose HTTP/2 takes no WebSocket is asked over HTTP/1.1`() throws {
        let server = RawServer(authority: Authorities.origin, protocols: ["h2", "http/1.1"]) { connection, server in
            guard connection.agreed == "h2" else { return Self.upgrade(connection, server) }
            // Settings that say nothing.
            connection.send([0, 0, 0, 4, 0, 0, 0, 0, 0])
            _ = connection.readAll()
        }
        let bed = try ProxyBed(ProxyBed.Settings(https: server.port))
        let peer = try bed.http2()
        #expect(try talk(peer).content == Self.fromServer)
        #expect(server.connections == 2)
        // From then on it is asked so at once.
        #expect(try talk(bed.http2()).content == Self.fromServer)
        #expect(server.connections == 3)
    }

    @Test func `an origin that ends before it has said anything is told as such`() throws {
        let server = RawServer(authority: Authorities.origin, protocols: ["h2"]) { connection, _ in
            _ = connection.read(24)
            connection.close()
        }
        let bed = try ProxyBed(ProxyBed.Settings(https: server.port))
        #expect(try talk(bed.http2()).status == "502")
    }

    @Test func `a refusal passes as the answer that it is`() throws {
        let server = RawServer(authority: Authorities.origin, protocols: ["h2"]) { connection, _ in
            let peer = HTTP2Peer(connection, .server)
            while let event = peer.next() {
                if case .head(let id, _, _) = event { peer.answer(id, [HTTP2Field(":status", "403")], "no") }
                peer.flush()
            }
        }
        let folder = try TemporaryFolder()
        let path = folder.path + "/t.fita"
        let bed = try ProxyBed(ProxyBed.Settings(https: server.port, record: path))
        let answer = try talk(bed.http2())
        #expect(answer.status == "403" && answer.text == "no" && answer.end == .noError)
        bed.stop()
        let exchange = try #require(try Tape.exchanges(path).first)
        #expect(exchange.end == .complete && exchange.response?.head.status == 403)
    }

    @Test func `another protocol is refused, and a WebSocket that is not on the tape is a miss`() throws {
        let bed = try ProxyBed(ProxyBed.Settings(tape: []))
        let peer = try bed.http2()
        var head = Self.head
        head[1] = HTTP2Field(":protocol", "connect-udp")
        let other = try #require(peer.session.beginRequest(head, isEnd: false))
        peer.flush()
        #expect(peer.answer(other).status == "501")
        #expect(try talk(peer).status == "503")
    }
}
