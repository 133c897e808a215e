import CassetteFormat
import Foundation
import HTTPModel
import HTTPWire
import LoopbackPeers
import Origins
import Testing

@testable import ProxyRuntime

/// A tape in the origin's place.
@Suite struct ReplayTests {
    private func text(_ bytes: [UInt8]?) -> String { bytes.map { String(decoding: $0, as: UTF8.self) } ?? "nothing" }

    private func get(_ path: String, _ method: String = "GET") -> String {
        "\(method) http://origin.test\(path) HTTP/1.1\r\nHost: origin.test\r\n\r\n"
    }

    /// Records what these requests get, one after the other on one connection.
    private func record(_ requests: [String], _ answers: [RawAnswer]) throws -> [Exchange] {
        let folder = try TemporaryFolder()
        let server = RawServer(answers: answers)
        defer { server.stop() }
        let bed = try ProxyBed(ProxyBed.Settings(http: server.port, record: folder.path + "/tape.fita"))
        let client = try bed.client()
        for (request, answer) in zip(requests, answers) {
            client.send(request)
            #expect(client.read(answer.bytes.count) == answer.bytes)
        }
        bed.stop()
        return try Tape.exchanges(folder.path + "/tape.fita")
    }

    private static func answer(_ body: String) -> RawAnswer {
        RawAnswer("HTTP/1.1 200 OK\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)")
    }

    @Test func `a tape answers what is on it, each once, and no server is asked`() throws {
        let tape = try record([get("/seq")], [Self.answer("seq-1")])
        // A server that would answer all of it, were it asked.
        let server = RawServer(answers: Array(repeating: Self.answer("live"), count: 9))
        let bed = try ProxyBed(ProxyBed.Settings(http: server.port, tape: tape))
        let client = try bed.client()
        var got: [String] = []
        for path in ["/other", "/seq", "/seq", "/other"] {
            client.send(get(path))
            got.append(text(client.readMessage()))
        }
        #expect(got.map { $0.prefix(12) } == ["HTTP/1.1 503", "HTTP/1.1 200", "HTTP/1.1 503", "HTTP/1.1 503"])
        #expect(got[0].contains("Nearest: #1 GET http://origin.test/seq (already played)") == false)
        #expect(got[0].contains("Nearest: #1 GET http://origin.test/seq\n  path differs"))
        #expect(got[1].hasSuffix("seq-1"))
        #expect(got[2].contains("#1, used 1 of 1 times"))
        #expect(server.connections == 0)
        #expect(
            bed.onLoop { [$0.live.connects, $0.tape?.playedCount ?? -1, $0.tape?.missedCount ?? -1] } == [0, 1, 3])
        #expect(bed.onLoop { $0.tape?.unplayed ?? [0] } == [])
    }

    @Test func `equal requests that overlapped in time are answered in the order of their beginning`() throws {
        let folder = try TemporaryFolder()
        let gate = DispatchSemaphore(value: 0)
        let server = RawServer { connection, server in
            while let request = connection.readMessage() {
                server.log(request)
                let count = server.messages.count
                // The second answer waits for the third to have been given.
                if count == 2 { gate.wait() }
                connection.send(Self.answer(["p1", "p2", "p3", "post", "done"][count - 1]).bytes)
            }
        }
        let bed = try ProxyBed(ProxyBed.Settings(http: server.port, record: folder.path + "/tape.fita"))
        let (one, other) = (try bed.client(), try bed.client())
        one.send(get("/s"))
        #expect(text(one.readMessage()).hasSuffix("p1"))
        one.send(get("/s"))
        #expect(bed.eventually { _ in server.messages.count == 2 })
        other.send(get("/s"))
        #expect(text(other.readMessage()).hasSuffix("p3"))
        gate.signal()
        #expect(text(one.readMessage()).hasSuffix("p2"))
        one.send(get("/s", "POST"))
        #expect(text(one.readMessage()).hasSuffix("post"))
        one.send(get("/s"))
        #expect(text(one.readMessage()).hasSuffix("done"))
        bed.stop()
        let tape = try Tape.exchanges(folder.path + "/tape.fita")
        let replay = try ProxyBed(ProxyBed.Settings(tape: tape))
        let client = try replay.client()
        var got: [String] = []
        for method in ["GET", "GET", "POST", "GET", "GET", "GET"] {
            client.send(get("/s", method))
            let answer = text(client.readMessage())
            got.append(answer.hasPrefix("HTTP/1.1 200 ") ? String(answer.split(separator: "\r\n").last ?? "") : "miss")
        }
        #expect(got == ["p1", "p2", "post", "p3", "done", "miss"])
    }

    @Test func `a body is compared, whichever way it was framed`() throws {
        let head = "POST http://origin.test/b HTTP/1.1\r\nHost: origin.test\r\n"
        let tape = try record([head + "Content-Length: 5\r\n\r\nhello"], [Self.answer("ok")])
        let bed = try ProxyBed(ProxyBed.Settings(tape: tape))
        let client = try bed.client()
        client.send(head + "Transfer-Encoding: chunked\r\n\r\n5\r\nhellO\r\n0\r\n\r\n")
        let miss = text(client.readMessage())
        #expect(miss.contains("body: differs from byte 4 on (recorded 5 bytes, asked 5)"))
        client.send(head + "Transfer-Encoding: chunked\r\n\r\n2\r\nhe\r\n3;x\r\nllo\r\n0\r\n\r\n")
        #expect(client.readMessage() == Self.answer("ok").bytes)
    }

    @Test func `what is not on the tape goes to the origin only where that is asked for`() throws {
        let tape = try record([get("/seq")], [Self.answer("taped")])
        let server = RawServer(answers: [Self.answer("live"), Self.answer("live")])
        let bed = try ProxyBed(ProxyBed.Settings(http: server.port, tape: tape, fallsBack: true))
        let client = try bed.client()
        client.send(get("/seq"))
        #expect(text(client.readMessage()).hasSuffix("taped"))
        client.send(
            "POST http://origin.test/new HTTP/1.1\r\nHost: origin.test\r\nTransfer-Encoding: chunked\r\n\r\n3;x\r\nabc\r\n0\r\n\r\n"
        )
        #expect(text(client.readMessage()).hasSuffix("live"))
        #expect(
            text(server.messages.first)
                == "POST /new HTTP/1.1\r\nHost: origin.test\r\nTransfer-Encoding: chunked\r\n\r\n3;x\r\nabc\r\n0\r\n\r\n"
        )
    }

    /// CL-33: a replayed click ID names a real click; what carries it must reach no server.
    @Test func `what carries a held-back text goes to no origin, whatever was asked for`() throws {
        let server = RawServer(answers: [Self.answer("live")])
        let bed = try ProxyBed(
            ProxyBed.Settings(http: server.port, tape: [], fallsBack: true, heldBack: "recorded-cid"))
        let client = try bed.client()
        client.send(
            "POST http://origin.test/conversion HTTP/1.1\r\nHost: origin.test\r\n"
                + "Content-Length: 12\r\n\r\nrecorded-cid")
        let answer = text(client.readMessage())
        #expect(answer.hasPrefix("HTTP/1.1 503 "))
        #expect(answer.contains("It carries a click ID of the tape: no server is asked, whatever --on-miss says."))
        client.send(get("/visit?mk_cid=recorded-cid"))
        #expect(text(client.readMessage()).hasPrefix("HTTP/1.1 503 "))
        client.send(get("/visit?mk_cid=another-cid"))
        #expect(text(client.readMessage()).hasSuffix("live"))
        #expect(server.messages.count == 1)
        #expect(bed.onLoop { $0.tape?.heldCount } == 2)
    }

    @Test func `a body too long to compare goes to the origin whole`() throws {
        let size = TapeOrigin.requestBodyLimit + 300_000
        let server = RawServer { connection, server in
            _ = connection.read(through: "\r\n\r\n")
            server.note("\(connection.read(size).count)")
            connection.send(Self.answer("live").bytes)
        }
        let bed = try ProxyBed(ProxyBed.Settings(http: server.port, tape: [], fallsBack: true))
        let client = try bed.client()
        client.send("POST http://origin.test/ HTTP/1.1\r\nHost: origin.test\r\nContent-Length: \(size)\r\n\r\n")
        client.send([UInt8](repeating: 0x61, count: size))
        #expect(text(client.readMessage()).hasSuffix("live"))
        #expect(server.notes == ["\(size)"])
        // Without an origin it is a miss, and told at once.
        let strict = try ProxyBed(ProxyBed.Settings(tape: []))
        let refused = try strict.client()
        refused.send("POST http://origin.test/ HTTP/1.1\r\nHost: origin.test\r\nContent-Length: \(size * 2)\r\n\r\n")
        refused.send([UInt8](repeating: 0x61, count: size))
        #expect(text(refused.readMessage()).hasPrefix("HTTP/1.1 503 "))
    }

    @Test func `a tunnel is not replayed, and its client is not left waiting`() throws {
        let bed = try ProxyBed(ProxyBed.Settings(tape: []))
        let client = try bed.tunnel()
        client.send("!unread\n")
        #expect(client.readAll() == [])
        #expect(client.end != .timedOut)
        #expect(bed.onLoop { $0.live.connects } == 0)
        let server = RawServer { connection, _ in
            while let line = connection.read(through: "\n") { connection.send(line) }
        }
        let open = try ProxyBed(ProxyBed.Settings(https: server.port, tape: [], fallsBack: true))
        let through = try open.tunnel()
        through.send("!unread\n")
        #expect(text(through.read(through: "\n")) == "!unread\n")
    }

    @Test func `a miss is on the tape of the replay as one, without the words for the client`() throws {
        let folder = try TemporaryFolder()
        let tape = try record([get("/a?id=recorded-id")], [Self.answer("ok")])
        let bed = try ProxyBed(ProxyBed.Settings(tape: tape, record: folder.path + "/replay.fita"))
        let client = try bed.client()
        client.send(get("/a?id=asked-id"))
        #expect(text(client.readMessage()).contains("recorded \"recorded-id\", asked \"asked-id\""))
        bed.stop()
        let exchanges = try Tape.exchanges(folder.path + "/replay.fita")
        #expect(exchanges.map(\.end) == [.missed])
    }

    @Test func `an exchange that failed when it was recorded fails again`() throws {
        let folder = try TemporaryFolder()
        let server = RawServer(answers: [RawAnswer("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nten bytes.", .close)])
        let bed = try ProxyBed(ProxyBed.Settings(http: server.port, record: folder.path + "/tape.fita"))
        let client = try bed.client()
        client.send(get("/short"))
        _ = client.readAll()
        bed.stop()
        let replay = try ProxyBed(ProxyBed.Settings(tape: try Tape.exchanges(folder.path + "/tape.fita")))
        let again = try replay.client()
        again.send(get("/short"))
        let answer = text(again.readMessage())
        #expect(answer.hasPrefix("HTTP/1.1 502 "))
        #expect(answer.contains("the body was shorter than announced"))
    }

    @Test func `an HTTP/1.0 client gets a taped chunked answer without its coding`() throws {
        let chunked = RawAnswer("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3;e\r\nabc\r\n0\r\n\r\n")
        let tape = try record([get("/c")], [chunked])
        let bed = try ProxyBed(ProxyBed.Settings(tape: tape))
        let client = try bed.client()
        client.send("GET http://origin.test/c HTTP/1.0\r\nHost: origin.test\r\n\r\n")
        #expect(text(client.readAll()) == "HTTP/1.1 200 OK\r\n\r\nabc")
    }

    @Test func `requests sent ahead to a tape are answered in their order`() throws {
        let paths = (1...50).map { "/\($0)" }
        let tape = try record(paths.map { get($0) }, paths.map { Self.answer($0) })
        let bed = try ProxyBed(ProxyBed.Settings(tape: tape))
        let client = try bed.client()
        client.send(paths.map { get($0) }.joined())
        for path in paths { #expect(client.readMessage() == Self.answer(path).bytes) }
    }
}
