import HTTP2Wire
import Testing

@Suite struct HTTP2SessionTests {
    private static let get = [
        HTTP2Field(":method", "GET"), HTTP2Field(":scheme", "https"), HTTP2Field(":path", "/a"),
        HTTP2Field(":authority", "ads.example"),
    ]
    private static let post = [HTTP2Field(":method", "POST")] + get.dropFirst()

    @Test(arguments: [Int.max, 1, 7])
    func `a request with body and trailers, an interim answer and an answer pass, wherever the wire is cut`(
        piece: Int
    ) throws {
        let pair = SessionPair(piece: piece)
        let secret = HTTP2Field(name: Array("x-secret".utf8), value: Array("s".utf8), isNeverIndexed: true)
        let id = try #require(pair.client.beginRequest(Self.post + [secret], isEnd: false))
        pair.client.send(id, "hello ")
        pair.client.send(id, "world")
        pair.client.sendEnd(id, trailers: [HTTP2Field("x-t", "1")])
        pair.settle()
        #expect(
            joined(pair.takeServerEvents()) == [
                .head(stream: 1, Self.post + [secret], isEnd: false),
                .data(stream: 1, Array("hello world".utf8)),
                .trailers(stream: 1, [HTTP2Field("x-t", "1")]),
            ])
        pair.server.sendInterim(1, [HTTP2Field(":status", "103"), HTTP2Field("link", "</a>")])
        pair.server.sendHead(1, [HTTP2Field(":status", "200")], isEnd: false)
        pair.server.send(1, "ok")
        pair.server.sendEnd(1, trailers: [HTTP2Field("x-u", "2")])
        pair.settle()
        #expect(
            joined(pair.takeClientEvents()) == [
                .head(stream: 1, [HTTP2Field(":status", "103"), HTTP2Field("link", "</a>")], isEnd: false),
                .head(stream: 1, [HTTP2Field(":status", "200")], isEnd: false),
                .data(stream: 1, Array("ok".utf8)),
                .trailers(stream: 1, [HTTP2Field("x-u", "2")]),
                .closed(stream: 1, .noError),
            ])
        #expect(pair.takeServerEvents() == [.closed(stream: 1, .noError)])
    }

    @Test func `a request cut at each byte is the same request`() throws {
        let client = HTTP2Session(.client)
        let id = try #require(client.beginRequest(Self.post, isEnd: false))
        client.send(id, "abc")
        client.sendEnd(id)
        let bytes = client.outputBytes()
        let whole: [HTTP2Event] = [
            .head(stream: 1, Self.post, isEnd: false), .data(stream: 1, Array("abc".utf8)), .end(stream: 1),
        ]
        for cut in 0...bytes.count {
            let server = HTTP2Session(.server)
            server.receive(Array(bytes[..<cut]))
            server.receive(Array(bytes[cut...]))
            #expect(joined(server.takeEvents()) == whole, "cut at \(cut)")
        }
    }

    @Test(arguments: [Int.max, 1, 5])
    func `a head over several frames passes, wherever the wire is cut`(piece: Int) throws {
        let pair = SessionPair(piece: piece)
        // Bytes that no Huffman code shortens: three frames.
        let fields =
            Self.get
            + (0..<4).map { HTTP2Field(name: Array("x-\($0)".utf8), value: [UInt8](repeating: 0xFE, count: 12_000)) }
        _ = try #require(pair.client.beginRequest(fields, isEnd: true))
        pair.settle()
        #expect(pair.takeServerEvents() == [.head(stream: 1, fields, isEnd: true)])
    }

    /// As many frames of one head as ``HTTP2Limits/continuations`` allows, a byte each; one more is too much.
    @Test func `a head of as many frames as may be passes wherever it is cut, and one frame more does not`() throws {
        let client = HTTP2Session(.client)
        _ = try #require(client.beginRequest(Self.get, isEnd: true))
        let bytes = client.outputBytes()
        let head = try #require(bytes.indices.first { bytes[$0...].starts(with: [1, 5, 0, 0, 0, 1]) })
        let block = Array(bytes[(head + 6)...])
        let most = HTTP2Limits().continuations
        for extra in 0...1 {
            var wire = Array(bytes[..<(head - 3)]) + [0, 0, 1, 1, 1, 0, 0, 0, 1, block[0]]
            for number in 1...most + extra {
                let isLast = number == most + extra
                let part = isLast ? Array(block[number...]) : [block[number]]
                wire += [0, 0, UInt8(part.count), 9, isLast ? 4 : 0, 0, 0, 0, 1] + part
            }
            for piece in [1, 2, 3, 7, 9, 10, 11, 20, wire.count] {
                let server = HTTP2Session(.server)
                server.receive(wire, piece: piece)
                let events = server.takeEvents()
                if extra == 0 {
                    #expect(events == [.head(stream: 1, Self.get, isEnd: true)], "pieces of \(piece)")
                } else {
                    #expect(server.failure?.reason == "more than \(most) CONTINUATION frames of one head")
                }
            }
        }
    }

    @Test func `a server takes CONNECT for a WebSocket, and a client knows once its settings have come`() throws {
        let pair = SessionPair()
        #expect(!pair.client.hasSettings && !pair.client.takesExtendedConnect)
        pair.settle()
        #expect(pair.client.hasSettings && pair.client.takesExtendedConnect)
        #expect(pair.server.hasSettings && !pair.server.takesExtendedConnect)
        let head = [HTTP2Field(":method", "CONNECT"), HTTP2Field(":protocol", "websocket")] + Self.get.dropFirst()
        let id = try #require(pair.client.beginRequest(head, isEnd: false))
        pair.settle()
        pair.server.sendHead(id, [HTTP2Field(":status", "200")], isEnd: false)
        pair.server.send(id, "to the client")
        pair.client.send(id, "to the server")
        pair.settle()
        #expect(
            pair.takeServerEvents() == [
                .head(stream: id, head, isEnd: false), .data(stream: id, Array("to the server".utf8)),
            ])
        #expect(
            pair.takeClientEvents() == [
                .head(stream: id, [HTTP2Field(":status", "200")], isEnd: false),
                .data(stream: id, Array("to the client".utf8)),
            ])
    }

    @Test func `a reset reaches the other side with its code`() throws {
        let pair = SessionPair()
        let id = try #require(pair.client.beginRequest(Self.get, isEnd: true))
        pair.settle()
        _ = pair.takeServerEvents()
        pair.server.reset(id, .internalError)
        pair.settle()
        #expect(pair.takeClientEvents().last == .closed(stream: 1, .internalError))
        #expect(pair.client.openStreams == 0)
    }

    @Test func `a sender stops at the window and goes on when bytes are consumed`() throws {
        var limits = HTTP2Limits()
        limits.highWaterBytes = 100_000
        limits.lowWaterBytes = 10_000
        let pair = SessionPair(client: limits)
        let id = try #require(pair.client.beginRequest(Self.post, isEnd: false))
        pair.settle()
        _ = pair.takeServerEvents()
        let body = [UInt8](repeating: 7, count: 200_000)
        body.withUnsafeBufferPointer { pair.client.sendData(id, $0) }
        #expect(pair.client.isCongested(id))
        pair.settle()
        func received(_ events: [HTTP2Event]) -> Int {
            events.reduce(0) { if case .data(_, let bytes) = $1 { $0 + bytes.count } else { $0 } }
        }
        var count = received(pair.takeServerEvents())
        #expect(count == limits.streamWindow)
        #expect(pair.client.waiting(id) == 200_000 - limits.streamWindow)
        #expect(pair.takeClientEvents() == [])
        var consumed = 0
        while count > consumed {
            pair.server.consumed(id, count - consumed)
            consumed = count
            pair.settle()
            count += received(pair.takeServerEvents())
        }
        #expect(count == 200_000)
        #expect(pair.takeClientEvents() == [.drained(stream: 1)])
    }

    @Test func `when all streams together hold their most, each stops at its low-water mark`() throws {
        var limits = HTTP2Limits()
        limits.highWaterBytes = 100_000
        limits.lowWaterBytes = 10_000
        limits.allHighWaterBytes = 20_002
        var closed = HTTP2Limits()
        closed.streamWindow = 0
        let pair = SessionPair(client: limits, server: closed)
        pair.settle()
        let ids = try (0..<2).map { _ in try #require(pair.client.beginRequest(Self.post, isEnd: false)) }
        func send(_ id: Int32, _ count: Int) {
            [UInt8](repeating: 7, count: count).withUnsafeBufferPointer { pair.client.sendData(id, $0) }
        }
        send(ids[0], 10_001)
        send(ids[1], 10_001)
        #expect(!pair.client.isCongested(ids[0]) && !pair.client.isCongested(ids[1]))
        send(ids[1], 1)
        #expect(!pair.client.isCongested(ids[0]) && pair.client.isCongested(ids[1]))
    }

    @Test func `after GOAWAY no stream begins and those under way end`() throws {
        let pair = SessionPair()
        let id = try #require(pair.client.beginRequest(Self.get, isEnd: true))
        pair.settle()
        pair.server.goAway()
        pair.settle()
        #expect(pair.takeClientEvents() == [.goAway(last: 1, .noError)])
        #expect(!pair.client.mayBegin)
        pair.server.sendHead(id, [HTTP2Field(":status", "204")], isEnd: true)
        pair.settle()
        #expect(
            pair.takeClientEvents() == [
                .head(stream: 1, [HTTP2Field(":status", "204")], isEnd: true), .closed(stream: 1, .noError),
            ])
        #expect(pair.client.isOver)
    }

    @Test func `for a peer that takes nothing no more frames wait than the limit says`() {
        var limits = HTTP2Limits()
        limits.waitingFrames = 40
        limits.concurrentStreams = 0
        // Each head is refused, which is a frame of ours; SETTINGS, its answer and a window wait already.
        func server(refusing count: Int) -> HTTP2Session {
            let server = HTTP2Session(.server, limits: limits)
            let client = HTTP2Session(.client)
            server.receive(client.outputBytes())
            for number in 0..<count {
                server.receive([0, 0, 1, 1, 5, 0, 0, 0, UInt8(number * 2 + 1), 0x82])
            }
            return server
        }
        #expect(server(refusing: 37).failure == nil)
        let flooded = server(refusing: 38)
        #expect(flooded.failure?.code == .enhanceYourCalm)
        #expect(flooded.failure?.reason == "more than 40 frames wait for a peer that takes none")
        let told = flooded.takeEvents()
        #expect(told == [.failed(.enhanceYourCalm, reason: flooded.failure?.reason ?? "")])
    }

    @Test func `a length that the content does not keep ends the stream`() throws {
        let pair = SessionPair()
        let id = try #require(
            pair.client.beginRequest(Self.post + [HTTP2Field("content-length", "5")], isEnd: false))
        pair.client.send(id, "abc")
        pair.client.sendEnd(id)
        pair.settle()
        #expect(pair.takeServerEvents().last == .closed(stream: 1, .protocolError, isOwnVerdict: true))
    }

    @Test func `no more streams begin than the peer announces`() {
        var limits = HTTP2Limits()
        limits.concurrentStreams = 3
        let pair = SessionPair(server: limits)
        pair.settle()
        for _ in 0..<3 { _ = pair.client.beginRequest(Self.get, isEnd: true) }
        #expect(!pair.client.mayBegin)
    }

    @Test func `a head at the limit passes, one over it is told as such`() throws {
        var limits = HTTP2Limits()
        limits.fieldBytes = 1_000
        let used = Self.get.reduce(0) { $0 + $1.name.count + $1.value.count + 32 }
        for (size, isOver) in [(1_000 - used - 33, false), (1_000 - used - 32, true)] {
            let pair = SessionPair(server: limits)
            let long = HTTP2Field("x", String(repeating: "v", count: size))
            _ = try #require(pair.client.beginRequest(Self.get + [long], isEnd: true))
            pair.settle()
            let expected: HTTP2Event = isOver ? .oversized(stream: 1) : .head(stream: 1, Self.get + [long], isEnd: true)
            #expect(pair.takeServerEvents() == [expected])
        }
        limits.fieldBytes = 65_536
        for (count, isOver) in [(196, false), (197, true)] {
            let pair = SessionPair(server: limits)
            let many = [HTTP2Field](repeating: HTTP2Field("x", ""), count: count)
            _ = try #require(pair.client.beginRequest(Self.get + many, isEnd: true))
            pair.settle()
            #expect((pair.takeServerEvents() == [.oversized(stream: 1)]) == isOver)
        }
    }

    @Test func `a head many times over the limit ends the connection`() throws {
        var limits = HTTP2Limits()
        limits.fieldBytes = 1_000
        let pair = SessionPair(server: limits)
        let long = HTTP2Field("x", String(repeating: "v", count: 4_000))
        _ = try #require(pair.client.beginRequest(Self.get + [long], isEnd: true))
        pair.settle()
        #expect(pair.server.failure?.code == .enhanceYourCalm)
        #expect(pair.takeClientEvents().contains(.goAway(last: 1, .enhanceYourCalm)))
        #expect(pair.server.isOver)
    }
}
