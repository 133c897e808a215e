import CassetteFormat
import CassetteStore
import Foundation
import HTTP2Wire
import HTTPModel
import HTTPWire
import LoopbackPeers
import Origins
import Sockets
import Testing

@testable import ProxyRuntime

/// Conversations on WebSockets, recorded from a real server and played back from the cassette.
@Suite struct WebSocketReplayTests {
    /// One side speaks, then the other waits for it.
    private enum Turn {
        case client([UInt8])
        case server([UInt8])
    }

    private static func said(_ first: UInt8, _ text: String) -> Turn { said(first, Array(text.utf8)) }

    private static func said(_ first: UInt8, _ content: [UInt8]) -> Turn {
        .client(WebSocketWriter.frame(first, mask: 0x37FA_213D, content))
    }

    private static func answered(_ first: UInt8, _ content: [UInt8]) -> Turn {
        .server(WebSocketWriter.frame(first, mask: nil, content))
    }

    private static func answered(_ first: UInt8, _ text: String) -> Turn { answered(first, Array(text.utf8)) }

    private static let close = [said(0x88, [3, 0xE8]), answered(0x88, [3, 0xE8])]

    /// A greeting of the server, a text in fragments, messages kept outside the cassette, a close.
    private static let plain: [Turn] =
        [
            answered(0x81, "{\"hello\":1}"), said(0x81, "ask"), answered(0x01, "Hel"), answered(0x80, "lo"),
            said(0x82, [0, 1, 2, 255]), answered(0x82, [UInt8](repeating: 0xC3, count: 70_000)),
            answered(0x82, [UInt8](repeating: 0xC4, count: 200)),
        ] + close

    private static let deflate = "Sec-WebSocket-Extensions: permessage-deflate; server_no_context_takeover\r\n"
    /// RFC 7692 §7.2.3.
    private static let hello: [UInt8] = [0xF2, 0x48, 0xCD, 0xC9, 0xC9, 0x07, 0x00]
    private static let again: [UInt8] = [0xF2, 0x00, 0x11, 0x00, 0x00]
    private static let compressed: [Turn] =
        [
            said(0xC1, hello), answered(0xC1, hello), said(0xC1, again), answered(0x41, Array(hello.prefix(3))),
            answered(0x80, Array(hello.dropFirst(3))),
        ] + close

    private static let key = "dGhlIHNhbXBsZSBub25jZQ=="

    private static func ask(_ target: String, _ extra: String = "", key: String = key) -> String {
        "GET \(target) HTTP/1.1\r\nHost: origin.test\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
            + "Sec-WebSocket-Key: \(key)\r\nSec-WebSocket-Version: 13\r\n\(extra)\r\n"
    }

    private static func granted(_ extra: String, accept: String = "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=") -> String {
        "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nSec-WebSocket-Accept:  \(accept) \r\n"
            + "Connection: Upgrade\r\nX-Odd: \t1\r\n\(extra)\r\n"
    }

    /// Has the conversation with a real server, and gives the path of the packed cassette.
    private func record(
        _ turns: [Turn], _ extra: String = "", isSecure: Bool = false, in folder: TemporaryFolder
    ) throws -> String {
        let server = RawServer(authority: isSecure ? Authorities.origin : nil) { connection, _ in
            _ = connection.read(through: "\r\n\r\n")
            connection.send(Self.granted(extra))
            for turn in turns {
                switch turn {
                case .client(let bytes): _ = connection.read(bytes.count)
                case .server(let bytes): connection.send(bytes)
                }
            }
            connection.close()
        }
        let path = folder.path + "/t.fita"
        let bed = try ProxyBed(ProxyBed.Settings(http: server.port, https: server.port, record: path))
        let client = isSecure ? try bed.secureTunnel() : try bed.client()
        try talk(client, turns, extra, isSecure: isSecure)
        bed.stop()
        try TapeFile.pack(path)
        return path
    }

    /// Says its part and expects the rest, byte for byte.
    private func talk(
        _ client: RawConnection, _ turns: [Turn], _ extra: String = "", isSecure: Bool = false,
        key: (asked: String, accept: String) = (key, "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=")
    ) throws {
        client.send(Self.ask(isSecure ? "/live" : "http://origin.test/live", extra, key: key.asked))
        let head = Self.granted(extra, accept: key.accept)
        #expect(client.read(head.utf8.count) == Array(head.utf8))
        for turn in turns {
            switch turn {
            case .client(let bytes): client.send(bytes)
            case .server(let bytes): #expect(client.read(bytes.count) == bytes)
            }
        }
        #expect(client.readAll() == [])
    }

    private struct Outcome: Equatable {
        var played = 1
        var missed = 0
        var differing = 0
        var unsent = 0
        var unheard = 0
        var told: [String] = []
    }

    private func outcome(_ bed: ProxyBed) -> Outcome? {
        bed.onLoop { parts in
            guard let tape = parts.tape else { return nil }
            return Outcome(
                played: tape.playedCount, missed: tape.missedCount, differing: tape.webSockets.differing,
                unsent: tape.webSockets.unsent, unheard: tape.webSockets.unheard, told: parts.told)
        } ?? nil
    }

    @Test(arguments: [(false, false), (false, true), (true, false), (true, true)])
    func `a conversation is played byte for byte, turn by turn, to a key of its own`(
        isSecure: Bool, isCompressed: Bool
    ) throws {
        let (turns, extra) = isCompressed ? (Self.compressed, Self.deflate) : (Self.plain, "")
        let folder = try TemporaryFolder()
        let path = try record(turns, extra, isSecure: isSecure, in: folder)
        let bed = try ProxyBed(ProxyBed.Settings(cassette: path))
        let client = isSecure ? try bed.secureTunnel() : try bed.client()
        // Another key, and its answer.
        try talk(
            client, turns, extra, isSecure: isSecure,
            key: ("AQIDBAUGBwgJCgsMDQ4PEA==", "C/0nmHhBztSRGR1CwL6Tf4ZjwpY="))
        #expect(outcome(bed) == Outcome())
        #expect(bed.onLoop { $0.tape?.unplayed } == [])
    }

    @Test func `a reverse proxy plays a conversation too`() throws {
        let folder = try TemporaryFolder()
        let path = try record(Self.plain, isSecure: true, in: folder)
        let origin = ServerOrigin(scheme: .https, host: "origin.test", port: 443)
        let bed = try ProxyBed(ProxyBed.Settings(reverse: origin, cassette: path))
        try talk(try bed.client(), Self.plain, isSecure: true)
        #expect(outcome(bed) == Outcome())
    }

    @Test func `what was recorded over HTTP/1 is played over HTTP/2`() throws {
        let folder = try TemporaryFolder()
        let path = try record(Self.plain, isSecure: true, in: folder)
        let bed = try ProxyBed(ProxyBed.Settings(cassette: path))
        let peer = try bed.http2()
        let id = try #require(
            peer.session.beginRequest(
                [
                    HTTP2Field(":method", "CONNECT"), HTTP2Field(":protocol", "websocket"),
                    HTTP2Field(":scheme", "https"), HTTP2Field(":path", "/live"),
                    HTTP2Field(":authority", "origin.test"), HTTP2Field("sec-websocket-version", "13"),
                ], isEnd: false))
        peer.flush()
        var expected: [UInt8] = []
        for turn in Self.plain {
            switch turn {
            case .client(let bytes):
                bytes.withUnsafeBufferPointer { peer.session.sendData(id, $0) }
                peer.flush()
            case .server(let bytes):
                expected += bytes
                while (peer.answers[id]?.content.count ?? 0) < expected.count, let event = peer.next() {
                    peer.note(event)
                }
            }
        }
        let answer = peer.answer(id)
        #expect(answer.head == [HTTP2Field(":status", "200"), HTTP2Field("x-odd", "1")])
        #expect(answer.content == expected && answer.end == .noError)
        #expect(outcome(bed) == Outcome())
    }

    @Test func `a message that differs is told, and the conversation goes on`() throws {
        let folder = try TemporaryFolder()
        let path = try record(Self.plain, in: folder)
        let bed = try ProxyBed(ProxyBed.Settings(cassette: path))
        var turns = Self.plain
        turns[1] = Self.said(0x81, "axk")
        turns[4] = Self.said(0x82, [9])
        try talk(try bed.client(), turns)
        let told =
            "WebSocket GET http://origin.test/live (#1): client message 1 differs from the tape at byte 1 "
            + "(3 bytes, recorded 3)"
        #expect(outcome(bed) == Outcome(differing: 2, told: [told]))
    }

    @Test func `a client that closes early gets a close, and what was not played is counted`() throws {
        let folder = try TemporaryFolder()
        let path = try record(Self.plain, in: folder)
        let bed = try ProxyBed(ProxyBed.Settings(cassette: path))
        try talk(try bed.client(), [Self.plain[0]] + Self.close)
        #expect(outcome(bed) == Outcome(unsent: 3, unheard: 2))
        #expect(bed.eventually { $0.server.openConnections == 0 })
    }

    @Test(arguments: [false, true])
    func `a client that leaves without a close leaves nothing behind`(resets: Bool) throws {
        let folder = try TemporaryFolder()
        let path = try record(Self.plain, in: folder)
        let bed = try ProxyBed(ProxyBed.Settings(cassette: path))
        let client = try bed.client()
        client.send(Self.ask("http://origin.test/live"))
        let head = Self.granted("")
        #expect(client.read(head.utf8.count) == Array(head.utf8))
        if resets { client.reset() } else { client.endWriting() }
        #expect(bed.eventually { $0.server.openConnections == 0 })
        #expect(outcome(bed)?.unheard == 2)
    }

    @Test func `bytes that no client may send get a close with 1002, and others are served`() throws {
        let folder = try TemporaryFolder()
        let path = try record(Self.plain, in: folder)
        let bed = try ProxyBed(ProxyBed.Settings(cassette: path))
        let client = try bed.client()
        client.send(Self.ask("http://origin.test/live") + "GET / HTTP/1.1\r\nHost: origin.test\r\n\r\n")
        let head = Self.granted("")
        #expect(client.read(head.utf8.count) == Array(head.utf8))
        #expect(client.readAll().suffix(4) == [0x88, 2, 0x03, 0xEA])
        let second = try bed.client()
        second.send("GET http://origin.test/other HTTP/1.1\r\nHost: origin.test\r\n\r\n")
        #expect(String(decoding: second.readMessage() ?? [], as: UTF8.self).hasPrefix("HTTP/1.1 503 "))
    }

    private static let unfit: [(String, String, String)] = [
        (deflate, ask("http://origin.test/live"), "accepted the extension permessage-deflate, which is not offered"),
        (
            "Sec-WebSocket-Protocol: chat\r\n", ask("http://origin.test/live", "Sec-WebSocket-Protocol: ad\r\n"),
            "chose the subprotocol chat, which is not offered"
        ),
        (
            "", "GET http://origin.test/live HTTP/1.1\r\nHost: origin.test\r\n\r\n",
            "its answer opens a WebSocket, which is not asked for now"
        ),
        (
            "",
            "GET http://origin.test/live HTTP/1.1\r\nHost: origin.test\r\nConnection: Upgrade\r\n"
                + "Upgrade: websocket\r\n\r\n", "no Sec-WebSocket-Key came"
        ),
    ]

    @Test(arguments: unfit.indices)
    func `a client that could not take the recorded answer gets a miss, and may come again`(index: Int) throws {
        let (extra, request, why) = Self.unfit[index]
        let folder = try TemporaryFolder()
        let path = try record(Self.close, extra, in: folder)
        let bed = try ProxyBed(ProxyBed.Settings(cassette: path))
        let client = try bed.client()
        client.send(request)
        let answer = String(decoding: client.readMessage() ?? [], as: UTF8.self)
        #expect(answer.hasPrefix("HTTP/1.1 503 "))
        #expect(answer.contains(why), "\(answer)")
        #expect(bed.onLoop { $0.told.count { $0.contains(why) } } == 1)
        #expect(bed.onLoop { $0.tape?.unplayed } == [1])
        try talk(try bed.client(), Self.close, extra)
        #expect(bed.onLoop { $0.tape.map { [$0.playedCount, $0.missedCount] } } == [1, 1])
    }

    @Test func `a handshake that is not on the tape is a miss like any other`() throws {
        let folder = try TemporaryFolder()
        let path = try record(Self.close, in: folder)
        let bed = try ProxyBed(ProxyBed.Settings(cassette: path))
        let client = try bed.client()
        client.send(Self.ask("http://origin.test/other"))
        let answer = String(decoding: client.readMessage() ?? [], as: UTF8.self)
        #expect(answer.hasPrefix("HTTP/1.1 503 ") && answer.contains("Nearest: #1 GET http://origin.test/live"))
    }

    @Test func `a slow client stops the conversation, pings and all, and memory stays bounded`() throws {
        let folder = try TemporaryFolder()
        let large = [UInt8](repeating: 0xC5, count: 24 << 20)
        let path = try record([Self.answered(0x82, large)] + Self.close, in: folder)
        let bed = try ProxyBed(ProxyBed.Settings(cassette: path))
        let client = try bed.client(receiveBuffer: 65_536)
        client.send(Self.ask("http://origin.test/live"))
        #expect(bed.eventually { $0.server.openClients.contains { $0.answer.isPaused } })
        for number in 0..<200 as Range<UInt8> { client.send(WebSocketWriter.frame(0x89, mask: 1, [number])) }
        let pending = bed.onLoop { parts in parts.server.openClients.map(\.stream.pendingBytes).max() ?? 0 } ?? 0
        #expect(pending > 0 && pending < 1 << 20)
        _ = client.read(through: "\r\n\r\n")
        let frame = WebSocketWriter.frame(0x82, mask: nil, large)
        #expect(client.read(frame.count) == frame)
        // Of the pings that came meanwhile the last one is answered; some may have come before.
        client.send(WebSocketWriter.frame(0x88, mask: 1, [3, 0xE8]))
        let rest = client.readAll()
        #expect(rest.suffix(7) == [0x8A, 1, 199, 0x88, 2, 3, 0xE8])
    }

    @Test func `a conversation with a part that is not on the tape is not played`() throws {
        let folder = try TemporaryFolder()
        // A control frame of 126 bytes, which there cannot be.
        let broken = [0x89, 126, 0, 126] + [UInt8](repeating: 0, count: 126)
        let path = try record([.server(broken)], in: folder)
        let bed = try ProxyBed(ProxyBed.Settings(cassette: path))
        let client = try bed.client()
        client.send(Self.ask("http://origin.test/live"))
        let answer = String(decoding: client.readMessage() ?? [], as: UTF8.self)
        #expect(answer.hasPrefix("HTTP/1.1 502 "))
        #expect(answer.contains("what passed on the WebSocket connection is not all on the tape"))
    }

    @Test func `a message that cannot be read any more ends the connection, and is told`() throws {
        let folder = try TemporaryFolder()
        let path = try record(Self.plain, in: folder)
        let bed = try ProxyBed(ProxyBed.Settings(cassette: path))
        try FileManager.default.removeItem(atPath: folder.path + "/t.blobs")
        let client = try bed.client()
        client.send(Self.ask("http://origin.test/live"))
        _ = client.read(through: "\r\n\r\n")
        for case .client(let bytes) in Self.plain.prefix(5) { client.send(bytes) }
        _ = client.readAll()
        let told = bed.onLoop { $0.told } ?? []
        let words = "WebSocket GET http://origin.test/live (#1): a message cannot be played"
        #expect(told.contains { $0.hasPrefix(words) })
    }

    @Test func `frames that a replay holds are bounded, those in files beside the cassette not counted`() throws {
        let folder = try TemporaryFolder()
        let path = try record(Self.plain, in: folder)
        let tape = try TapeFile.open(path)
        let place = try #require(try tape.nextRequest()?.block)
        // {"hello":1}, ask, Hel, lo: the rest is no text.
        for (bytes, frames, isWithin) in [(19, 9, true), (18, 9, false), (19, 8, false)] {
            var limits = TapeLimits()
            (limits.heldFrameBytes, limits.webSocketFrames) = (bytes, frames)
            let blocks = try CassetteBlocks(path, limits: limits)
            if isWithin {
                #expect(try blocks.answer(at: place).frames.count == 9)
            } else {
                let error = #expect(throws: TapeError.self) { try blocks.answer(at: place) }
                #expect(error?.code == .limit && error?.exchange == 1)
            }
        }
    }
}
