import Cryptography
import Foundation
import HTTPModel
import LoopbackPeers
import Origins
import Testing

@testable import ProxyRuntime

/// The proxy's own pages, and requests to the proxy's own address.
@Suite struct OwnPagesTests {
    private func text(_ bytes: [UInt8]?) -> String { bytes.map { String(decoding: $0, as: UTF8.self) } ?? "nothing" }

    private func ask(_ bed: ProxyBed, _ request: String) throws -> String {
        let client = try bed.client()
        client.send(request)
        return text(client.readMessage())
    }

    @Test func `the front page is reached through the proxy and at its own address`() throws {
        let bed = try ProxyBed()
        for (target, host) in [
            ("http://fita.internal/", "fita.internal"), ("/", "fita.internal"), ("/", "127.0.0.1:\(bed.port)"),
            ("/", "localhost:\(bed.port)"),
            ("http://FITA.internal:99/?x", "fita.internal:99"),
        ] {
            let answer = try ask(bed, "GET \(target) HTTP/1.1\r\nHost: \(host)\r\n\r\n")
            #expect(answer.hasPrefix("HTTP/1.1 200 OK\r\nContent-Type: text/html"), "\(target)")
            #expect(answer.contains("<li>&lt;recording&gt;</li>"))
            #expect(answer.hasSuffix("</html>\n"))
        }
        #expect(bed.onLoop { $0.live.connects } == 0)
    }

    @Test func `a proxy script sends everything through fita, and nothing past it`() throws {
        let bed = try ProxyBed()
        for target in ["http://fita.internal/proxy.pac", "/proxy.pac"] {
            let answer = try ask(bed, "GET \(target) HTTP/1.1\r\nHost: fita.internal\r\n\r\n")
            #expect(answer.contains("\r\nContent-Type: application/x-ns-proxy-autoconfig\r\n"))
            #expect(answer.contains("return \"PROXY 192.0.2.10:8080\";"))
            #expect(answer.components(separatedBy: "DIRECT").count == 2)
        }
    }

    @Test func `the front page says and draws the address for other devices`() throws {
        let bed = try ProxyBed()
        let page = try ask(bed, "GET / HTTP/1.1\r\nHost: 192.0.2.10:8080\r\n\r\n")
        #expect(page.contains("<code>http://192.0.2.10:8080/proxy.pac</code>"))
        #expect(page.contains(try #require(QRCode(Array("http://192.0.2.10:8080/".utf8))).svg))
        #expect(try ask(bed, "GET / HTTP/1.1\r\nHost: 192.0.2.11\r\n\r\n").hasPrefix("HTTP/1.1 400 "))
    }

    @Test func `a HEAD has the head of its GET alone`() throws {
        let bed = try ProxyBed()
        let client = try bed.client()
        client.send("HEAD http://fita.internal/ca.pem HTTP/1.1\r\nHost: fita.internal\r\n\r\n")
        let head = text(client.read(through: "\r\n\r\n"))
        client.send("GET http://fita.internal/ca.pem HTTP/1.1\r\nHost: fita.internal\r\n\r\n")
        let page = text(client.readMessage())
        #expect(page.hasPrefix(head))
        #expect(page.contains("-----BEGIN CERTIFICATE-----"))
    }

    @Test func `a name that a page in a browser could have chosen is not answered`() throws {
        let bed = try ProxyBed()
        #expect(try ask(bed, "GET / HTTP/1.1\r\nHost: evil.test\r\n\r\n").hasPrefix("HTTP/1.1 400 "))
        #expect(try ask(bed, "GET /none HTTP/1.1\r\nHost: fita.internal\r\n\r\n").hasPrefix("HTTP/1.1 404 "))
    }

    @Test func `a page runs no script and no style but its own, and no other page frames or learns of it`() throws {
        let bed = try ProxyBed()
        for target in ["/", "/ca.pem", "/none", "/marks"] {
            let answer = try ask(bed, "GET \(target) HTTP/1.1\r\nHost: fita.internal\r\n\r\n")
            for line in [
                "X-Content-Type-Options: nosniff", "X-Frame-Options: DENY", "Referrer-Policy: no-referrer",
                "Cache-Control: no-store",
            ] { #expect(answer.contains("\r\n\(line)\r\n"), "\(target): \(line)") }
            #expect(answer.contains("\r\nContent-Security-Policy: default-src 'none'; style-src 'sha256-"))
            #expect(!answer.contains("unsafe-inline") && !answer.contains("script-src") && !answer.contains("<script"))
        }
        let page = try ask(bed, "GET / HTTP/1.1\r\nHost: fita.internal\r\n\r\n")
        let parts = page.components(separatedBy: "<style>").dropFirst()
        let styles = parts.map { $0.components(separatedBy: "</style>")[0] }
        #expect(styles.count == 1 && !page.contains(" style="))
        let digest = Data(SHA256.digest(Array(styles[0].utf8))).base64EncodedString()
        #expect(page.contains("style-src 'sha256-\(digest)';"))
    }

    @Test func `marks are taken by POST of plain text`() throws {
        let bed = try ProxyBed()
        let body = "tracking=off\r\nscreen=home page\n"
        let answer = try ask(
            bed,
            "POST http://fita.internal/marks HTTP/1.1\r\nHost: fita.internal\r\nContent-Type: text/plain; charset=utf-8\r\n"
                + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)")
        #expect(answer.hasPrefix("HTTP/1.1 204 No Content\r\n"))
        let chunked = try ask(
            bed,
            "POST /marks HTTP/1.1\r\nHost: fita.internal\r\nContent-Type: Text/Plain\r\nTransfer-Encoding: chunked\r\n\r\n"
                + "3\r\na=1\r\n0\r\n\r\n")
        #expect(chunked.hasPrefix("HTTP/1.1 204 "))
        #expect(
            bed.onLoop { $0.marks } == [
                MarkLine(key: "tracking", value: "off"), MarkLine(key: "screen", value: "home page"),
                MarkLine(key: "a", value: "1"),
            ])
    }

    @Test(arguments: [
        ("GET", "Content-Type: text/plain\r\n", "a=1", 405), ("POST", "", "a=1", 415),
        ("POST", "Content-Type: application/x-www-form-urlencoded\r\n", "a=1", 415),
        ("POST", "Content-Type: text/plain\r\nOrigin: http://evil.test\r\n", "a=1", 403),
        ("POST", "Content-Type: text/plain\r\nSec-Fetch-Site: none\r\n", "a=1", 403),
        ("POST", "Content-Type: text/plain\r\n", "no equals", 400),
        ("POST", "Content-Type: text/plain\r\n", "\n\n", 400),
        ("POST", "Content-Type: text/plain\r\n", "tracking=maybe", 400),
        ("POST", "Content-Type: text/plain\r\n", "a=1\nb c=2", 400),
        ("POST", "Content-Type: text/plain\r\n", "a=1\u{1}", 400),
    ])
    func `marks are refused whole when anything about them is wrong`(
        method: String, fields: String, body: String, status: Int
    ) throws {
        let bed = try ProxyBed()
        let answer = try ask(
            bed,
            "\(method) http://fita.internal/marks HTTP/1.1\r\nHost: fita.internal\r\n\(fields)"
                + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)")
        #expect(answer.hasPrefix("HTTP/1.1 \(status) "))
        #expect(bed.onLoop { $0.marks } == [])
    }

    @Test func `a body of marks of the limit passes and a longer one does not`() throws {
        let bed = try ProxyBed()
        for (extra, status) in [(0, "204"), (1, "413")] {
            // Values of 4096 bytes each, the last cut to fit.
            var body = String(repeating: "k=\(String(repeating: "v", count: 1_021))\n", count: 16)
            body += String(repeating: "\n", count: OwnPages.bodyLimit - body.utf8.count + extra)
            let answer = try ask(
                bed,
                "POST /marks HTTP/1.1\r\nHost: fita.internal\r\nContent-Type: text/plain\r\n"
                    + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)")
            #expect(answer.hasPrefix("HTTP/1.1 \(status) "))
        }
    }
}

@Suite struct MarkLineTests {
    @Test(arguments: [
        ("a=1", "a", "1"), ("a=", "a", ""), ("a=b=c", "a", "b=c"), ("A-1.b_2= x \r", "A-1.b_2", " x "),
        ("tracking=on", "tracking", "on"), ("IABTCF_gdprApplies=", "IABTCF_gdprApplies", ""), ("k=é", "k", "é"),
    ])
    func `a mark is a key and a value`(line: String, key: String, value: String) {
        #expect(MarkLine.parse(line) == .success(MarkLine(key: key, value: value)))
    }

    @Test(arguments: [
        "", "a", "=1", "a b=1", "é=1", "a=\u{7}", "tracking=", "tracking=ON", "child_directed=2", "cmp=no",
    ])
    func `a line that is none says why`(line: String) {
        guard case .failure(let error) = MarkLine.parse(line) else {
            Issue.record("taken")
            return
        }
        #expect(!error.text.isEmpty)
    }

    @Test func `keys and values have their limits`() {
        func isTaken(_ key: Int, _ value: Int) -> Bool {
            let line = String(repeating: "k", count: key) + "=" + String(repeating: "v", count: value)
            return if case .success = MarkLine.parse(line) { true } else { false }
        }
        #expect(isTaken(64, 4_096))
        #expect(!isTaken(65, 1))
        #expect(!isTaken(1, 4_097))
    }
}
