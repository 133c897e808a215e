import CassetteFormat
import Cryptography
import Foundation
import HTTPWire
import LeakSearch
import Redaction
import SDKContracts
import Testing

/// Values in what was said in a WebSocket connection.
@Suite struct MessageRedactionTests {
    private static let visitor = "8f14e45f-ceea-467f-a9d1-3c1b9a6e0001"
    private static let texts = [
        #"{"hello":"there","u":1}"#, #"{"u":"\#(visitor)"}"#, #"{"again":true,"u":"\#(visitor)"}"#,
        #"{"hello":"there","u":2}"#,
    ]
    /// The texts as zlib writes them, each pointing back to those before it.
    private static let pointingBack = [
        "qlbKSM3JyVeyUirJSC1KVdJRKlWyMqwFAA==", "qgZRShZphiapJqZpusmpqYm6JmbmabqJlimGusbJhkmWiWapBgYGhkq1AAA=",
        "qlZKTE/MzFOyKikqTdUhQSMA", "qsZmt1EtAA==",
    ]
    /// The same, each by itself.
    private static let alone = [
        "qlbKSM3JyVeyUirJSC1KVdJRKlWyMqwFAA==",
        "qlYqVbJSskgzNEk1MU3TTU5NTdQ1MTNP0020TDHUNU42TLJMNEs1MDAwVKoFAA==",
        "qlZKTE/MzFOyKikqTdVRKlWyUrJIMzRJNTFN001OTU3UNTEzT9NNtEwx1DVONkyyTDRLNTAwMFSqBQA=",
        "qlbKSM3JyVeyUirJSC1KVdJRKlWyMqoFAA==",
    ]

    private static func bytes(_ base64: [String]) throws -> [[UInt8]] {
        try base64.map { Array(try #require(Data(base64Encoded: $0))) }
    }

    private static func frame(_ first: UInt8, _ payload: [UInt8], isFromClient: Bool = true) -> WebSocketFrame {
        WebSocketFrame(
            isFromClient: isFromClient, time: 1, first: first, mask: isFromClient ? 7 : nil,
            body: TapedBody(
                framing: .length, payload: payload, payloadSize: payload.count, isExternal: false,
                digest: hex(SHA256.digest(payload)), wireSize: payload.count, arrivals: []))
    }

    /// The connection after a request that teaches the visitor ID; `agreed` is what its answer grants.
    private static func redacted(_ frames: [WebSocketFrame], _ agreed: String?) throws -> Exchange {
        let serve = try TapeRedactionTests.exchange(
            1, "GET /serve?visitor_id=\(visitor)", body: TapeRedactionTests.body(""))
        var live = try TapeRedactionTests.exchange(
            2, "GET /live", host: "other.test", body: TapeRedactionTests.body(""))
        let field = agreed.map { "Sec-WebSocket-Extensions: \($0)\r\n" } ?? ""
        live.response?.head = try HeadParser().response(Array("HTTP/1.1 101 Switching Protocols\r\n\(field)\r\n".utf8))
        live.frames = frames
        live.tunnel = TunnelCount(sent: size(frames, true), received: size(frames, false))
        let redaction = try TapeRedaction(
            of: TapeRedactionTests.header, [.exchange(serve), .exchange(live)],
            configuration: ContractConfiguration(), wish: TapeRedaction.Wish(key: Array("the key".utf8)))
        guard case .exchange(let new)? = redaction.items.last else { throw RedactionError.noShift }
        #expect(new.tunnel?.sent == size(new.frames, true))
        #expect(new.tunnel?.received == size(new.frames, false))
        for (old, new) in zip(frames, new.frames) {
            #expect(new.first == old.first && new.mask == old.mask && new.isFromClient == old.isFromClient)
            #expect(new.body.digest == hex(SHA256.digest(new.body.payload)))
            #expect(new.body.payloadSize == new.body.payload.count && new.body.wireSize == new.body.payload.count)
        }
        return new
    }

    private static func size(_ frames: [WebSocketFrame], _ isFromClient: Bool) -> Int {
        frames.reduce(0) { $0 + ($1.isFromClient == isFromClient ? $1.wireSize : 0) }
    }

    /// What a reader of the connection reads, and that the visitor ID became one other, and nothing else changed.
    private static func check(_ exchange: Exchange, said texts: [String] = texts) {
        var read: [String] = []
        exchange.readMessages(limit: 1 << 20) { message in
            switch message.content {
            case .passed(let bytes), .inflated(let bytes, _): read.append(String(decoding: bytes, as: UTF8.self))
            case .unreadable(let why): read.append(why)
            }
        }
        let fakes = Set(read.flatMap { $0.matches(of: /[0-9a-f-]{36}/).map { String($0.output) } })
        #expect(fakes.count == 1 && !fakes.contains(visitor), "\(read)")
        #expect(read.map { $0.replacing(fakes.first ?? "", with: visitor) } == texts)
    }

    private static func frames(_ base64: [String], isFromClient: Bool = true) throws -> [WebSocketFrame] {
        try bytes(base64).map { frame(0xC1, $0, isFromClient: isFromClient) }
    }

    @Test(arguments: [true, false])
    func `a message that later ones point back to is changed, and all are read`(isFromClient: Bool) throws {
        let frames = try Self.frames(Self.pointingBack, isFromClient: isFromClient)
        let new = try Self.redacted(frames, "permessage-deflate")
        Self.check(new)
        // What came before the change passed as it was.
        #expect(new.frames[0].body.payload == frames[0].body.payload)
        #expect(new.frames[3].body.payload != frames[3].body.payload)
    }

    @Test(arguments: [true, false])
    func `without contexts the messages without a value stay as they were`(isFromClient: Bool) throws {
        let frames = try Self.frames(Self.alone, isFromClient: isFromClient)
        let side = isFromClient ? "client" : "server"
        let new = try Self.redacted(frames, "permessage-deflate; \(side)_no_context_takeover")
        Self.check(new)
        for index in [0, 3] { #expect(new.frames[index].body.payload == frames[index].body.payload) }
    }

    @Test(arguments: [8, 9, 10, 15], [true, false])
    func `what is written points back no further than was agreed on`(bits: Int, isFromClient: Bool) throws {
        let frames = try Self.frames(Self.pointingBack, isFromClient: isFromClient)
        let side = isFromClient ? "client" : "server"
        Self.check(try Self.redacted(frames, "permessage-deflate; \(side)_max_window_bits=\(bits)"))
    }

    @Test func `a message of several frames is changed, control frames between them`() throws {
        let payloads = try Self.bytes(Self.pointingBack)
        var frames = [Self.frame(0xC1, payloads[0])]
        frames += [
            Self.frame(0x41, Array(payloads[1][..<9])), Self.frame(0x89, Array("ping".utf8)),
            Self.frame(0x00, Array(payloads[1][9..<20])), Self.frame(0x00, []),
            Self.frame(0x80, Array(payloads[1][20...])),
        ]
        frames += payloads[2...].map { Self.frame(0xC1, $0) }
        let new = try Self.redacted(frames, "permessage-deflate")
        Self.check(new, said: [Self.texts[0], "ping"] + Self.texts[1...])
        #expect(new.frames[1].body.payload.count == 9 && new.frames[3].body.payload.count == 11)
        #expect(new.frames[4].body.payload.isEmpty)
    }

    @Test func `a value that two plain frames share is changed`() throws {
        let text = Array(Self.texts[1].utf8)
        let frames = [Self.frame(0x01, Array(text[..<20])), Self.frame(0x80, Array(text[20...]))]
        Self.check(try Self.redacted(frames, nil), said: [Self.texts[1]])
    }

    @Test func `plain and compressed messages of both sides stand side by side`() throws {
        let client = try Self.frames(Self.pointingBack)
        let server = try Self.frames(Self.alone, isFromClient: false)
        let plain = Self.frame(0x81, Array(Self.texts[1].utf8))
        var frames: [WebSocketFrame] = []
        for index in client.indices { frames += [client[index], server[index], plain] }
        let new = try Self.redacted(frames, "permessage-deflate; server_no_context_takeover")
        Self.check(new, said: Self.texts.flatMap { [$0, $0, Self.texts[1]] })
    }

    @Test func `without a value in them no message changes`() throws {
        let frames = try Self.frames([Self.pointingBack[0], Self.pointingBack[0]])
        let new = try Self.redacted(frames, "permessage-deflate")
        #expect(new.frames.map(\.body.payload) == frames.map(\.body.payload))
    }

    @Test func `a message that cannot be inflated is refused, and says which`() throws {
        let good = try Self.frames(Self.pointingBack)
        func error(_ frames: [WebSocketFrame], _ agreed: String? = "permessage-deflate") -> String? {
            do {
                _ = try Self.redacted(frames, agreed)
                return nil
            } catch {
                return (error as? RedactionError)?.text
            }
        }
        let broken = error([good[0], Self.frame(0xC1, [0x07, 0xFF, 0x00])])
        #expect(broken?.hasPrefix("client message 2 of #2 cannot be read: ") == true, "\(broken ?? "")")
        #expect(error([Self.frame(0xC1, [0x07], isFromClient: false)])?.hasPrefix("server message 1 of #2 ") == true)
        // It points back to a message that is not there.
        #expect(error([good[1]])?.hasPrefix("client message 1 of #2 cannot be read: ") == true)
        let disagreed = "client message 1 of #2 cannot be read: compressed in a way that was not agreed on"
        #expect(error([good[0]], nil) == disagreed)
        #expect(error([good[0]], "x-webkit-deflate-frame") == disagreed)
        let open = error([good[0], Self.frame(0x41, good[1].body.payload)])
        #expect(open == "client message 2 of #2 cannot be read: it never ended")
        #expect(error([good[0], Self.frame(0x41, []), good[1]]) == open)
    }
}
