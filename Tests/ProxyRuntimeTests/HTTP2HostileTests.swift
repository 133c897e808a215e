import CassetteFormat
import Cryptography
import Foundation
import HTTP2Wire
import HTTPModel
import LoopbackPeers
import TestMaterial
import Testing

@testable import ProxyRuntime

/// The shared cases of hostile bytes through the whole proxy: what reaches the origin, and what is on the tape.
@Suite struct HTTP2HostileTests {
    static let cases = BadInput.cases(of: "http2.json")
    static let fromClients = cases.filter { !$0.id.hasPrefix("h2up-") && $0.id != "h2-preface-cut" }
    static let fromOrigins = cases.filter { $0.id.hasPrefix("h2up-") }

    /// Requests begun and whole requests that an origin saw: each asked one on a connection of its own.
    private static func origin() -> RawServer {
        RawServer(authority: Authorities.origin) { connection, server in
            while let request = connection.readMessage() {
                server.log(request)
                connection.send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
            }
        }
    }

    @Test(arguments: fromClients)
    func `what a hostile client sends never reaches an origin as more than it is`(input: BadInput) throws {
        let server = Self.origin()
        let folder = try TemporaryFolder()
        let path = folder.path + "/tape.fita"
        let bed = try ProxyBed(ProxyBed.Settings(https: server.port, record: path))
        let client = try bed.tunnel()
        try client.startTLS(Clients.session("origin.test", protocols: ["h2"]))
        for start in stride(from: 0, to: input.bytes.count, by: 16_000) {
            client.send(Array(input.bytes[start..<min(input.bytes.count, start + 16_000)]))
        }
        // The proxy has read all once it has said what it makes of it; a good client is served meanwhile.
        let peer = try bed.http2()
        #expect(peer.answer(peer.ask("/good")).text == "ok")
        var reply: [UInt8] = []
        if input.action == "accept" {
            // What is as it should be gets its answer, in its own time. The reader believes it asked for itself.
            let reader = HTTP2Session(.client)
            _ = reader.beginRequest([HTTP2Field(":method", "GET"), HTTP2Field(":path", "/a")], isEnd: true)
            reader.output { _ in }
            while reader.openStreams > 0, case let bytes = client.readSome(), !bytes.isEmpty {
                reply += bytes
                bytes.withUnsafeBufferPointer { reader.receive($0) }
            }
        }
        client.endWriting()
        reply += client.readAll()
        #expect(client.end != .timedOut)
        judge(HTTP2Reply(reply), input)
        let others = server.messages.filter { !$0.starts(with: Array("GET /good".utf8)) }
        let started = server.connections - 1
        switch input.action {
        case "accept": #expect(others.count == 1)
        case "stream_error", "close": #expect(others.isEmpty, "\(others.map { String(decoding: $0, as: UTF8.self) })")
        default:
            // Only of a flood of requests may some have begun; the others have asked for one at most.
            let most = input.bounds["upstream_complete"] ?? input.bounds["upstream_started_max"] ?? 1
            #expect(others.count <= most && started <= most, "\(others.count), \(started)")
        }
        for message in server.messages {
            let text = String(decoding: message, as: UTF8.self)
            #expect(!text.contains("smuggled") && !text.contains("evil"), "\(text)")
        }
        bed.stop()
        let exchanges = try Tape.exchanges(path)
        // One that was given up may have been seen by the origin, and is not whole on the tape.
        let whole = exchanges.filter { $0.end == .complete }.count
        #expect(whole >= 1 && whole <= server.messages.count, "\(exchanges.map(\.end))")
        if input.action == "accept" { #expect(whole == 2) }
        if input.action == "connection_error" {
            #expect(exchanges.contains { if case .refused = $0.end { true } else { false } })
        }
    }

    /// The code that is named, and only where the row has one, the status in its place.
    private func judge(_ reply: HTTP2Reply, _ input: BadInput) {
        let verdict = reply.verdict
        if let choice = HostileChoice.http2[input.id] {
            #expect(verdict == choice)
            return
        }
        switch input.action {
        case "accept": #expect(verdict == "status \(input.statuses.first ?? 0)")
        case "connection_error": #expect(input.codes.contains { verdict == "goaway \($0)" }, "\(verdict)")
        case "stream_error":
            let right = input.codes.flatMap { ["reset \($0)", "goaway \($0)"] } + input.statuses.map { "status \($0)" }
            #expect(right.contains(verdict), "\(verdict)")
        default: Issue.record("\(input.action) is not decided: \(verdict)")
        }
    }

    @Test func `every choice is of a row`() {
        #expect(Set(HostileChoice.http2.keys).isSubset(of: Self.cases.map(\.id)))
        for input in Self.cases where input.action == "either" { #expect(HostileChoice.http2[input.id] != nil) }
    }

    @Test(arguments: fromOrigins)
    func `what a hostile origin sends is refused or cut`(input: BadInput) throws {
        let server = RawServer(authority: Authorities.origin, protocols: ["h2"]) { connection, _ in
            // The preface and the request come first.
            let peer = HTTP2Session(.server)
            var isAsked = false
            while !isAsked, case let bytes = connection.readSome(), !bytes.isEmpty {
                bytes.withUnsafeBufferPointer { peer.receive($0) }
                isAsked = peer.takeEvents().contains { if case .head = $0 { true } else { false } }
            }
            connection.send(input.bytes)
            connection.endWriting()
            _ = connection.readAll()
        }
        let folder = try TemporaryFolder()
        let path = folder.path + "/tape.fita"
        let bed = try ProxyBed(ProxyBed.Settings(https: server.port, record: path))
        let peer = try bed.http2()
        let answer = peer.answer(peer.ask())
        if input.action == "reject502" {
            #expect(answer.status == "502")
        } else {
            #expect(answer.status == "200" && answer.end == .internalError)
        }
        let client = try bed.secureTunnel()
        client.send("GET / HTTP/1.1\r\nHost: origin.test\r\n\r\n")
        let head = client.read(through: "\r\n\r\n").map { String(decoding: $0, as: UTF8.self) } ?? ""
        #expect(head.hasPrefix(input.action == "reject502" ? "HTTP/1.1 502" : "HTTP/1.1 200"))
        bed.stop()
        let ends = try Tape.exchanges(path).map(\.end)
        #expect(ends.count == 2 && !ends.contains(.complete), "\(ends)")
    }
}
