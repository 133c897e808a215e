import CassetteFormat
import Cryptography
import Foundation
import HTTP2Wire
import HTTPModel
import LoopbackPeers
import Origins
import Testing

@testable import ProxyRuntime

/// Clients that agree on HTTP/2, in front of origins that speak HTTP/1.
@Suite struct HTTP2ClientTests {
    private func text(_ bytes: [UInt8]?) -> String { bytes.map { String(decoding: $0, as: UTF8.self) } ?? "nothing" }

    /// Long enough not to be guessed: nghttp2 never indexes shorter ones.
    private static let crumbs = ("a=" + String(repeating: "1", count: 20), "b=" + String(repeating: "2", count: 20))

    @Test func `a request with crumbs of cookies, a body and trailers reaches an HTTP/1 origin whole`() throws {
        let server = RawServer(
            authority: Authorities.origin,
            answers: [
                RawAnswer(
                    "HTTP/1.1 200 OK\r\nServer: X\r\nConnection: keep-alive\r\nTransfer-Encoding: chunked\r\n\r\n"
                        + "3\r\nabc\r\n0\r\nX-U: 2\r\n\r\n")
            ])
        let folder = try TemporaryFolder()
        let path = folder.path + "/tape.fita"
        let bed = try ProxyBed(ProxyBed.Settings(https: server.port, record: path))
        let peer = try bed.http2()
        let secret = HTTP2Field(name: Array("x-secret".utf8), value: Array("s".utf8), isNeverIndexed: true)
        let id = peer.ask(
            "/a?b", method: "POST",
            fields: [HTTP2Field("cookie", Self.crumbs.0), secret, HTTP2Field("cookie", Self.crumbs.1)],
            body: "hello", trailers: [HTTP2Field("x-t", "1")])
        let answer = peer.answer(id)
        #expect(answer.head == [HTTP2Field(":status", "200"), HTTP2Field("server", "X")])
        #expect(answer.text == "abc")
        #expect(answer.trailers == [HTTP2Field("x-u", "2")])
        #expect(answer.end == .noError)
        let seen = text(server.messages.first)
        #expect(
            seen
                == "POST /a?b HTTP/1.1\r\nhost: origin.test\r\ncookie: \(Self.crumbs.0); \(Self.crumbs.1)\r\nx-secret: s\r\n"
                + "transfer-encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\nx-t: 1\r\n\r\n")
        bed.stop()
        let exchange = try #require(try Tape.exchanges(path).first)
        #expect(exchange.end == .complete)
        #expect(
            exchange.requestHTTP2
                == HTTP2HeadFacts(
                    stream: 1, pseudoFields: [":method", ":scheme", ":path", ":authority"], neverIndexed: [3]))
        #expect(exchange.responseHTTP2 == nil)
        #expect(
            text(exchange.request.headBytes).contains(
                "\r\ncookie: \(Self.crumbs.0)\r\nx-secret: s\r\ncookie: \(Self.crumbs.1)\r\n"))
        #expect(text(exchange.request.body.payload) == "hello")
    }

    @Test func `an answer that came at once leaves in two frames, the last of which ends the stream`() throws {
        let server = RawServer(
            authority: Authorities.origin, answers: [RawAnswer("HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nabc")])
        let bed = try ProxyBed(ProxyBed.Settings(https: server.port))
        let peer = try bed.http2()
        let id = peer.ask("/")
        var bytes: [UInt8] = []
        var kinds: [UInt8] = []
        var isEnd = false
        while !isEnd {
            let more = peer.connection.readSome()
            try #require(!more.isEmpty)
            bytes += more
            while bytes.count >= 9, case let size = 9 + (Int(bytes[1]) << 8 | Int(bytes[2])), bytes.count >= size {
                if Int32(bytes[8]) == id {
                    kinds.append(bytes[3])
                    isEnd = bytes[4] & 1 != 0
                }
                bytes.removeFirst(size)
            }
        }
        #expect(kinds == [1, 0])
        bed.stop()
    }

    @Test func `interim answers pass, and answers come in the order in which origins give them`() throws {
        let server = RawServer(authority: Authorities.origin) { connection, server in
            while let request = connection.read(through: "\r\n\r\n") {
                server.log(request)
                let isSlow = String(decoding: request, as: UTF8.self).hasPrefix("GET /slow")
                if isSlow {
                    connection.send("HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n")
                    while server.messages.count < 3 { Thread.sleep(forTimeInterval: 0.005) }
                }
                connection.send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
            }
        }
        let bed = try ProxyBed(ProxyBed.Settings(https: server.port))
        let peer = try bed.http2()
        let slow = peer.ask("/slow")
        let first = peer.ask("/1")
        #expect(peer.answer(first).text == "ok")
        #expect(peer.answers[slow]?.end == nil)
        let second = peer.ask("/2")
        #expect(peer.answer(second).text == "ok")
        let answer = peer.answer(slow)
        #expect(answer.interim == [[HTTP2Field(":status", "103"), HTTP2Field("link", "</x>")]])
        #expect(answer.text == "ok")
    }

    /// The head ends the stream: that is no going away of the client's.
    @Test(arguments: [
        ("GET", "200 OK\r\nContent-Length: 0\r\n"), ("GET", "204 No Content\r\n"), ("GET", "304 Not Modified\r\n"),
        ("HEAD", "200 OK\r\nContent-Length: 5\r\n"),
    ])
    func `an answer that is its head alone is whole on the tape`(method: String, head: String) throws {
        let server = RawServer(
            authority: Authorities.origin,
            answers: [RawAnswer("HTTP/1.1 \(head)\r\n"), RawAnswer("HTTP/1.1 \(head)\r\n")])
        let folder = try TemporaryFolder()
        let path = folder.path + "/tape.fita"
        let bed = try ProxyBed(ProxyBed.Settings(https: server.port, record: path))
        let peer = try bed.http2()
        for _ in 0..<2 {
            let answer = peer.answer(peer.ask("/", method: method))
            #expect(answer.end == .noError && answer.text.isEmpty)
        }
        #expect(bed.onLoop { $0.live.connects } == 1, "the connection to the origin is used again")
        bed.stop()
        #expect(try Tape.exchanges(path).map(\.end) == [.complete, .complete])
    }

    @Test func `a client's reset ends the origin's exchange, and others go on`() throws {
        let server = RawServer(authority: Authorities.origin) { connection, server in
            while let request = connection.read(through: "\r\n\r\n") {
                server.log(request)
                if String(decoding: request, as: UTF8.self).hasPrefix("GET /held") {
                    connection.send("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc")
                } else {
                    connection.send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
                }
            }
            server.note("\(connection.end.map { "\($0)" } ?? "")")
        }
        let folder = try TemporaryFolder()
        let path = folder.path + "/tape.fita"
        let bed = try ProxyBed(ProxyBed.Settings(https: server.port, record: path))
        let peer = try bed.http2()
        let held = peer.ask("/held")
        while peer.answers[held]?.content.count != 3 {
            guard let event = peer.next() else { break }
            peer.note(event)
        }
        peer.session.reset(held, .cancel)
        peer.flush()
        #expect(peer.answer(peer.ask("/next")).text == "ok")
        bed.stop()
        let ends = try Tape.exchanges(path).map(\.end)
        #expect(ends == [.clientAborted, .complete])
    }

    @Test func `what an origin cuts is reset, never ended`() throws {
        for (answer, isCut) in [
            ("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc", true),
            ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n", true),
            ("HTTP/1.1 200 OK\r\n\r\nabc", false),
        ] {
            let server = RawServer(authority: Authorities.origin, answers: [RawAnswer(answer, .close)])
            let bed = try ProxyBed(ProxyBed.Settings(https: server.port))
            let peer = try bed.http2()
            let got = peer.answer(peer.ask())
            #expect(got.end == (isCut ? .internalError : .noError))
            if !isCut { #expect(got.text == "abc") }
        }
    }

    @Test func `an origin that cannot be reached is told by fita, as over HTTP/1`() throws {
        var settings = ProxyBed.Settings()
        settings.connectTo = ["origin.test:443:127.0.0.1:1"]
        let bed = try ProxyBed(settings)
        let peer = try bed.http2()
        let answer = peer.answer(peer.ask())
        #expect(answer.status == "502")
        #expect(answer.head.contains(HTTP2Field("fita", "own-answer")))
        #expect(!answer.head.contains { $0.isNamed("connection") })
    }

    @Test func `a client that does not read stops its origin`() throws {
        let piece = [UInt8](repeating: 7, count: 65_536)
        let server = RawServer(authority: Authorities.origin) { connection, server in
            guard connection.read(through: "\r\n\r\n") != nil else { return }
            connection.send("HTTP/1.1 200 OK\r\nContent-Length: \(piece.count * 512)\r\n\r\n")
            for _ in 0..<512 {
                connection.send(piece)
                server.note("piece")
            }
        }
        let bed = try ProxyBed(ProxyBed.Settings(https: server.port))
        let peer = try bed.http2()
        peer.consumes = false
        let id = peer.ask()
        var count = 0
        func take(_ event: HTTP2Event) {
            if case .data(_, let bytes) = event { count += bytes.count }
        }
        while count < 65_535, let event = peer.next() { take(event) }
        #expect(count == 65_535)
        // Nothing comes any more; what the origin could send is what buffers on the way hold.
        var before = -1
        while server.notes.count != before {
            before = server.notes.count
            _ = bed.onLoop { _ in Thread.sleep(forTimeInterval: 0.2) }
        }
        #expect(before < 512)
        peer.session.consumed(id, count)
        peer.consumes = true
        peer.flush()
        while count < piece.count * 512, let event = peer.next() { take(event) }
        #expect(count == piece.count * 512)
    }

    @Test func `an origin that does not read stops its client`() throws {
        let size = 32 * 1_048_576
        let server = RawServer(authority: Authorities.origin) { connection, server in
            guard connection.read(through: "\r\n\r\n") != nil else { return }
            while server.notes.isEmpty { Thread.sleep(forTimeInterval: 0.005) }
            _ = connection.read(size)
            connection.send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
        }
        let bed = try ProxyBed(ProxyBed.Settings(https: server.port))
        let peer = try bed.http2()
        let id = peer.session.beginRequest(
            [
                HTTP2Field(":method", "POST"), HTTP2Field(":scheme", "https"), HTTP2Field(":path", "/"),
                HTTP2Field(":authority", "origin.test"), HTTP2Field("content-length", "\(size)"),
            ], isEnd: false)
        let stream = try #require(id)
        [UInt8](repeating: 7, count: size).withUnsafeBufferPointer { peer.session.sendData(stream, $0) }
        peer.session.sendEnd(stream)
        peer.flush()
        // The origin reads once the proxy holds bytes back, which it tells the client by a window that stays shut.
        Thread.detachNewThread {
            let isHeld = bed.eventually { parts in
                parts.server.openClients.contains { client in
                    guard case .http2(let connection) = client.mode else { return false }
                    return connection.exchanges.values.contains { $0.held > 0 }
                }
            }
            server.note(isHeld ? "held" : "not held")
        }
        #expect(peer.answer(stream).text == "ok")
        #expect(server.notes == ["held"])
    }

    @Test func `a client that never says what HTTP/2 is, or rests too long, is let go`() throws {
        let server = RawServer(
            authority: Authorities.origin, answers: [RawAnswer("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")])
        let bed = try ProxyBed(ProxyBed.Settings(https: server.port))
        let mute = try bed.tunnel()
        try mute.startTLS(Clients.session("origin.test", protocols: ["h2"]))
        mute.send("PRI * HTTP/2.0\r\n\r\nSM\r\n")
        let resting = try bed.http2()
        #expect(resting.answer(resting.ask()).text == "ok")
        _ = bed.onLoop { parts in for _ in 0..<22 { parts.server.tick() } }
        _ = mute.readAll()
        #expect(mute.end == .reset)
        #expect(bed.onLoop { $0.server.openConnections } == 1)
        _ = bed.onLoop { parts in for _ in 0..<ClientTime.idle + 2 { parts.server.tick() } }
        var last: HTTP2Event?
        while let event = resting.next() { last = event }
        #expect(last == .goAway(last: 1, .noError))
        #expect(resting.connection.end == .finished)
    }

    @Test func `an origin that gives no head in time is told of by 504, and no other stream suffers`() throws {
        let server = RawServer(authority: Authorities.origin) { connection, server in
            guard let request = connection.read(through: "\r\n\r\n") else { return }
            server.log(request)
            if String(decoding: request, as: UTF8.self).hasPrefix("GET /mute") {
                _ = connection.readAll()
            } else {
                connection.send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
            }
        }
        let bed = try ProxyBed(ProxyBed.Settings(https: server.port))
        let peer = try bed.http2()
        let mute = peer.ask("/mute")
        while server.messages.isEmpty { Thread.sleep(forTimeInterval: 0.005) }
        _ = bed.onLoop { parts in for _ in 0..<62 { parts.server.tick() } }
        #expect(peer.answer(mute).status == "504")
        #expect(peer.answer(peer.ask("/next")).text == "ok")
    }

    @Test func `a stop lets an exchange under way end`() throws {
        let server = RawServer(authority: Authorities.origin) { connection, server in
            guard connection.read(through: "\r\n\r\n") != nil else { return }
            server.note("asked")
            while server.notes.count < 2 { Thread.sleep(forTimeInterval: 0.005) }
            connection.send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
        }
        let bed = try ProxyBed(ProxyBed.Settings(https: server.port))
        let peer = try bed.http2()
        let id = peer.ask()
        while server.notes.isEmpty { Thread.sleep(forTimeInterval: 0.005) }
        _ = bed.onLoop { $0.server.stop(within: 5_000) {} }
        server.note("stopping")
        #expect(peer.answer(id).text == "ok")
        while peer.next() != nil {}
        #expect(peer.connection.end == .finished)
        #expect(bed.onLoop { $0.server.openConnections } == 0)
    }

    @Test func `curl over HTTP/2 gets what it gets over HTTP/1`() throws {
        let curl = "/usr/bin/curl"
        guard FileManager.default.isExecutableFile(atPath: curl) else { return print("note: curl is absent") }
        let answer = RawAnswer("HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 5\r\n\r\nhello")
        let server = RawServer(authority: Authorities.origin, answers: [answer, answer])
        let folder = try TemporaryFolder()
        let path = folder.path + "/tape.fita"
        let bed = try ProxyBed(ProxyBed.Settings(https: server.port, record: path))
        let ca = folder.path + "/ca.pem"
        try Data(Authorities.proxy.orThrow().certificatePEM).write(to: URL(filePath: ca))
        for (option, version) in [("--http2", "2"), ("--http1.1", "1.1")] {
            let process = Process()
            process.executableURL = URL(filePath: curl)
            process.arguments = [
                "-sS", option, "--max-time", "10", "-x", "http://127.0.0.1:\(bed.port)", "--cacert", ca,
                "-w", " %{http_version}", "-d", "x=1", "https://origin.test/a",
            ]
            let output = Pipe()
            process.standardOutput = output
            try process.run()
            let bytes = output.fileHandleForReading.readDataToEndOfFile()
            process.waitUntilExit()
            #expect(String(decoding: bytes, as: UTF8.self) == "hello \(version)")
        }
        bed.stop()
        let exchanges = try Tape.exchanges(path)
        #expect(exchanges.map { $0.requestHTTP2 != nil } == [true, false])
        #expect(exchanges.map { text($0.request.body.payload) } == ["x=1", "x=1"])
    }

    @Test func `what was recorded over one version is replayed over the other`() throws {
        let answer = RawAnswer(
            "HTTP/1.1 200 OK\r\nX: 1\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\nX-U: 2\r\n\r\n")
        let server = RawServer(authority: Authorities.origin, answers: [answer, answer])
        let folder = try TemporaryFolder()
        let path = folder.path + "/tape.fita"
        let bed = try ProxyBed(ProxyBed.Settings(https: server.port, record: path))
        let peer = try bed.http2()
        #expect(peer.answer(peer.ask("/2", method: "POST", body: "x")).text == "abc")
        let client = try bed.secureTunnel()
        client.send("GET /1 HTTP/1.1\r\nHost: origin.test\r\n\r\n")
        #expect(client.readMessage() == answer.bytes)
        bed.stop()
        let tape = try ProxyBed(ProxyBed.Settings(tape: Tape.exchanges(path)))
        let replayed = try tape.http2()
        for target in ["/1", "/2"] {
            let got = replayed.answer(
                target == "/1" ? replayed.ask(target) : replayed.ask(target, method: "POST", body: "x"))
            #expect(got.head == [HTTP2Field(":status", "200"), HTTP2Field("x", "1")])
            #expect(got.text == "abc")
            #expect(got.trailers == [HTTP2Field("x-u", "2")])
        }
        let missed = replayed.answer(replayed.ask("/3"))
        #expect(missed.status == "503")
        let again = try ProxyBed(ProxyBed.Settings(tape: Tape.exchanges(path)))
        let older = try again.secureTunnel()
        older.send("POST /2 HTTP/1.1\r\nHost: origin.test\r\nContent-Length: 1\r\n\r\nx")
        #expect(older.readMessage() == answer.bytes)
    }
}
