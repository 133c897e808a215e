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
        let headers: [String]
        let lacksHeader: String?
        let alerts: [String]

        var testDescription: String { id }

        init?(_ object: [String: Any]) {
            guard let id = object["id"] as? String else { return nil }
            self.id = id
            text = object["text"] as? String ?? ""
            bytes = BadInput.expanded(object["input"]) ?? []
            let expected = object["expected"] as? [String: Any]
            statuses = expected?["status"] as? [Int] ?? []
            action = expected?["action"] as? String ?? ""
            headers = expected?["has_headers"] as? [String] ?? []
            lacksHeader = expected?["lacks_header"] as? String
            alerts = expected?["alert_one_of"] as? [String] ?? []
            if let direction = object["direction"] as? String, direction != "downstream" { return nil }
        }

        /// The request with what this run has for its blanks; fita's pages are at the proxy's own port.
        func request(_ port: UInt16) -> String {
            text.replacing("{{PROXY_PORT}}", with: "\(port)").replacing("{{ADMIN_PORT}}", with: "\(port)")
                .replacing("{{INSTANCE_ID}}", with: "0123").replacing("{{TOKEN}}", with: "token")
        }
    }

    static func rows(_ file: String) -> [Row] { BadInput.objects(of: file).compactMap(Row.init) }

    private func answer(_ bed: ProxyBed, _ row: Row) throws -> (status: Int?, text: String) {
        let client = try bed.client()
        client.send(row.request(bed.port))
        let text = String(decoding: client.readMessage() ?? [], as: UTF8.self)
        let words = text.split(separator: " ")
        return (words.count > 1 ? Int(words[1]) : nil, text)
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
        let status = try answer(bed, row).status
        #expect(row.statuses.contains(status ?? 0), "\(status ?? 0)")
        #expect(bed.onLoop { $0.live.connects } == 0)
    }

    /// There is no interface to steer fita by, so what asks for one finds nothing; what is there keeps to its row.
    @Test(arguments: rows("webui.json"))
    func `fita's pages give away and change nothing`(row: Row) throws {
        let bed = try ProxyBed()
        let (status, text) = try answer(bed, row)
        if let choice = HostileChoice.pages[row.id] {
            #expect(status == choice && !row.statuses.contains(choice))
        } else {
            #expect(row.statuses.contains(status ?? 0), "\(status ?? 0)")
        }
        for header in row.headers { #expect(text.contains("\r\n\(header): "), "\(header)") }
        if let header = row.lacksHeader { #expect(!text.lowercased().contains("\r\n\(header.lowercased()):")) }
        #expect(!text.lowercased().contains("\r\nset-cookie:") && !text.contains("{{") && !text.contains("PRIVATE KEY"))
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
        let verdict = verdict(answer)
        // 24 is a heartbeat.
        #expect(answer.count < 4_096 && !records(answer).contains(24), "\(answer.count): \(records(answer))")
        if let choice = HostileChoice.hellos[row.id] {
            #expect(verdict == choice)
        } else {
            switch row.action {
            case "accept": #expect(verdict == "hello")
            case "alert": #expect(row.alerts.contains { verdict == "alert \($0)" }, "\(verdict)")
            case "close": #expect(verdict == "closed" || row.alerts.contains { verdict == "alert \($0)" }, "\(verdict)")
            default: Issue.record("\(row.action) is not decided: \(verdict)")
            }
        }
        #expect(client.end != .timedOut)
        #expect(bed.eventually { $0.server.openConnections == 0 })
    }

    /// What a hello was answered with: ours, an alert by its name (RFC 8446 §6), or nothing.
    private func verdict(_ answer: [UInt8]) -> String {
        let alerts: [UInt8: String] = [
            0: "close_notify", 10: "unexpected_message", 22: "record_overflow", 40: "handshake_failure",
            47: "illegal_parameter", 50: "decode_error", 70: "protocol_version", 80: "internal_error",
            112: "unrecognized_name", 120: "no_application_protocol",
        ]
        switch answer.first {
        case nil: return "closed"
        case 22: return "hello"
        case 21 where answer.count >= 7: return "alert \(alerts[answer[6]] ?? "\(answer[6])")"
        default: return "something else"
        }
    }

    /// Rows that begin with another program, or with no TLS at all.
    private static let helloElsewhere: [String: HostileElsewhere] = [
        "tls-down-plain-http": .test(
            suite: "BadInputRowsTests",
            "plain HTTP in a tunnel to a port of TLS is asked in clear, and never of a server over TLS"),
        "tls-down-cert-rejected": .test(
            suite: "PassthroughTests", "curl that does not trust fita gets through at its second attempt"),
    ]

    @Test func `each hello is sent, or judged elsewhere`() {
        let rows = Self.rows("tls.json")
        let unsent = rows.filter { $0.bytes.isEmpty || $0.id == "tls-down-plain-http" }.map(\.id)
        #expect(Set(unsent) == Set(Self.helloElsewhere.keys))
        for (id, reason) in Self.helloElsewhere { #expect(reason.isFounded, "\(id)") }
        #expect(Set(HostileChoice.hellos.keys).isSubset(of: rows.map(\.id)))
        #expect(Set(HostileChoice.pages.keys).isSubset(of: Self.rows("webui.json").map(\.id)))
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
