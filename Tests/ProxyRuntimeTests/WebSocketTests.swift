import CassetteFormat
import CassetteStore
import LoopbackPeers
import Origins
import Testing

@testable import ProxyRuntime

/// WebSocket connections pass as they are, and are on the tape frame by frame.
@Suite struct WebSocketTests {
    private static let upgrade =
        " HTTP/1.1\r\nHost: origin.test\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
        + "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
    private static let switched =
        "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n"

    private static func masked(_ first: UInt8, _ payload: [UInt8]) -> [UInt8] {
        let mask: [UInt8] = [0x37, 0xFA, 0x21, 0x3D]
        return [first, 0x80 | UInt8(payload.count)] + mask + payload.enumerated().map { $1 ^ mask[$0 & 3] }
    }

    /// A text in two fragments with a ping in between, a long binary, then a close.
    private static let fromServer: [UInt8] =
        [0x01, 3] + Array("Hel".utf8) + [0x89, 2] + Array("hi".utf8) + [0x80, 2] + Array("lo".utf8)
        + [0x82, 126, 0x01, 0x00] + [UInt8](repeating: 0xC3, count: 256) + [0x88, 2, 0x03, 0xE8]
    private static let fromClient: [UInt8] = masked(0x81, Array("{\"e\":1}".utf8)) + masked(0x8A, Array("hi".utf8))

    private func record(isSecure: Bool, _ fromServer: [UInt8]) throws -> (exchange: Exchange, packed: Exchange) {
        let server = RawServer(authority: isSecure ? Authorities.origin : nil) { connection, server in
            _ = connection.read(through: "\r\n\r\n")
            // The first frame may come with the head.
            connection.send(Array(Self.switched.utf8) + fromServer.prefix(7))
            connection.send(Array(fromServer.dropFirst(7)))
            server.log(connection.read(Self.fromClient.count))
            connection.close()
        }
        let folder = try TemporaryFolder()
        let path = folder.path + "/t.fita"
        let bed = try ProxyBed(ProxyBed.Settings(http: server.port, https: server.port, record: path))
        let client = isSecure ? try bed.secureTunnel() : try bed.client()
        client.send("GET \(isSecure ? "" : "http://origin.test")/live" + Self.upgrade)
        #expect(client.read(Self.switched.utf8.count) == Array(Self.switched.utf8))
        for byte in Self.fromClient { client.send([byte]) }
        #expect(client.read(fromServer.count) == fromServer)
        #expect(client.readAll() == [])
        #expect(server.messages.last == Self.fromClient)
        bed.stop()
        let exchange = try #require(try Tape.exchanges(path).first)
        try TapeFile.pack(path)
        return (exchange, try #require(try Tape.exchanges(path).first))
    }

    @Test(arguments: [false, true])
    func `every frame is on the tape with side, opcode and payload, fragments and control frames as they came`(
        isSecure: Bool
    ) throws {
        let (exchange, packed) = try record(isSecure: isSecure, Self.fromServer)
        for exchange in [exchange, packed] {
            #expect(exchange.end == .tunnelClosed)
            #expect(exchange.tunnel == TunnelCount(sent: Self.fromClient.count, received: Self.fromServer.count))
            #expect(exchange.notes == [])
            let server = exchange.frames.filter { !$0.isFromClient }
            #expect(server.map(\.first) == [0x01, 0x89, 0x80, 0x82, 0x88])
            #expect(server.map(\.kind) == ["text", "ping", "continuation", "binary", "close"])
            #expect(server[0].body.payload + server[2].body.payload == Array("Hello".utf8))
            #expect(server[3].body.payload == [UInt8](repeating: 0xC3, count: 256))
            #expect(server[4].closeCode == 1_000)
            #expect(server.allSatisfy { $0.mask == nil })
            let client = exchange.frames.filter(\.isFromClient)
            #expect(client.map(\.kind) == ["text", "pong"])
            #expect(client.first?.body.payload == Array("{\"e\":1}".utf8))
            #expect(client.first?.mask == 0x37FA_213D)
        }
    }

    @Test func `bytes that are no frames pass, and the tape says that they are not kept`() throws {
        // A control frame of 126 bytes, which there cannot be.
        let broken = [0x81, 1, 0x61, 0x89, 126, 0, 126] + [UInt8](repeating: 0, count: 126)
        let (exchange, packed) = try record(isSecure: false, broken)
        for exchange in [exchange, packed] {
            #expect(exchange.frames.filter { !$0.isFromClient }.map(\.body.payload) == [[0x61]])
            #expect(exchange.notes.contains { $0.hasPrefix("The server sent bytes that are no WebSocket frame") })
            #expect(exchange.end == .tunnelClosed)
        }
    }
}
