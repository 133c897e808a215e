import CassetteFormat
import Foundation
import HTTPModel
import LoopbackPeers
import Origins
import Testing

@testable import ProxyRuntime

/// What is cut on one side is cut on the other, and never looks whole.
@Suite struct FailureTests {
    private func text(_ bytes: [UInt8]?) -> String { bytes.map { String(decoding: $0, as: UTF8.self) } ?? "nothing" }

    private let get = "GET http://origin.test/ HTTP/1.1\r\nHost: origin.test\r\n\r\n"

    @Test(arguments: [
        RawAnswer("", .close), RawAnswer("", .reset), RawAnswer("HTTP/1.1 200", .close),
        RawAnswer("HTTP/1.1 103 Early Hints\r\n\r\n", .close), RawAnswer("SSH-2.0-OpenSSH_9.2\r\n"),
        RawAnswer("HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab"),
        RawAnswer("HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\n\r\n"),
    ])
    func `without a final head the client gets 502 and may go on`(answer: RawAnswer) throws {
        let server = RawServer(answers: [answer, RawAnswer("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")])
        let folder = try TemporaryFolder()
        let bed = try ProxyBed(ProxyBed.Settings(http: server.port, record: folder.path + "/tape.fita"))
        let client = try bed.client()
        client.send(get)
        if text(answer.bytes).hasPrefix("HTTP/1.1 103") { _ = client.read(answer.bytes.count) }
        #expect(text(client.readMessage()).hasPrefix("HTTP/1.1 502 Bad Gateway\r\n"))
        client.send(get)
        #expect(text(client.readMessage()) == "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
        bed.stop()
        let end = try #require(try Tape.exchanges(folder.path + "/tape.fita").first?.end)
        switch end {
        case .originAborted: #expect(answer.after != .keep)
        case .originFault: #expect(answer.after == .keep)
        default: Issue.record("\(end)")
        }
    }

    @Test(arguments: [
        (RawAnswer("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nten bytes.", .close), RawConnection.End.finished),
        (RawAnswer("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nten bytes.", .reset), .finished),
        (RawAnswer("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n", .close), .finished),
        // Its length is nowhere else: only a reset tells the client that it is cut.
        (RawAnswer("HTTP/1.1 200 OK\r\n\r\nten bytes.", .reset), .reset),
    ])
    func `a body that is cut is cut for the client too, its bytes passed on`(
        answer: RawAnswer, end: RawConnection.End
    ) throws {
        // The bytes are on their way before the cut: the origin waits until the client has them.
        let gate = DispatchSemaphore(value: 0)
        let server = RawServer { connection, _ in
            _ = connection.readMessage()
            connection.send(answer.bytes)
            gate.wait()
            if answer.after == .reset { connection.reset() } else { connection.close() }
        }
        let bed = try ProxyBed(ProxyBed.Settings(http: server.port))
        let client = try bed.client()
        client.send(get)
        #expect(client.read(answer.bytes.count) == answer.bytes)
        gate.signal()
        #expect(client.readAll() == [])
        #expect(client.end == end)
    }

    @Test func `a body that runs to a cut TLS stream is not whole`() throws {
        for after in [RawAnswer.After.close, .cut] {
            let folder = try TemporaryFolder()
            let server = RawServer(
                authority: Authorities.origin, answers: [RawAnswer("HTTP/1.1 200 OK\r\n\r\nten bytes.", after)])
            let bed = try ProxyBed(ProxyBed.Settings(https: server.port, record: folder.path + "/tape.fita"))
            let client = try bed.secureTunnel()
            client.send("GET / HTTP/1.1\r\nHost: origin.test\r\n\r\n")
            let got = text(client.readAll())
            if after == .close {
                #expect(got == "HTTP/1.1 200 OK\r\n\r\nten bytes.")
                #expect(client.end == .finished)
            } else {
                #expect(client.end != .finished)
            }
            bed.stop()
            let end = try Tape.exchanges(folder.path + "/tape.fita").first?.end
            #expect(end == (after == .close ? .complete : .originAborted))
        }
    }

    @Test func `a client that goes away is seen by the origin as a reset`() throws {
        let server = RawServer { connection, server in
            _ = connection.read(through: "\r\n\r\n")
            _ = connection.readAll()
            server.note("\(connection.end.map { "\($0)" } ?? "")")
        }
        let folder = try TemporaryFolder()
        let bed = try ProxyBed(ProxyBed.Settings(http: server.port, record: folder.path + "/tape.fita"))
        for isReset in [true, false] {
            let client = try bed.client()
            let connects = bed.onLoop { $0.live.connects } ?? 0
            client.send(
                "POST http://origin.test/ HTTP/1.1\r\nHost: origin.test\r\nContent-Length: 50\r\n\r\nonly ten b")
            #expect(bed.eventually { $0.live.connects == connects + 1 })
            isReset ? client.reset() : client.close()
        }
        #expect(bed.eventually { _ in server.notes.count == 2 })
        #expect(server.notes == ["reset", "reset"])
        bed.stop()
        let ends = try Tape.exchanges(folder.path + "/tape.fita").map(\.end)
        #expect(ends == [.clientAborted, .clientAborted])
    }

    @Test func `an origin whose certificate is not trusted gets not one byte of a request`() throws {
        let server = RawServer(authority: Authorities.origin) { connection, server in server.log(connection.readAll()) }
        let folder = try TemporaryFolder()
        var settings = ProxyBed.Settings(https: server.port, record: folder.path + "/tape.fita")
        settings.trustsOrigin = false
        let bed = try ProxyBed(settings)
        let client = try bed.secureTunnel()
        client.send("POST /secret HTTP/1.1\r\nHost: origin.test\r\nContent-Length: 6\r\n\r\nsecret")
        let answer = text(client.readMessage())
        #expect(answer.hasPrefix("HTTP/1.1 502 Bad Gateway\r\n"))
        #expect(answer.contains("https://origin.test"))
        #expect(answer.contains("Nothing was sent."))
        #expect(bed.eventually { _ in server.notes.count + server.messages.count == 1 })
        #expect(server.messages.allSatisfy { $0.isEmpty })
        bed.stop()
        guard case .originUnreachable("tls", _)? = try Tape.exchanges(folder.path + "/tape.fita").first?.end else {
            Issue.record("the tape says otherwise")
            return
        }
    }

    @Test func `an origin that speaks no TLS, or the wrong name, is not asked`() throws {
        let plain = RawServer { connection, server in
            server.log(connection.readSome())
            connection.send("HTTP/1.1 400 Bad Request\r\n\r\n")
        }
        let named = RawServer(authority: Authorities.origin, host: "other.test") { connection, server in
            server.log(connection.readAll())
        }
        for server in [plain, named] {
            var settings = ProxyBed.Settings()
            settings.connectTo = ["127.0.0.1:443:127.0.0.1:\(server.port)"]
            let bed = try ProxyBed(settings)
            let client = try bed.secureTunnel("127.0.0.1")
            client.send("GET /secret HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
            #expect(text(client.readMessage()).hasPrefix("HTTP/1.1 502 "))
            #expect(server.messages.allSatisfy { !text($0).contains("secret") })
        }
    }

    @Test func `an origin that is not there is answered for`() throws {
        let server = RawServer { _, _ in }
        server.stop()
        let bed = try ProxyBed(ProxyBed.Settings(http: server.port, https: server.port))
        let client = try bed.client()
        client.send(get)
        let answer = text(client.readMessage())
        #expect(answer.hasPrefix("HTTP/1.1 502 Bad Gateway\r\n"))
        #expect(answer.contains("fita could not reach http://origin.test"))
        client.send("HEAD http://origin.test/ HTTP/1.1\r\nHost: origin.test\r\n\r\n")
        #expect(text(client.read(through: "\r\n\r\n")).hasPrefix("HTTP/1.1 502 "))
        // The connection is in step after a HEAD.
        client.send("POST http://origin.test/ HTTP/1.1\r\nHost: origin.test\r\nContent-Length: 2\r\n\r\nab")
        #expect(text(client.readMessage()).hasPrefix("HTTP/1.1 502 "))
        let secure = try bed.secureTunnel()
        secure.send("GET / HTTP/1.1\r\nHost: origin.test\r\n\r\n")
        #expect(text(secure.readMessage()).contains("fita could not reach https://origin.test"))
    }

    @Test func `an origin that never finishes its handshake is let go`() throws {
        let server = RawServer { connection, server in
            _ = connection.readAll()
            server.note("\(connection.end.map { "\($0)" } ?? "")")
        }
        let bed = try ProxyBed(ProxyBed.Settings(https: server.port, handshakeTimeout: 200))
        let client = try bed.secureTunnel()
        client.send("GET / HTTP/1.1\r\nHost: origin.test\r\n\r\n")
        #expect(text(client.readMessage()).hasPrefix("HTTP/1.1 504 Gateway Timeout\r\n"))
        #expect(bed.eventually { _ in server.notes.count == 1 })
    }
}
