import CassetteFormat
import Cryptography
import Foundation
import HTTP2Wire
import HTTPModel
import LoopbackPeers
import Origins
import Testing

@testable import ProxyRuntime

/// Origins that speak HTTP/2, behind clients of either version.
@Suite struct HTTP2OriginTests {
    private func text(_ bytes: [UInt8]?) -> String { bytes.map { String(decoding: $0, as: UTF8.self) } ?? "nothing" }

    /// Answers whole requests over HTTP/2; speaks nothing else unless told to.
    private static func origin(
        protocols: [String] = ["h2"], _ answer: @escaping @Sendable (HTTP2Peer, HTTP2Asked, RawServer) -> Void
    ) -> RawServer {
        RawServer(authority: Authorities.origin, protocols: protocols) { connection, server in
            HTTP2Peer(connection, .server).serve { peer, asked in
                server.log(Array(asked.text.utf8) + [0x0A] + asked.content)
                answer(peer, asked, server)
            }
        }
    }

    private static let ok = [HTTP2Field(":status", "200"), HTTP2Field("x", "1")]

    @Test func `HTTP/2 through and through keeps crumbs, order, trailers, interim answers and secrets`() throws {
        let secret = HTTP2Field(name: Array("x-secret".utf8), value: Array("s".utf8), isNeverIndexed: true)
        let crumbs = ["a=" + String(repeating: "1", count: 20), "b=" + String(repeating: "2", count: 20)]
        let server = RawServer(authority: Authorities.origin, protocols: ["h2"]) { connection, server in
            HTTP2Peer(connection, .server).serve { peer, asked in
                let never = asked.fields.filter(\.isNeverIndexed).map { String(decoding: $0.name, as: UTF8.self) }
                server.note("\(asked.text)\(never)")
                server.note(asked.trailers.map { String(decoding: $0.name, as: UTF8.self) }.joined())
                peer.session.sendInterim(asked.stream, [HTTP2Field(":status", "103"), HTTP2Field("link", "</x>")])
                peer.answer(asked.stream, Self.ok + [secret], "abc", trailers: [HTTP2Field("x-u", "2")])
            }
        }
        let folder = try TemporaryFolder()
        let path = folder.path + "/tape.fita"
        let bed = try ProxyBed(ProxyBed.Settings(https: server.port, record: path))
        let peer = try bed.http2()
        let id = peer.ask(
            "/a", method: "POST", fields: [HTTP2Field("cookie", crumbs[0]), secret, HTTP2Field("cookie", crumbs[1])],
            body: "hello", trailers: [HTTP2Field("x-t", "1")])
        let answer = peer.answer(id)
        #expect(answer.interim == [[HTTP2Field(":status", "103"), HTTP2Field("link", "</x>")]])
        #expect(answer.head == Self.ok + [secret])
        #expect(answer.text == "abc")
        #expect(answer.trailers == [HTTP2Field("x-u", "2")])
        #expect(answer.end == .noError)
        #expect(
            server.notes == [
                ":method: POST\n:scheme: https\n:path: /a\n:authority: origin.test\ncookie: \(crumbs[0])\n"
                    + "x-secret: s\ncookie: \(crumbs[1])\n[\"x-secret\"]", "x-t",
            ])
        bed.stop()
        let exchange = try #require(try Tape.exchanges(path).first)
        #expect(exchange.end == .complete)
        #expect(exchange.responseHTTP2 == HTTP2HeadFacts(stream: 1, pseudoFields: [], neverIndexed: [2]))
        #expect(
            text(exchange.response?.head.bytes)
                == "HTTP/1.1 200 \r\nx: 1\r\nx-secret: s\r\ntransfer-encoding: chunked\r\n\r\n")
        #expect(text(exchange.response?.body.payload) == "abc")
        // Played again, to either version.
        let tape = try ProxyBed(ProxyBed.Settings(tape: Tape.exchanges(path)))
        let replayed = try tape.http2()
        let again = replayed.answer(replayed.ask("/a", method: "POST", body: "hello"))
        #expect(again == answer)
    }

    @Test func `a client of HTTP/1 is asked for over HTTP/2 where the origin speaks nothing else`() throws {
        let server = Self.origin { peer, asked, _ in
            if asked.text.contains("/empty") {
                peer.answer(asked.stream, [HTTP2Field(":status", "204")])
            } else {
                let isHead = asked.text.contains(": HEAD")
                peer.answer(asked.stream, Self.ok + [HTTP2Field("content-length", "3")], isHead ? "" : "abc")
            }
        }
        let folder = try TemporaryFolder()
        let path = folder.path + "/tape.fita"
        let bed = try ProxyBed(ProxyBed.Settings(https: server.port, record: path))
        let client = try bed.secureTunnel()
        client.send(
            "POST /a HTTP/1.1\r\nHost: origin.test\r\nX-MiXed: 1\r\nConnection: keep-alive, X-Hop\r\nX-Hop: 1\r\n"
                + "TE: gzip\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nhe\r\n3\r\nllo\r\n0\r\n\r\n")
        #expect(text(client.readMessage()) == "HTTP/1.1 200 \r\nx: 1\r\ncontent-length: 3\r\n\r\nabc")
        client.send("GET /empty HTTP/1.1\r\nHost: origin.test\r\n\r\n")
        #expect(text(client.readMessage()) == "HTTP/1.1 204 \r\n\r\n")
        client.send("HEAD /b HTTP/1.1\r\nHost: origin.test\r\n\r\n")
        #expect(text(client.read(through: "\r\n\r\n")).hasPrefix("HTTP/1.1 200 \r\n"))
        let asked = server.messages.map { text($0) }
        #expect(
            asked.first
                == ":method: POST\n:scheme: https\n:authority: origin.test\n:path: /a\nx-mixed: 1\n\nhello")
        // One connection that was refused, one that carried all.
        #expect(server.connections == 2)
        bed.stop()
        let exchanges = try Tape.exchanges(path)
        #expect(exchanges.map { $0.requestHTTP2 == nil && $0.responseHTTP2 != nil } == [true, true, true])
        #expect(exchanges.map(\.end) == [.complete, .complete, .complete])
    }

    @Test func `trailers both ways and an interim answer cross from HTTP/1 to HTTP/2 and back`() throws {
        let server = RawServer(authority: Authorities.origin, protocols: ["h2"]) { connection, server in
            HTTP2Peer(connection, .server).serve { peer, asked in
                let trailers = asked.trailers.map {
                    String(decoding: $0.name + [0x3D] + $0.value, as: UTF8.self)
                }
                server.note("\(String(decoding: asked.content, as: UTF8.self)) \(trailers)")
                peer.session.sendInterim(asked.stream, [HTTP2Field(":status", "103"), HTTP2Field("link", "</x>")])
                peer.answer(asked.stream, Self.ok, "abc", trailers: [HTTP2Field("x-u", "2")])
            }
        }
        let folder = try TemporaryFolder()
        let path = folder.path + "/tape.fita"
        let bed = try ProxyBed(ProxyBed.Settings(https: server.port, record: path))
        let client = try bed.secureTunnel()
        client.send(
            "POST /a HTTP/1.1\r\nHost: origin.test\r\nTE: trailers\r\nTrailer: X-T\r\nTransfer-Encoding: chunked\r\n"
                + "\r\n5\r\nhello\r\n0\r\nX-T: 1\r\n\r\n")
        #expect(text(client.read(through: "\r\n\r\n")) == "HTTP/1.1 103 \r\nlink: </x>\r\n\r\n")
        #expect(
            text(client.readMessage())
                == "HTTP/1.1 200 \r\nx: 1\r\ntransfer-encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\nx-u: 2\r\n\r\n")
        #expect(server.notes.last == "hello [\"x-t=1\"]")
        client.close()
        bed.stop()
        let exchange = try #require(try Tape.exchanges(path).first)
        #expect(exchange.end == .complete)
        #expect(exchange.interim.map { text($0.head.bytes) } == ["HTTP/1.1 103 \r\nlink: </x>\r\n\r\n"])
        #expect(text(Tape.requestBytes(exchange)).hasSuffix("0\r\nX-T: 1\r\n\r\n"))
        #expect(text(Tape.answerBytes(exchange)).hasSuffix("0\r\nx-u: 2\r\n\r\n"))
    }

    @Test func `an origin of both versions is spoken to as the client speaks`() throws {
        let server = RawServer(authority: Authorities.origin, protocols: ["h2", "http/1.1"]) { connection, server in
            server.note(connection.agreed ?? "nothing")
            guard connection.agreed == "h2" else {
                _ = connection.readMessage()
                return connection.send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
            }
            HTTP2Peer(connection, .server).serve { peer, asked in peer.answer(asked.stream, Self.ok, "two") }
        }
        let bed = try ProxyBed(ProxyBed.Settings(https: server.port))
        let client = try bed.secureTunnel()
        client.send("GET / HTTP/1.1\r\nHost: origin.test\r\n\r\n")
        #expect(text(client.readMessage()).hasSuffix("ok"))
        let peer = try bed.http2()
        #expect(peer.answer(peer.ask()).text == "two")
        #expect(server.notes == ["http/1.1", "h2"])
    }

    @Test func `many exchanges of many clients share one connection, and each gets its own answer`() throws {
        let server = Self.origin { peer, asked, _ in
            let path = asked.fields.first { $0.isNamed(":path") }?.value ?? []
            peer.answer(asked.stream, Self.ok, String(decoding: path, as: UTF8.self))
        }
        let bed = try ProxyBed(ProxyBed.Settings(https: server.port))
        let peers = try (0..<4).map { _ in try bed.http2() }
        let asked = peers.enumerated().map { index, peer in
            (0..<25).map { number in (peer.ask("/\(index)/\(number)"), "/\(index)/\(number)") }
        }
        for (peer, streams) in zip(peers, asked) {
            for (id, target) in streams { #expect(peer.answer(id).text == target) }
        }
        #expect(server.messages.count == 100)
        #expect(server.connections == 1)
    }

    @Test func `a stream that the origin resets is reset towards the client, and cut on the tape`() throws {
        let server = Self.origin { peer, asked, _ in
            if asked.text.contains("/cut") {
                peer.session.sendHead(asked.stream, Self.ok, isEnd: false)
                Array("abc".utf8).withUnsafeBufferPointer { peer.session.sendData(asked.stream, $0) }
                peer.flush()
            }
            peer.session.reset(asked.stream, .internalError)
            peer.flush()
        }
        let folder = try TemporaryFolder()
        let path = folder.path + "/tape.fita"
        let bed = try ProxyBed(ProxyBed.Settings(https: server.port, record: path))
        let peer = try bed.http2()
        let cut = peer.answer(peer.ask("/cut"))
        #expect(cut.text == "abc")
        #expect(cut.end == .internalError)
        let none = peer.answer(peer.ask("/none"))
        #expect(none.status == nil)
        #expect(none.end == .internalError)
        let client = try bed.secureTunnel()
        client.send("GET /x HTTP/1.1\r\nHost: origin.test\r\n\r\n")
        #expect(text(client.readMessage()).hasPrefix("HTTP/1.1 502"))
        bed.stop()
        let exchanges = try Tape.exchanges(path)
        #expect(exchanges.map(\.end) == [.short, .originAborted, .originAborted])
        #expect(exchanges.allSatisfy { $0.notes == ["the origin reset the stream: INTERNAL_ERROR"] })
        #expect(server.messages.count == 3)
    }

    @Test(arguments: [HTTP2ErrorCode.http11Required, .enhanceYourCalm, .protocolError, HTTP2ErrorCode(77)])
    func `the code of a reset crosses as it is, in both directions`(code: HTTP2ErrorCode) throws {
        let server = RawServer(authority: Authorities.origin, protocols: ["h2"]) { connection, server in
            let peer = HTTP2Peer(connection, .server)
            while let event = peer.next() {
                switch event {
                case .head(let id, let fields, _):
                    if fields.contains(where: { $0.value == Array("/held".utf8) }) {
                        server.note("held")
                    } else {
                        peer.session.reset(id, code)
                        peer.flush()
                    }
                case .closed(let id, let code, _): server.note("\(id): \(code)")
                default: break
                }
            }
        }
        let folder = try TemporaryFolder()
        let path = folder.path + "/tape.fita"
        let bed = try ProxyBed(ProxyBed.Settings(https: server.port, record: path))
        let peer = try bed.http2()
        #expect(peer.answer(peer.ask("/")).end == code)
        let held = peer.ask("/held")
        #expect(bed.eventually { _ in server.notes.contains("held") })
        peer.session.reset(held, code)
        peer.flush()
        #expect(bed.eventually { _ in server.notes.contains("3: \(code)") })
        bed.stop()
        let exchanges = try Tape.exchanges(path)
        #expect(exchanges.map(\.end) == [.originAborted, .clientAborted])
        #expect(
            exchanges.map(\.notes) == [
                ["the origin reset the stream: \(code)"], ["the client reset the stream: \(code)"],
            ])
    }

    @Test func `an end without an error never makes a cut answer look whole`() throws {
        let server = Self.origin { peer, asked, _ in
            peer.session.sendHead(asked.stream, Self.ok, isEnd: false)
            peer.flush()
            peer.session.reset(asked.stream, .noError)
            peer.flush()
        }
        let bed = try ProxyBed(ProxyBed.Settings(https: server.port))
        let peer = try bed.http2()
        #expect(peer.answer(peer.ask()).end == .internalError)
    }

    @Test func `curl comes again with HTTP 1 where the origin wants that`() throws {
        guard Curl.isThere else { return print("curl is not there") }
        let server = RawServer(authority: Authorities.origin, protocols: ["h2", "http/1.1"]) { connection, server in
            server.note(connection.agreed ?? "nothing")
            guard connection.agreed == "h2" else {
                _ = connection.readMessage()
                return connection.send("HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\none")
            }
            HTTP2Peer(connection, .server).serve { peer, asked in
                peer.session.reset(asked.stream, .http11Required)
            }
        }
        let folder = try TemporaryFolder()
        let trusted = try folder.file("ca.pem", try Authorities.proxy.orThrow().certificatePEM)
        let bed = try ProxyBed(ProxyBed.Settings(https: server.port))
        let outcome = try Curl.run([
            "--cacert", trusted, "-x", "http://127.0.0.1:\(bed.port)", "https://origin.test/",
        ])
        #expect(outcome.output == "one", "\(outcome.errors)")
        #expect(server.notes == ["h2", "http/1.1"])
    }

    @Test func `trailers beside a content-length cross between HTTP 2 and HTTP 2 and stand on the tape`() throws {
        let length = HTTP2Field("content-length", "3")
        let server = RawServer(authority: Authorities.origin, protocols: ["h2"]) { connection, server in
            HTTP2Peer(connection, .server).serve { peer, asked in
                server.note(asked.trailers.map { "\(String(decoding: $0.value, as: UTF8.self))" }.joined())
                let isHead = asked.text.contains(": HEAD")
                peer.answer(asked.stream, Self.ok + [length], isHead ? "" : "abc", trailers: [HTTP2Field("x-u", "2")])
            }
        }
        let folder = try TemporaryFolder()
        let path = folder.path + "/tape.fita"
        let bed = try ProxyBed(ProxyBed.Settings(https: server.port, record: path))
        let peer = try bed.http2()
        let answer = peer.answer(
            peer.ask("/", method: "POST", fields: [length], body: "xyz", trailers: [HTTP2Field("x-t", "1")]))
        #expect(answer.text == "abc")
        #expect(answer.trailers == [HTTP2Field("x-u", "2")])
        #expect(server.notes == ["1"])
        let client = try bed.secureTunnel()
        client.send("GET / HTTP/1.1\r\nHost: origin.test\r\n\r\n")
        #expect(text(client.readMessage()) == "HTTP/1.1 200 \r\nx: 1\r\ncontent-length: 3\r\n\r\nabc")
        bed.stop()
        #expect(
            try Tape.exchanges(path).map(\.notes) == [
                [
                    "trailers of the request, beside a content-length: x-t: 1",
                    "trailers of the answer, beside a content-length: x-u: 2",
                ],
                ["trailers of the answer, beside a content-length, left out towards a client of HTTP/1: x-u: 2"],
            ])
    }

    @Test func `trailers beside a content-length are left out towards an origin of HTTP 1, as the tape says`() throws {
        let server = RawServer(
            authority: Authorities.origin, answers: [RawAnswer("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")])
        let folder = try TemporaryFolder()
        let path = folder.path + "/tape.fita"
        let bed = try ProxyBed(ProxyBed.Settings(https: server.port, record: path))
        let peer = try bed.http2()
        let id = peer.ask(
            "/", method: "POST", fields: [HTTP2Field("content-length", "3")], body: "xyz",
            trailers: [HTTP2Field("x-t", "1")])
        #expect(peer.answer(id).text == "ok")
        bed.stop()
        #expect(text(server.messages.first).hasSuffix("\r\n\r\nxyz"))
        #expect(
            try Tape.exchanges(path).first?.notes == [
                "trailers of the request, beside a content-length: x-t: 1",
                "the origin speaks HTTP/1: trailers beside a content-length were left out",
            ])
    }

    @Test func `an origin is not offered HTTP 2 where that is switched off`() throws {
        let server = RawServer(authority: Authorities.origin, protocols: ["h2", "http/1.1"]) { connection, server in
            server.note(connection.agreed ?? "nothing")
            while connection.readMessage() != nil {
                connection.send("HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\none")
            }
        }
        let bed = try ProxyBed(ProxyBed.Settings(https: server.port))
        _ = bed.onLoop { $0.live.offersHTTP2 = false }
        let peer = try bed.http2()
        #expect(peer.answer(peer.ask()).text == "one")
        #expect(server.notes == ["http/1.1"])
        // One that speaks nothing else is not asked a second time in its own way.
        let only = Self.origin { peer, asked, _ in peer.answer(asked.stream, Self.ok, "two") }
        let other = try ProxyBed(ProxyBed.Settings(https: only.port))
        _ = other.onLoop { $0.live.offersHTTP2 = false }
        let client = try other.secureTunnel()
        client.send("GET / HTTP/1.1\r\nHost: origin.test\r\n\r\n")
        #expect(text(client.readMessage()).hasPrefix("HTTP/1.1 502 "))
        #expect(only.connections == 1)
    }

    @Test func `a client's reset reaches the origin as one, and its connection lives on`() throws {
        let server = RawServer(authority: Authorities.origin, protocols: ["h2"]) { connection, server in
            let peer = HTTP2Peer(connection, .server)
            while let event = peer.next() {
                switch event {
                case .head(let id, let fields, _):
                    let isHeld = fields.contains { $0.value == Array("/held".utf8) }
                    if isHeld { server.note("held") } else { peer.answer(id, Self.ok, "ok") }
                case .closed(_, let code, _): server.note("\(code)")
                default: break
                }
            }
        }
        let bed = try ProxyBed(ProxyBed.Settings(https: server.port))
        let peer = try bed.http2()
        let held = peer.ask("/held")
        while server.notes.isEmpty { Thread.sleep(forTimeInterval: 0.005) }
        peer.session.reset(held, .cancel)
        peer.flush()
        #expect(peer.answer(peer.ask("/next")).text == "ok")
        #expect(server.notes.prefix(2) == ["held", "CANCEL"])
        #expect(server.connections == 1)
    }

    @Test func `after GOAWAY an exchange under way ends and the next goes onto a new connection`() throws {
        let server = Self.origin { peer, asked, _ in
            peer.session.goAway()
            peer.answer(asked.stream, Self.ok, "ok")
        }
        let bed = try ProxyBed(ProxyBed.Settings(https: server.port))
        let peer = try bed.http2()
        for _ in 0..<3 { #expect(peer.answer(peer.ask()).text == "ok") }
        #expect(server.connections == 3)
    }

    @Test func `a request that a dying connection did not look at is asked again, once`() throws {
        let server = RawServer(authority: Authorities.origin, protocols: ["h2"]) { connection, server in
            let isFirst = server.connections == 1
            let peer = HTTP2Peer(connection, .server)
            var answered = 0
            while let event = peer.next() {
                guard case .head(let id, _, _) = event else { continue }
                if isFirst, answered == 1 { return }
                answered += 1
                peer.answer(id, Self.ok, isFirst ? "first" : "second")
            }
        }
        let bed = try ProxyBed(ProxyBed.Settings(https: server.port))
        let peer = try bed.http2()
        #expect(peer.answer(peer.ask()).text == "first")
        #expect(peer.answer(peer.ask()).text == "second")
        #expect(server.connections == 2)
    }

    @Test func `a client that does not read stops one stream and not its neighbours`() throws {
        let large = String(repeating: "x", count: 8 << 20)
        let server = Self.origin { peer, asked, _ in
            peer.answer(asked.stream, Self.ok, asked.text.contains("/large") ? large : "small")
        }
        let bed = try ProxyBed(ProxyBed.Settings(https: server.port))
        let slow = try bed.http2()
        slow.consumes = false
        let id = slow.ask("/large")
        var count = 0
        while count < 65_535, case .some(let event) = slow.next() {
            if case .data(_, let bytes) = event { count += bytes.count }
        }
        let quick = try bed.http2()
        for _ in 0..<20 { #expect(quick.answer(quick.ask("/small")).text == "small") }
        #expect(server.connections == 1)
        slow.session.consumed(id, count)
        slow.consumes = true
        slow.flush()
        while count < large.utf8.count, let event = slow.next() {
            if case .data(_, let bytes) = event { count += bytes.count }
        }
        #expect(count == large.utf8.count)
    }
}
