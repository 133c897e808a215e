import CassetteFormat
import LoopbackPeers
import Origins
import TestMaterial
import Testing

@testable import ProxyRuntime

/// `--lenient-upstream`: what a named host is forgiven, noted each time; any other host is refused for it.
@Suite struct LenientUpstreamTests {
    private static let ask = "GET http://origin.test/ HTTP/1.1\r\nHost: origin.test\r\n\r\n"

    /// The rows of the bad inputs that leave the choice and are refused unless the operator says otherwise.
    private static let forgiven: [String: (note: String, bytes: String)] = [
        "resp-field-lf-ends": ("LF alone", "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"),
        "resp-field-obs-fold": ("folded", "HTTP/1.1 200 OK\r\nX-A: one two\r\nContent-Length: 0\r\n\r\n"),
        "resp-field-space-colon": ("before a colon", "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello"),
        "resp-reason-escape": ("reason", "HTTP/1.1 200 \r\nContent-Length: 0\r\n\r\n"),
        "resp-cl-and-te": (
            "Content-Length beside", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n"
        ),
        "resp-te-in-204": ("where no body may be", "HTTP/1.1 204 No Content\r\n\r\n"),
    ]

    @Test(arguments: HostileMessage.responses, [false, true])
    func `only a lenient host is forgiven, and only what the notes name`(message: HostileMessage, isLenient: Bool)
        throws
    {
        guard message.serverCloses, message.requestMethod == "GET" else { return }
        let server = RawServer { connection, server in
            guard connection.readMessage() != nil else { return }
            server.note("asked")
            connection.send(
                server.notes.count == 1 ? message.bytes : Array("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n".utf8))
        }
        let folder = try TemporaryFolder()
        let bed = try ProxyBed(ProxyBed.Settings(http: server.port, record: folder.path + "/tape.fita"))
        if isLenient { _ = bed.onLoop { $0.live.lenientHosts = ["origin.test"] } }
        let client = try bed.client()
        client.send(Self.ask)
        client.endWriting()
        let answer = String(decoding: client.readAll(), as: UTF8.self)
        // The bytes behind a forgiven head are nobody's: the next request gets its own answer.
        let next = try bed.client()
        next.send(Self.ask)
        #expect(
            next.readMessage().map { String(decoding: $0, as: UTF8.self) }
                == "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
        bed.stop()
        let notes = try #require(try Tape.exchanges(folder.path + "/tape.fita").first).notes
        if let row = Self.forgiven[message.id] {
            if isLenient {
                #expect(answer == row.bytes)
                #expect(
                    notes.count == 1 && notes[0].hasPrefix("--lenient-upstream origin.test: ")
                        && notes[0].contains(row.note))
            } else {
                #expect(answer.hasPrefix("HTTP/1.1 502 ") && notes.isEmpty)
            }
        } else {
            // Nothing else changes its verdict.
            if message.action == "reject502" { #expect(answer.contains("HTTP/1.1 502 "), "\(answer.prefix(80))") }
            if message.action == "accept" { #expect(!answer.hasPrefix("HTTP/1.1 502 "), "\(answer.prefix(80))") }
            #expect(notes.isEmpty || isLenient && message.action == "reject502", "\(notes)")
        }
    }
}
