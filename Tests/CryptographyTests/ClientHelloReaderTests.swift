import Foundation
import Testing

@testable import Cryptography

struct ClientHelloReaderTests {
    /// Handshake records around a hello, each of at most `recordSize` bytes.
    private func records(_ hello: [UInt8], recordSize: Int = 16_384) -> [UInt8] {
        stride(from: 0, to: hello.count, by: recordSize).flatMap { start -> [UInt8] in
            let part = hello[start..<min(start + recordSize, hello.count)]
            return [22, 3, 1, UInt8(part.count >> 8), UInt8(part.count & 255)] + part
        }
    }

    private func sized(_ bytes: [UInt8]) -> [UInt8] { [UInt8(bytes.count >> 8), UInt8(bytes.count & 255)] + bytes }

    private func hello(extensions: [(UInt16, [UInt8])]) -> [UInt8] {
        let list = extensions.flatMap { type, value in [UInt8(type >> 8), UInt8(type & 255)] + sized(value) }
        let body =
            [3, 3] + [UInt8](repeating: 7, count: 32) + [0] + sized([0x13, 0x01, 0xc0, 0x2b]) + [1, 0] + sized(list)
        return [1, 0, UInt8(body.count >> 8), UInt8(body.count & 255)] + body
    }

    private func named(_ name: String) -> (UInt16, [UInt8]) { (0, sized([0] + sized(Array(name.utf8)))) }

    private func read(_ bytes: [UInt8]) -> ClientHelloReader.Reading {
        var reader = ClientHelloReader()
        return reader.receive(bytes)
    }

    @Test func `a hello gives its name, protocols, versions and suites`() throws {
        let protocols = sized([2] + Array("h2".utf8) + [8] + Array("http/1.1".utf8))
        let bytes = records(
            hello(extensions: [named("ads.example"), (16, protocols), (43, [4, 3, 4, 3, 3]), (0xfefe, [1, 2, 3])]))
        guard case .complete(let hello) = read(bytes) else {
            Issue.record("\(read(bytes))")
            return
        }
        #expect(hello.serverName == Array("ads.example".utf8))
        #expect(hello.applicationProtocols == [Array("h2".utf8), Array("http/1.1".utf8)])
        #expect(hello.supportedVersions == [0x0304, 0x0303])
        #expect(hello.version == 0x0303)
        #expect(hello.cipherSuites == [0x1301, 0xc02b])
        #expect(hello.extensions == [0, 16, 43, 0xfefe])
    }

    @Test func `pieces and record sizes change nothing`() throws {
        let message = hello(extensions: [named("ads.example")])
        let whole = read(records(message))
        guard case .complete = whole else {
            Issue.record("\(whole)")
            return
        }
        for size in [1, 2, 3, 4, 5, 40] {
            let bytes = records(message, recordSize: size)
            #expect(read(bytes) == whole)
            for cut in 1..<bytes.count {
                var reader = ClientHelloReader()
                #expect(reader.receive(Array(bytes[..<cut])) == .needsMore)
                #expect(reader.receive(Array(bytes[cut...])) == whole)
            }
        }
        // Bytes after the hello belong to someone else.
        #expect(read(records(message) + [1, 2, 3]) == whole)
    }

    @Test func `what OpenSSL says is read`() throws {
        let context = try TLSClientContext(
            trust: TLSTrust(systemStore: false), applicationProtocols: ["h2", "http/1.1"])
        let session = try context.makeSession(host: "cdn.ads.example", now: present)
        _ = session.handshake()
        guard case .complete(let hello) = read(session.take()) else {
            Issue.record("not read")
            return
        }
        #expect(hello.serverName == Array("cdn.ads.example".utf8))
        #expect(hello.applicationProtocols == [Array("h2".utf8), Array("http/1.1".utf8)])
        #expect(hello.supportedVersions == [0x0304, 0x0303])
    }

    @Test func `every damaged length is refused or needs more, and never traps`() {
        let bytes = records(hello(extensions: [named("ads.example"), (16, sized([2, 0x68, 0x32]))]))
        for place in bytes.indices {
            for value in [0, 1, 0x7f, 0x80, 0xff] as [UInt8] {
                var damaged = bytes
                damaged[place] = value
                _ = read(damaged)
            }
        }
        for (what, extensions) in [
            ("an empty name", [(0, sized([0] + sized([])))]),
            ("two names", [(0, sized([0, 0, 1, 0x61, 0, 0, 1, 0x62]))]),
            ("a list longer than its extension", [(0, [0, 9, 0, 0, 1, 0x61])]),
            ("an empty protocol", [(16, sized([0]))]),
            ("half a version", [(43, [3, 3, 4, 3])]),
        ] as [(String, [(UInt16, [UInt8])])] {
            #expect(read(records(hello(extensions: extensions))) == .invalid(.malformed), "\(what)")
        }
        #expect(
            read(records(hello(extensions: [named("a.example"), named("b.example")]))) == .invalid(.repeatedExtension))
    }

    @Test func `other beginnings are told apart at the first byte that shows it`() {
        #expect(read(Array("G".utf8)) == .invalid(.notTLS))
        #expect(read([0x80]) == .invalid(.versionTooOld))
        #expect(read([23]) == .invalid(.unexpectedRecord))
        #expect(read([22, 2]) == .invalid(.notTLS))
        #expect(read([22, 3, 1, 0, 0]) == .invalid(.recordLength))
        #expect(read([22, 3, 1, 0x40, 0x01]) == .invalid(.recordLength))
        #expect(read([22, 3, 1, 0x40, 0x00]) == .needsMore)
        #expect(read([22, 3, 1, 0, 1, 2]) == .invalid(.unexpectedMessage))
        #expect(read([22, 3, 1, 0, 1, 1, 21]) == .invalid(.unexpectedRecord))
    }

    @Test func `the limit counts every byte of the stream`() throws {
        let bytes = records(hello(extensions: [named("ads.example")]))
        var limits = ClientHelloReader.Limits()
        limits.bytes = bytes.count
        var enough = ClientHelloReader(limits: limits)
        guard case .complete = enough.receive(bytes) else {
            Issue.record("refused at the limit")
            return
        }
        limits.bytes = bytes.count - 1
        var tight = ClientHelloReader(limits: limits)
        #expect(tight.receive(bytes) == .invalid(.tooLarge))
        // A length announced is enough.
        #expect(read([22, 3, 1, 0, 4, 1, 1, 0, 1]) == .invalid(.tooLarge))
        #expect(read([22, 3, 1, 0, 4, 1, 0xff, 0xff, 0xff]) == .invalid(.tooLarge))
    }

    @Test func `the catalogue of bad hellos is read as it says, and no session traps on it`() throws {
        guard let cases = try BadInputs.cases("tls.json") else { return }
        let servers = try TLSServerContext(authority: CertificateAuthority.make(now: present))
        var count = 0
        for item in cases {
            guard let id = item["id"] as? String, let bytes = try BadInputs.bytes(item) else { continue }
            count += 1
            let reading = read(bytes)
            switch id {
            case "tls-down-ssl2-hello": #expect(reading == .invalid(.versionTooOld))
            case "tls-down-plain-http": #expect(reading == .invalid(.notTLS))
            case "tls-down-appdata-first": #expect(reading == .invalid(.unexpectedRecord))
            case "tls-down-sni-twice": #expect(reading == .invalid(.repeatedExtension))
            case "tls-down-record-too-long", "tls-down-zero-records": #expect(reading == .invalid(.recordLength))
            case "tls-down-handshake-16m": #expect(reading == .invalid(.tooLarge))
            case "tls-down-cut-hello": #expect(reading == .needsMore)
            default:
                guard case .complete(let hello) = reading else {
                    Issue.record("\(id): \(reading)")
                    continue
                }
                if id == "tls-down-sni-path" { #expect(hello.serverName == Array("../../../tmp/x".utf8)) }
                if id == "tls-down-no-sni" { #expect(hello.serverName == nil) }
                if id == "tls-down-alpn-only-h3" { #expect(hello.applicationProtocols == [Array("h3".utf8)]) }
                if id == "tls-down-one-byte-records" { #expect(hello.serverName == Array("origin.test".utf8)) }
            }
            try serve(id, bytes, item, servers)
        }
        #expect(count >= 20)
    }

    /// The same bytes against a real session: accepted, refused with an alert that is allowed, or waiting for more.
    private func serve(_ id: String, _ bytes: [UInt8], _ item: [String: Any], _ servers: TLSServerContext) throws {
        let session = try servers.makeSession(defaultHost: "origin.test", now: present)
        session.receive(bytes)
        let end = session.handshake()
        let expected = try #require(item["expected"] as? [String: Any])
        let answer = session.take()
        switch expected["action"] as? String {
        case "accept":
            #expect(end == .underWay, "\(id): \(end)")
            #expect(answer.first == 22, "\(id)")
        case "alert": #expect(end.failure != nil, "\(id): \(end)")
        case "close" where id == "tls-down-cut-hello": #expect(end == .underWay)
        case "close" where id == "tls-down-heartbeat": #expect(!answer.isEmpty && answer.count < 16_384)
        case "close": #expect(end.failure != nil, "\(id): \(end)")
        default: break
        }
        if let allowed = expected["alert_one_of"] as? [String], let sent = end.failure?.alertSent {
            let names: [UInt8: String] = [
                10: "unexpected_message", 22: "record_overflow", 40: "handshake_failure", 47: "illegal_parameter",
                50: "decode_error", 70: "protocol_version", 80: "internal_error", 120: "no_application_protocol",
            ]
            #expect(allowed.contains(names[sent] ?? "\(sent)"), "\(id): \(sent)")
        }
    }
}

/// The catalogue of bad inputs.
enum BadInputs {
    static func cases(_ file: String) throws -> [[String: Any]]? {
        let place = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "BadInputs").appending(path: file)
        let data = try Data(contentsOf: place)
        let object = try JSONSerialization.jsonObject(with: data) as? [String: Any]
        return object?["cases"] as? [[String: Any]]
    }

    /// The input expanded; its length and digest are checked. Nil when the case has none.
    static func bytes(_ item: [String: Any]) throws -> [UInt8]? {
        guard let input = item["input"] as? [String: Any] else { return nil }
        var bytes: [UInt8] = []
        for part in input["parts"] as? [[String: Any]] ?? [input] {
            if let template = part["each"] as? String {
                let (start, end) = (try #require(part["start"] as? Int), try #require(part["end"] as? Int))
                for number in start..<end {
                    bytes += Array(template.replacing("{i}", with: String(number)).utf8)
                }
            } else {
                let text = try #require(part["b64"] as? String)
                let piece = [UInt8](try #require(Data(base64Encoded: text)))
                for _ in 0..<(part["count"] as? Int ?? 1) { bytes += piece }
            }
        }
        #expect(bytes.count == input["length"] as? Int)
        #expect(hex(SHA256.digest(bytes)) == input["sha256"] as? String)
        return bytes
    }
}
