import Foundation
import LoopbackPeers
import Origins
import Sockets
import TestMaterial
import Testing

@testable import ProxyRuntime

/// Rows of the bad inputs that only the running proxy can answer: loops, requests to its own pages, hellos.
@Suite struct BadInputRowsTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let id: String
        let text: String
        let bytes: [UInt8]
        let statuses: [Int]
        let action: String

        var testDescription: String { id }

        init?(_ object: [String: Any]) {
            guard let id = object["id"] as? String else { return nil }
            self.id = id
            text = object["text"] as? String ?? ""
            bytes = BadInput.expanded(object["input"]) ?? []
            let expected = object["expected"] as? [String: Any]
            statuses = expected?["status"] as? [Int] ?? []
            action = expected?["action"] as? String ?? ""
            if let direction = object["direction"] as? String, direction != "downstream" { return nil }
        }

        /// The request with what this run has for its blanks; fita's pages are at the proxy's own port.
        func request(_ port: UInt16) -> String {
            text.replacing("{{PROXY_PORT}}", with: "\(port)").replacing("{{ADMIN_PORT}}", with: "\(port)")
                .replacing("{{INSTANCE_ID}}", with: "0123").replacing("{{TOKEN}}", with: "token")
        }
    }

    static func rows(_ file: String) -> [Row] { BadInput.objects(of: file).compactMap(Row.init) }

    private func status(_ bed: ProxyBed, _ row: Row) throws -> Int? {
        let client = try bed.client()
        client.send(row.request(bed.port))
        let words = String(decoding: client.readMessage() ?? [], as: UTF8.self).split(separator: " ")
        return words.count > 1 ? Int(words[1]) : nil
    }

    @Test func `all rows are there`() {
        #expect(Self.rows("proxyloop.json").count == 15)
        #expect(Self.rows("webui.json").count == 17)
        #expect(Self.rows("tls.json").count == 23)
    }

    @Test(arguments: rows("proxyloop.json"))
    func `a request that would come back, or go where it must not, gets its row's status`(row: Row) throws {
        var settings = ProxyBed.Settings(connectTo: ["rebind.test::127.0.0.1:"])
        settings.isOpenToOthers = true
        let bed = try ProxyBed(settings)
        let status = try status(bed, row)
        #expect(row.statuses.contains(status ?? 0), "\(status ?? 0)")
        #expect(bed.onLoop { $0.live.connects } == 0)
    }

    /// There is no interface to steer fita by, so what asks for one finds nothing; what is there keeps to its row.
    @Test(arguments: rows("webui.json"))
    func `fita's pages give away and change nothing`(row: Row) throws {
        let bed = try ProxyBed()
        let status = try status(bed, row)
        let isFrontPage = row.id == "web-headers-present" || row.id == "web-token-in-query-logged"
        #expect(isFrontPage ? status == 200 : [400, 403, 404, 405, 413].contains(status), "\(status ?? 0)")
        #expect(bed.onLoop { $0.marks.count } == 0)
        #expect(bed.onLoop { $0.live.connects } == 0)
    }

    @Test(arguments: rows("tls.json").filter { !$0.bytes.isEmpty && $0.id != "tls-down-plain-http" })
    func `a hostile hello gets an alert or an end in time, a good one an answer`(row: Row) throws {
        let bed = try ProxyBed()
        let client = try bed.tunnel()
        client.send(row.bytes)
        for _ in 0..<3 { _ = bed.onLoop { _ in } }
        _ = bed.onLoop { parts in for _ in 0..<ClientTime.head + 2 { parts.server.tick() } }
        let answer = client.readAll()
        // 22 begins an answer, 21 an alert, 24 a heartbeat.
        switch row.action {
        case "accept": #expect(answer.first == 22)
        case "alert": #expect(answer.first == 21 || answer.isEmpty, "\(answer.prefix(8))")
        case "close" where row.id == "tls-down-heartbeat":
            #expect(answer.count < 4_096 && !records(answer).contains(24), "\(answer.count): \(records(answer))")
        case "close": #expect(answer.first != 22)
        default: #expect(answer.first.map { [21, 22].contains($0) } ?? true)
        }
        #expect(client.end != .timedOut)
        #expect(bed.eventually { $0.server.openConnections == 0 })
    }

    /// The kinds of the records that came.
    private func records(_ bytes: [UInt8]) -> [UInt8] {
        var kinds: [UInt8] = []
        var rest = bytes[...]
        while rest.count >= 5 {
            let start = rest.startIndex
            kinds.append(rest[start])
            rest = rest.dropFirst(5 + (Int(rest[start + 3]) << 8) + Int(rest[start + 4]))
        }
        return kinds
    }

    @Test func `plain HTTP in a tunnel to a port of TLS is asked in clear, and never of a server over TLS`() throws {
        let row = try #require(Self.rows("tls.json").first { $0.id == "tls-down-plain-http" })
        let server = RawServer { connection, server in server.log(connection.readSome()) }
        let bed = try ProxyBed(ProxyBed.Settings(https: server.port))
        let client = try bed.tunnel()
        client.send(row.bytes)
        #expect(String(decoding: client.readMessage() ?? [], as: UTF8.self).hasPrefix("HTTP/1.1 502 "))
        #expect(server.messages.first?.starts(with: Array("GET ".utf8)) == true)
    }
}
