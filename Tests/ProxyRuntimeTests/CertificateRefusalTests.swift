import HTTPModel
import LoopbackPeers
import Origins
import Testing

@testable import Cryptography
@testable import ProxyCore
@testable import ProxyRuntime

/// Clients that would not have our certificate: how it shows, what is told, and what is no refusal.
@Suite struct CertificateRefusalTests {
    private static let ok = RawAnswer("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")

    /// A proxy before an origin that many answers wait at.
    private struct Bench {
        let server: RawServer
        let bed: ProxyBed

        init(learns: Bool = true, isReverse: Bool = false) throws {
            let answers = Array(repeating: CertificateRefusalTests.ok, count: 4)
            server = RawServer(authority: Authorities.origin, answers: answers)
            var settings = ProxyBed.Settings(https: server.port)
            settings.connectTo = ["127.0.0.1:443:127.0.0.1:\(server.port)"]
            if isReverse { settings.reverse = ServerOrigin(scheme: .https, host: "origin.test", port: 443) }
            settings.configure = { $0.passthrough = PassthroughHosts(learns: learns) }
            bed = try ProxyBed(settings)
        }

        var refusals: [CertificateRefusal] { bed.onLoop { $0.refusals } ?? [] }

        /// Waits until all clients are gone.
        func settles() -> Bool { bed.eventually { $0.server.openConnections == 0 } }

        /// Ends a connection under fita's certificate before a word is said.
        func leave(cutting: Bool = false) throws {
            try bed.secureTunnel().close(cutting: cutting)
            #expect(settles())
        }

        /// Sends a hello, and this once our certificate has come.
        func answer(_ bytes: [UInt8], host: String = "origin.test") throws {
            let client = try bed.tunnel()
            let session = try Clients.session(host)
            _ = session.handshake()
            var hello: [UInt8] = []
            session.drainCiphertext { bytes in
                hello = Array(bytes)
                return bytes.count
            }
            client.send(hello)
            #expect(!client.readSome().isEmpty)
            client.send(bytes)
            client.endWriting()
            _ = client.readAll()
            client.close()
            #expect(settles())
        }
    }

    private static func alert(_ number: UInt8) -> [UInt8] { [0x15, 3, 3, 0, 2, 2, number] }

    @Test(arguments: [UInt8(42), 43, 44, 45, 46, 48, 49])
    func `an alert about our certificate is a refusal at once, and the host passes unread`(number: UInt8) throws {
        let bench = try Bench()
        try bench.answer(Self.alert(number))
        let refusal = try #require(bench.refusals.first)
        #expect(bench.refusals.count == 1)
        #expect(refusal.sign == .alert(number))
        #expect(refusal.passes && refusal.namesHost && refusal.client == NetworkAddress("127.0.0.1"))
        #expect(refusal.text.contains("the client does not know fita's authority") == (number == 48))
        #expect(refusal.text.contains("likely pinned") == (number != 48))
        let client = try bench.bed.tunnel()
        let trust = TLSTrust(systemStore: false, bundles: [try Authorities.origin.orThrow().certificatePEM])
        try client.startTLS(TLSClientContext(trust: trust).makeSession(host: "origin.test", now: Authorities.now))
    }

    @Test(arguments: [UInt8(40), 47, 80, 112]) func `an alert about something else is none`(number: UInt8) throws {
        let bench = try Bench()
        for _ in 0..<3 { try bench.answer(Self.alert(number)) }
        #expect(bench.refusals == [])
        #expect(bench.bed.onLoop { $0.tlsFailures.count } == 3)
    }

    @Test(arguments: [[], [0x15, 3, 3, 0, 2, 1, 0]])
    func `two departures in the handshake, after our certificate, are a refusal`(farewell: [UInt8]) throws {
        let bench = try Bench()
        try bench.answer(farewell)
        #expect(bench.refusals == [])
        try bench.answer(farewell)
        #expect(bench.refusals.map(\.sign) == [.departures(2)])
    }

    @Test func `a departure before our certificate is none`() throws {
        let bench = try Bench()
        for _ in 0..<3 {
            let client = try bench.bed.tunnel()
            client.send([0x16, 3, 1])
            client.close()
            #expect(bench.settles())
        }
        #expect(bench.refusals == [])
    }

    @Test(arguments: [false, true])
    func `two departures after the handshake are a refusal, and the host passes unread`(cutting: Bool) throws {
        let bench = try Bench()
        try bench.leave(cutting: cutting)
        #expect(bench.refusals == [])
        try bench.leave(cutting: cutting)
        let refusal = try #require(bench.refusals.first)
        #expect(refusal.sign == .departures(2) && refusal.passes)
        #expect(refusal.text.hasSuffix("with no alert and no request: perhaps pinned"))
        let client = try bench.bed.tunnel()
        #expect(throws: RawConnection.Failure.self) { try client.startTLS(Clients.session("origin.test")) }
    }

    @Test func `a request between clears the count`() throws {
        let bench = try Bench()
        for _ in 0..<3 {
            try bench.leave()
            let client = try bench.bed.secureTunnel()
            client.send("GET / HTTP/1.1\r\nHost: origin.test\r\n\r\n")
            #expect(client.readMessage() == Self.ok.bytes)
            client.close()
            #expect(bench.settles())
        }
        #expect(bench.refusals == [])
    }

    @Test func `what a browser opens ahead and drops is no refusal`() throws {
        let bench = try Bench()
        // Several at once, of which one is used.
        let used = try bench.bed.secureTunnel()
        for _ in 0..<3 {
            try bench.bed.secureTunnel().close()
            #expect(bench.bed.eventually { $0.server.openConnections == 1 })
        }
        used.send("GET / HTTP/1.1\r\nHost: origin.test\r\n\r\n")
        #expect(used.readMessage() == Self.ok.bytes)
        used.close()
        #expect(bench.settles())
        // One at a time, held for a while.
        for number in 5...7 {
            let early = try bench.bed.secureTunnel()
            #expect(bench.bed.eventually { $0.namesOfWhole.count == number })
            _ = bench.bed.onLoop { parts in for _ in 0...CertificateTrial.departureTicks { parts.server.tick() } }
            early.close()
            #expect(bench.settles())
        }
        #expect(bench.refusals == [])
    }

    @Test func `HTTP2 that is opened ahead is no refusal`() throws {
        let bench = try Bench()
        for _ in 0..<3 {
            let client = try bench.bed.tunnel()
            try client.startTLS(Clients.session("origin.test", protocols: ["h2"]))
            client.send("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n")
            client.send([0, 0, 0, 4, 0, 0, 0, 0, 0])
            #expect(!client.readSome().isEmpty)
            client.close()
            #expect(bench.settles())
        }
        #expect(bench.refusals == [])
        for _ in 0..<2 {
            let client = try bench.bed.tunnel()
            try client.startTLS(Clients.session("origin.test", protocols: ["h2"]))
            client.close()
            #expect(bench.settles())
        }
        #expect(bench.refusals.map(\.sign) == [.departures(2)])
    }

    @Test(arguments: [false, true]) func `without learning it is told once and goes on`(byAlert: Bool) throws {
        let bench = try Bench(learns: false)
        for _ in 0..<5 { try byAlert ? bench.answer(Self.alert(46)) : bench.leave() }
        let refusal = try #require(bench.refusals.first)
        #expect(bench.refusals.count == 1 && !refusal.passes)
        #expect(refusal.text.hasPrefix("origin.test is not read for client address 127.0.0.1: "))
        #expect(refusal.action.contains("--passthrough origin.test"))
        let client = try bench.bed.secureTunnel()
        client.send("GET / HTTP/1.1\r\nHost: origin.test\r\n\r\n")
        #expect(client.readMessage() == Self.ok.bytes)
    }

    @Test func `to the reverse proxy nothing passes unread, and that is not promised`() throws {
        let bench = try Bench(isReverse: true)
        for _ in 0..<2 {
            let client = try bench.bed.client()
            #expect(throws: RawConnection.Failure.self) { try client.startTLS(Clients.distrusting("origin.test")) }
        }
        #expect(bench.settles())
        #expect(bench.refusals.map(\.passes) == [false])
    }

    @Test func `a client that names no host is told of as such, and the tape gets no name`() throws {
        let bench = try Bench()
        let client = try bench.bed.tunnel()
        // An address is no server name: the certificate is made for the host of the CONNECT, and does not fit.
        #expect(throws: RawConnection.Failure.self) { try client.startTLS(Clients.session("127.0.0.1")) }
        #expect(bench.settles())
        let refusal = try #require(bench.refusals.first)
        #expect(refusal.sign == .alert(42) && !refusal.namesHost)
        #expect(refusal.text.contains("names no host (no SNI), so the certificate was made for origin.test"))
        #expect(refusal.action.contains("by its name"))
        #expect(bench.bed.onLoop { $0.namesOfFailed } == [nil])
    }

    @Test func `the name of a failed handshake is the hello's own, not the one that was asked of the proxy`() throws {
        let bench = try Bench(learns: false)
        try bench.answer(Self.alert(48), host: "inner.test")
        #expect(bench.bed.onLoop { $0.namesOfFailed } == ["inner.test"])
        // The hello is refused before its extensions count: it offers an old version alone.
        let old = try bench.bed.tunnel()
        old.send(Self.oldHello)
        _ = old.readAll()
        old.close()
        #expect(bench.settles())
        #expect(bench.bed.onLoop { $0.namesOfFailed } == ["inner.test", "old.test"])
    }

    /// TLS 1.0 alone, for `old.test`.
    private static var oldHello: [UInt8] {
        let name = Array("old.test".utf8)
        let names: [UInt8] = [0, 0, UInt8(name.count)] + name
        let value: [UInt8] = [0, UInt8(names.count)] + names
        let extensions: [UInt8] = [0, 0, 0, UInt8(value.count)] + value
        let random = [UInt8](repeating: 7, count: 32)
        let body: [UInt8] = [3, 1] + random + [0, 0, 2, 0, 0x2F, 1, 0, 0, UInt8(extensions.count)] + extensions
        let message: [UInt8] = [1, 0, 0, UInt8(body.count)] + body
        return [0x16, 3, 1, 0, UInt8(message.count)] + message
    }
}
