import CassetteFormat
import HTTPModel
import LoopbackPeers
import Origins
import Testing

@testable import Cryptography
@testable import ProxyCore
@testable import ProxyRuntime

/// TLS that is not read: by order, and because its client would not have it.
@Suite struct PassthroughTests {
    private static let ok = RawAnswer("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")

    private func text(_ bytes: [UInt8]?) -> String { bytes.map { String(decoding: $0, as: UTF8.self) } ?? "nothing" }

    /// A client's TLS session that takes the origin's own authority alone, as one does that pins.
    private func pinned(_ host: String = "origin.test") throws -> TLSSession {
        let trust = TLSTrust(systemStore: false, bundles: [try Authorities.origin.orThrow().certificatePEM])
        return try TLSClientContext(trust: trust).makeSession(host: host, now: Authorities.now)
    }

    private func settings(_ server: RawServer, _ named: String, learns: Bool = false, record: String? = nil) throws
        -> ProxyBed.Settings
    {
        var patterns = HostPatterns()
        #expect(patterns.add(named) == nil || named.isEmpty)
        var settings = ProxyBed.Settings(https: server.port, record: record)
        settings.connectTo = ["127.0.0.1:443:127.0.0.1:\(server.port)"]
        settings.configure = { [patterns] in $0.passthrough = PassthroughHosts(named: patterns, learns: learns) }
        return settings
    }

    @Test(arguments: ["origin.test", ".test", "x.example,origin.test"])
    func `a named host's TLS is the origin's own, and the tape has its sizes`(named: String) throws {
        let server = RawServer(authority: Authorities.origin, answers: [Self.ok])
        let folder = try TemporaryFolder()
        let bed = try ProxyBed(settings(server, named, record: folder.path + "/tape.fita"))
        let client = try bed.tunnel()
        try client.startTLS(pinned())
        client.send("GET / HTTP/1.1\r\nHost: origin.test\r\n\r\n")
        #expect(text(client.readMessage()).hasSuffix("ok"))
        client.close()
        #expect(bed.eventually { $0.server.openConnections == 0 })
        bed.stop()
        let exchange = try #require(try Tape.exchanges(folder.path + "/tape.fita").first)
        #expect(exchange.ingress == .tunnel && exchange.end == .tunnelClosed)
        let tunnel = try #require(exchange.tunnel)
        #expect(tunnel.sent > 300 && tunnel.received > 500)
        #expect(exchange.notes == ["passed unread, since --passthrough names origin.test"])
    }

    @Test func `a host that is not named is read`() throws {
        let server = RawServer(authority: Authorities.origin, answers: [Self.ok])
        let bed = try ProxyBed(settings(server, "other.test,.origin.test"))
        let client = try bed.secureTunnel()
        client.send("GET / HTTP/1.1\r\nHost: origin.test\r\n\r\n")
        #expect(text(client.readMessage()).hasSuffix("ok"))
    }

    @Test func `the name inside TLS counts where the way was asked for by address, in whatever pieces it comes`() throws
    {
        let server = RawServer(authority: Authorities.origin, answers: [Self.ok, Self.ok])
        let bed = try ProxyBed(settings(server, "origin.test"))
        let client = try bed.tunnel("127.0.0.1:443")
        let session = try pinned()
        _ = session.handshake()
        var hello: [UInt8] = []
        session.drainCiphertext { bytes in
            hello = Array(bytes)
            return bytes.count
        }
        for byte in hello { client.send([byte]) }
        try client.startTLS(session)
        client.send("GET / HTTP/1.1\r\nHost: origin.test\r\n\r\n")
        #expect(text(client.readMessage()).hasSuffix("ok"))
        let socks = try SOCKSTests.client(bed, "127.0.0.1")
        try socks.startTLS(pinned())
        socks.send("GET / HTTP/1.1\r\nHost: origin.test\r\n\r\n")
        #expect(text(socks.readMessage()).hasSuffix("ok"))
    }

    @Test func `what is asked for by address is read, verified and taped under the name in TLS or Host`() throws {
        let server = RawServer(authority: Authorities.origin, answers: [Self.ok, Self.ok])
        let clear = RawServer(answers: [Self.ok])
        let folder = try TemporaryFolder()
        var settings = try settings(server, "", record: folder.path + "/tape.fita")
        settings.connectTo.append("127.0.0.1:80:127.0.0.1:\(clear.port)")
        let bed = try ProxyBed(settings)
        for client in [try bed.tunnel("127.0.0.1:443"), try SOCKSTests.client(bed, "127.0.0.1")] {
            try client.startTLS(Clients.session("origin.test"))
            client.send("GET / HTTP/1.1\r\nHost: origin.test\r\n\r\n")
            #expect(text(client.readMessage()).hasSuffix("ok"))
        }
        let client = try SOCKSTests.client(bed, "127.0.0.1", port: 80)
        client.send("GET / HTTP/1.1\r\nHost: Origin.test\r\n\r\n")
        #expect(text(client.readMessage()).hasSuffix("ok"))
        #expect(bed.onLoop { $0.live.connects } == 2)
        bed.stop()
        let origins = try Tape.exchanges(folder.path + "/tape.fita").map(\.origin.text)
        #expect(origins == ["https://origin.test", "https://origin.test", "http://origin.test"])
    }

    @Test func `a client that refuses our certificate is passed through from then on, that client and that host alone`()
        throws
    {
        let server = RawServer(authority: Authorities.origin, answers: [Self.ok, Self.ok])
        let folder = try TemporaryFolder()
        let bed = try ProxyBed(settings(server, "", learns: true, record: folder.path + "/tape.fita"))
        let first = try bed.tunnel()
        #expect(throws: RawConnection.Failure.self) { try first.startTLS(pinned()) }
        #expect(bed.eventually { $0.refusals.map(\.host) == ["origin.test"] })
        let second = try bed.tunnel()
        try second.startTLS(pinned())
        second.send("GET / HTTP/1.1\r\nHost: origin.test\r\n\r\n")
        #expect(text(second.readMessage()).hasSuffix("ok"))
        second.close()
        let other = try bed.tunnel("other.test:443")
        try other.startTLS(Clients.session("other.test"))
        other.close()
        #expect(bed.eventually { $0.server.openConnections == 0 })
        bed.stop()
        let exchange = try #require(try Tape.exchanges(folder.path + "/tape.fita").first)
        let note = "passed unread, since this client address has refused fita's certificate for origin.test"
        #expect(exchange.notes == [note])
        #expect(exchange.tunnel != nil)
    }

    @Test func `without learning a client is refused each time, and that is told once`() throws {
        let server = RawServer(authority: Authorities.origin, answers: [Self.ok])
        let bed = try ProxyBed(settings(server, ""))
        for _ in 0..<2 {
            let client = try bed.tunnel()
            #expect(throws: RawConnection.Failure.self) { try client.startTLS(pinned()) }
        }
        #expect(bed.eventually { $0.tlsFailures.count == 2 })
        #expect(bed.onLoop { $0.refusals.map(\.passes) } == [false])
        #expect(server.connections == 0)
    }

    @Test func `a handshake that fails for another reason teaches nothing`() throws {
        let server = RawServer(authority: Authorities.origin, answers: [Self.ok])
        let bed = try ProxyBed(settings(server, "", learns: true))
        let client = try bed.tunnel()
        client.send([0x16, 3, 1, 0, 4, 1, 0, 0, 0])
        client.endWriting()
        _ = client.readAll()
        #expect(bed.eventually { $0.tlsFailures.count == 1 })
        #expect(bed.onLoop { $0.refusals } == [])
    }

    @Test func `curl that does not trust fita gets through at its second attempt`() throws {
        guard Curl.isThere else { return print("curl is absent: \(#function) tests nothing") }
        let server = RawServer(authority: Authorities.origin, answers: [Self.ok])
        let folder = try TemporaryFolder()
        let authority = try folder.file("ca.pem", Authorities.origin.orThrow().certificatePEM)
        let bed = try ProxyBed(settings(server, "", learns: true))
        let options = ["-x", "http://127.0.0.1:\(bed.port)", "--cacert", authority, "https://origin.test/"]
        #expect(try Curl.run(options).status == 60)
        #expect(try Curl.run(options).output == "ok")
    }

    @Test(arguments: [
        ("a.example", "a.example", true), ("a.example", "b.a.example", false), (".a.example", "b.a.example", true),
        (".a.example", "c.b.a.example", true), (".a.example", "a.example", false), (".a.example", "ba.example", false),
        ("A.Example,b", "a.example", true), ("192.0.2.1", "192.0.2.1", true), ("2001:DB8::1", "2001:db8::1", true),
    ])
    func `hosts are named one by one or by suffix`(list: String, host: String, isIn: Bool) {
        var patterns = HostPatterns()
        #expect(patterns.add(list) == nil)
        #expect(patterns.contains(host) == isIn)
    }

    @Test(arguments: ["", "a,", "a b", "a:443", "https://a", "*.a", ".", ".192.0.2.1", "[::1]", "..a"])
    func `what is no host is told`(list: String) {
        var patterns = HostPatterns()
        #expect(patterns.add(list) != nil)
        #expect(patterns.isEmpty)
    }

    @Test func `refusals are known up to the limit`() {
        let hosts = PassthroughHosts(learns: true)
        func refuse(_ host: String) -> CertificateRefusal? {
            hosts.refused(CertificateTrial(host: host, isOnWay: true, since: 0), nil, .alert(48))
        }
        for number in 0..<PassthroughHosts.refusalLimit { #expect(refuse("h\(number).test")?.passes == true) }
        #expect(refuse("one.more.test") == nil)
        #expect(hosts.cause("h0.test", nil) != nil && hosts.cause("one.more.test", nil) == nil)
        #expect(hosts.cause("h0.test", NetworkAddress("192.0.2.1")) == nil)
    }

    @Test(arguments: [0, 1]) func `departures are counted for so many clients and hosts at a time`(over: Int) {
        let hosts = PassthroughHosts(learns: true)
        func leave(_ host: String) -> CertificateRefusal? {
            hosts.departed(CertificateTrial(host: host, isOnWay: true, since: 0), nil)
        }
        for number in 0..<(PassthroughHosts.countedLimit + over) { #expect(leave("h\(number).test") == nil) }
        #expect((leave("h0.test")?.sign == .departures(2)) == (over == 0))
    }
}
