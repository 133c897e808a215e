import CassetteFormat
import Cryptography
import HTTPModel
import LoopbackPeers
import Testing

@testable import Origins
@testable import ProxyCore
@testable import ProxyRuntime

/// Names, passwords and addresses of clients.
@Suite struct AdmissionTests {
    private static let ok = RawAnswer("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
    /// `qa:s3cret`
    private static let right = "Proxy-Authorization: Basic cWE6czNjcmV0\r\n"

    private func text(_ bytes: [UInt8]?) -> String { bytes.map { String(decoding: $0, as: UTF8.self) } ?? "nothing" }

    private static func asking(_ settings: ProxyBed.Settings = ProxyBed.Settings()) -> ProxyBed.Settings {
        var settings = settings
        settings.configure = {
            $0.admission.credentials = ProxyCredentials(name: Array("qa".utf8), password: Array("s3cret".utf8))
        }
        return settings
    }

    private func answer(_ bed: ProxyBed, _ request: String) throws -> String {
        let client = try bed.client()
        client.send(request)
        return text(client.readMessage())
    }

    @Test(arguments: [
        "", "Proxy-Authorization: Basic cWE6czNjcmV1\r\n", "Proxy-Authorization: Basic\r\n",
        "Proxy-Authorization: cWE6czNjcmV0\r\n", "Proxy-Authorization: Bearer cWE6czNjcmV0\r\n",
        "Proxy-Authorization: Basic cWE6czNjcmV0cWE6czNjcmV0\r\n", "Authorization: Basic cWE6czNjcmV0\r\n",
        "Proxy-Authorization: Basic cWE6czNjcmV0\r\nProxy-Authorization: Basic cWE6czNjcmV0\r\n",
    ])
    func `without the right name and password a request is challenged and asks nobody`(field: String) throws {
        let bed = try ProxyBed(Self.asking())
        for line in [
            "GET http://origin.test/ HTTP/1.1\r\nHost: origin.test\r\n",
            "CONNECT origin.test:443 HTTP/1.1\r\nHost: origin.test:443\r\n",
            "POST http://fita.internal/marks HTTP/1.1\r\nHost: fita.internal\r\nContent-Type: text/plain\r\nContent-Length: 3\r\n",
        ] {
            let client = try bed.client()
            client.send("\(line)\(field)\r\na=1")
            let answer = text(client.readMessage())
            #expect(answer.hasPrefix("HTTP/1.1 407 Proxy Authentication Required\r\n"), "\(line)")
            #expect(answer.contains("\r\nProxy-Authenticate: Basic realm=\"fita\", charset=\"UTF-8\"\r\n"))
            #expect(client.readAll() == [])
        }
        #expect(bed.onLoop { $0.live.connects } == 0)
        #expect(bed.onLoop { $0.marks } == [])
    }

    @Test func `with them requests pass, and neither server nor tape sees them`() throws {
        let clear = RawServer(answers: [Self.ok, Self.ok])
        let secure = RawServer(authority: Authorities.origin, answers: [Self.ok])
        let folder = try TemporaryFolder()
        let path = folder.path + "/tape.fita"
        let bed = try ProxyBed(
            Self.asking(ProxyBed.Settings(http: clear.port, https: secure.port, record: path)))
        let client = try bed.client()
        client.send("GET http://origin.test/1 HTTP/1.1\r\nHost: origin.test\r\n\(Self.right)X: y\r\n\r\n")
        #expect(text(client.readMessage()).hasSuffix("ok"))
        client.send(
            "GET http://origin.test/2 HTTP/1.1\r\nproxy-AUTHORIZATION:basic  cWE6czNjcmV0\r\nHost: origin.test\r\n\r\n")
        #expect(text(client.readMessage()).hasSuffix("ok"))
        let tunnel = try bed.client()
        tunnel.send("CONNECT origin.test:443 HTTP/1.1\r\nHost: origin.test:443\r\n\(Self.right)\r\n")
        #expect(text(tunnel.read(through: "\r\n\r\n")).hasPrefix("HTTP/1.1 200 "))
        try tunnel.startTLS(Clients.session("origin.test"))
        tunnel.send("GET /3 HTTP/1.1\r\nHost: origin.test\r\n\r\n")
        #expect(text(tunnel.readMessage()).hasSuffix("ok"))
        // Broken behind the field, so that only raw bytes are there to be kept.
        let broken = try bed.client()
        broken.send("GET http://origin.test/4 HTTP/1.1\r\nHost: a\r\nHost: b\r\n\(Self.right)\r\n")
        #expect(text(broken.readMessage()).hasPrefix("HTTP/1.1 400 "))
        let wrong = try bed.client()
        wrong.send(
            "GET http://origin.test/5 HTTP/1.1\r\nHost: a\r\nProxy-Authorization: Basic d3Jvbmc6d3Jvbmc=\r\n\r\n")
        #expect(text(wrong.readMessage()).hasPrefix("HTTP/1.1 407 "))
        bed.stop()
        let exchanges = try Tape.exchanges(path)
        try #require(exchanges.count == 5)
        for exchange in exchanges {
            let head = text(exchange.request.headBytes).lowercased()
            #expect(!head.contains("proxy-authorization") && !head.contains("cwe6") && !head.contains("d3jv"))
            #expect(exchange.notes.contains { $0.hasPrefix("Proxy-Authorization was removed") } == !head.contains("/3"))
        }
        #expect(
            text(exchanges[0].request.headBytes)
                == "GET http://origin.test/1 HTTP/1.1\r\nHost: origin.test\r\nX: y\r\n\r\n")
        #expect(clear.messages.allSatisfy { !text($0).lowercased().contains("proxy-auth") })
    }

    @Test(arguments: [
        ("A: b\r\nProxy-Authorization: x\r\nC: d\r\n\r\n", "A: b\r\nC: d\r\n\r\n"),
        ("A: b\r\nproxy-authorization :x\r\n y\r\n\tz\r\nC: d\r\n\r\n", "A: b\r\nC: d\r\n\r\n"),
        ("A: b\nPROXY-AUTHORIZATION:\n\n", "A: b\n\n"), ("A: b\r\nProxy-Authorization: x", "A: b\r\n"),
        ("Proxy-Authorization: x\r\n\r\n", "\r\n"),
        ("Proxy-Authorizations: x\r\n\r\n", "Proxy-Authorizations: x\r\n\r\n"),
        ("", ""), ("\r\n", "\r\n"), ("A", "A"),
    ])
    func `the lines with credentials are taken out, whole and alone`(head: String, kept: String) {
        #expect(text(ProxySecrets.removed(from: Array(head.utf8))) == kept)
    }

    @Test func `the front page and the certificate are shown to whoever may come, so that a device can be set up`()
        throws
    {
        let bed = try ProxyBed(Self.asking())
        for path in ["/", "/ca.pem"] {
            #expect(try answer(bed, "GET \(path) HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n").hasPrefix("HTTP/1.1 200 "))
        }
    }

    @Test func `SOCKS asks for the same name and password`() throws {
        let server = RawServer(answers: [Self.ok])
        let bed = try ProxyBed(Self.asking(ProxyBed.Settings(http: server.port)))
        let without = try bed.client()
        without.send([5, 1, 0])
        #expect(without.readAll() == [5, 0xFF])
        let client = try bed.client()
        client.send(
            [5, 1, 2, 1, 2] + Array("qa".utf8) + [6] + Array("s3cret".utf8) + SOCKSTests.request("origin.test", 80))
        #expect(client.read(14) == [5, 2, 1, 0, 5, 0, 0, 1, 0, 0, 0, 0, 0, 0])
        client.send("GET / HTTP/1.1\r\nHost: origin.test\r\n\r\n")
        #expect(text(client.readMessage()).hasSuffix("ok"))
    }

    @Test func `curl logs in by both protocols`() throws {
        guard Curl.isThere else { return print("curl is absent: \(#function) tests nothing") }
        let clear = RawServer(answers: [Self.ok, Self.ok, Self.ok])
        let secure = RawServer(authority: Authorities.origin, answers: [Self.ok, Self.ok])
        let folder = try TemporaryFolder()
        let authority = try folder.file("ca.pem", Authorities.proxy.orThrow().certificatePEM)
        let bed = try ProxyBed(Self.asking(ProxyBed.Settings(http: clear.port, https: secure.port)))
        for scheme in ["http", "socks5h"] {
            let options = ["-x", "\(scheme)://127.0.0.1:\(bed.port)", "--cacert", authority]
            for url in ["http://origin.test/", "https://origin.test/"] {
                #expect(try Curl.run(options + ["-U", "qa:s3cret", url]).output == "ok", "\(scheme) \(url)")
                #expect(try Curl.run(options + ["-f", "-U", "qa:wrong", url]).status != 0)
            }
        }
        let asked = ["-x", "http://127.0.0.1:\(bed.port)", "--proxy-anyauth", "-U", "qa:s3cret", "http://origin.test/"]
        #expect(try Curl.run(asked).output == "ok")
    }

    @Test(arguments: [
        ("127.0.0.1", [] as [String], false, true), ("::1", [], false, true), ("192.0.2.1", [], false, false),
        ("192.0.2.1", [], true, true), ("192.0.2.1", ["192.0.2.0/24"], false, true),
        ("192.0.3.1", ["192.0.2.0/24"], false, false), ("192.0.3.1", ["192.0.2.0/24"], true, false),
        ("fd00::1", ["192.0.2.0/24", "fd00::/8"], false, true), ("127.0.0.1", ["192.0.2.0/24"], false, true),
    ])
    func `an address is served if it is this machine's or allowed`(
        address: String, allowed: [String], hasPassword: Bool, isServed: Bool
    ) throws {
        let admission = ClientAdmission(
            credentials: hasPassword ? ProxyCredentials(name: [0x61], password: [0x62]) : nil,
            allowed: try allowed.map { try #require(AddressBlock($0)) })
        #expect(admission.admits(NetworkAddress(address)) == isServed)
        #expect(!admission.admits(nil))
        let page = text(admission.refusal(of: NetworkAddress(address)).bytes(for: []))
        #expect(page.hasPrefix("HTTP/1.1 403 ") && page.contains("--allow \(address)\n"))
    }

    @Test func `clients elsewhere do not reach what only this machine is meant to reach`() {
        let destinations = DestinationGuard(instance: "1")
        for host in ["127.0.0.1", "localhost", "::1", "0.0.0.0", "a.localhost"] {
            #expect(destinations.refusal(host: host, port: 9_200, isTunnel: false, isElsewhere: true) == .thisMachine)
            #expect(destinations.refusal(host: host, port: 9_200, isTunnel: false, isElsewhere: false) == nil)
        }
        #expect(destinations.refusal(host: "10.0.0.1", port: 9_200, isTunnel: false, isElsewhere: true) == nil)
    }
}
