import COpenSSL
import Testing

@testable import Cryptography

struct TLSSessionTests {
    let authority: CertificateAuthority

    init() throws { authority = try CertificateAuthority.make(now: present) }

    @Test func `a handshake tells both ends what was agreed`() throws {
        let pair = try TLSPair(authority: authority)
        let end = pair.handshake()
        #expect(end.client == .finished)
        #expect(end.server == .finished)
        let client = try #require(pair.client.facts)
        let server = try #require(pair.server.facts)
        #expect(client.version == "TLSv1.3")
        #expect(client.cipher.hasPrefix("TLS_"))
        #expect(client.applicationProtocol == "http/1.1")
        #expect(client.serverName == "ads.example")
        #expect(client.verification == "ok")
        var der: UnsafeMutablePointer<UInt8>?
        let count = i2d_X509(SSL_get_certificate(pair.server.ssl), &der)
        defer { CRYPTO_free(der, nil, 0) }
        let sent = Array(UnsafeBufferPointer(start: der, count: Int(count)))
        #expect(sent.count > 200)
        #expect(client.peerChainDigests == [SHA256.digest(sent)])
        #expect(client.peerNames == ["ads.example"])
        #expect(server.peerNames.isEmpty)
        #expect(!client.resumed)
        #expect(server.serverName == "ads.example")
        #expect(server.applicationProtocol == "http/1.1")
        #expect(server.cipher == client.cipher)
        #expect(server.peerChainDigests.isEmpty)
    }

    @Test(arguments: [1, 2, 3, 5, 7, 64, 1_000])
    func `ciphertext in pieces of any size gives the same bytes`(piece: Int) throws {
        let pair = try TLSPair(authority: authority, piece: piece)
        #expect(pair.handshake() == (.finished, .finished))
        let request = Array("GET /px?visitor_id=1 HTTP/1.1\r\nHost: ads.example\r\n\r\n".utf8)
        #expect(pair.send(request, from: pair.client, to: pair.server) == request)
        let answer = Array("HTTP/1.1 204 No Content\r\n\r\n".utf8)
        #expect(pair.send(answer, from: pair.server, to: pair.client) == answer)
    }

    @Test func `a record cut at every byte is read whole`() throws {
        let pair = try TLSPair(authority: authority)
        pair.handshake()
        let text = Array("one record".utf8)
        var cut = 1
        while true {
            _ = text.withUnsafeBytes { pair.client.write(plaintext: $0) }
            let record = pair.client.take()
            guard cut < record.count else { break }
            pair.server.receive(Array(record[..<cut]))
            #expect(pair.server.readAll().last == .wouldBlock)
            #expect(pair.server.readAll().bytes.isEmpty)
            pair.server.receive(Array(record[cut...]))
            #expect(pair.server.readAll().bytes == text)
            cut += 1
        }
        #expect(cut > text.count)
    }

    @Test func `TLS 1_2 is spoken with those who have no more`() throws {
        let pair = try TLSPair(authority: authority)
        #expect(SSL_ctrl(pair.client.ssl, SSL_CTRL_SET_MAX_PROTO_VERSION, Int(TLS1_2_VERSION), nil) == 1)
        #expect(pair.handshake() == (.finished, .finished))
        #expect(pair.client.facts?.version == "TLSv1.2")
        #expect(pair.client.facts?.cipher.hasPrefix("TLS_ECDHE_") == true)
        #expect(pair.send([1, 2, 3], from: pair.client, to: pair.server) == [1, 2, 3])
    }

    @Test(arguments: [7, 16_384, .max])
    func `300 KiB pass both ways`(piece: Int) throws {
        let pair = try TLSPair(authority: authority, piece: piece)
        pair.handshake()
        let bytes = (0..<300 * 1_024).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) }
        #expect(pair.send(bytes, from: pair.client, to: pair.server) == bytes)
        #expect(pair.send(bytes, from: pair.server, to: pair.client) == bytes)
        #expect(pair.client.pendingCiphertext == 0)
        #expect(pair.server.undecrypted == 0)
    }

    @Test func `what the socket did not take stays and comes next`() throws {
        let pair = try TLSPair(authority: authority)
        pair.handshake()
        _ = [UInt8](repeating: 9, count: 40_000).withUnsafeBytes { pair.client.write(plaintext: $0) }
        let all = pair.client.pendingCiphertext
        var first: [UInt8] = []
        pair.client.drainCiphertext { bytes in
            first = Array(bytes[..<1_000])
            return 1_000
        }
        #expect(pair.client.pendingCiphertext == all - 1_000)
        pair.server.receive(first + pair.client.take())
        #expect(pair.server.readAll().bytes == [UInt8](repeating: 9, count: 40_000))
    }

    @Test func `buffers given back at any moment cost no byte`() throws {
        let pair = try TLSPair(authority: authority)
        pair.server.releaseBuffers()
        pair.handshake()
        _ = [UInt8](repeating: 3, count: 900).withUnsafeBytes { pair.client.write(plaintext: $0) }
        pair.client.releaseBuffers()
        let record = pair.client.take()
        pair.client.releaseBuffers()
        var got: [UInt8] = []
        for byte in record {
            pair.server.receive([byte])
            got += pair.server.readAll(chunk: 100).bytes
            pair.server.releaseBuffers()
        }
        #expect(got == [UInt8](repeating: 3, count: 900))
        // Part of a record is decrypted but not yet read.
        _ = [UInt8](repeating: 4, count: 900).withUnsafeBytes { pair.client.write(plaintext: $0) }
        pair.server.receive(pair.client.take())
        var some = [UInt8](repeating: 0, count: 10)
        #expect(some.withUnsafeMutableBytes { pair.server.readPlaintext(into: $0) } == .bytes(10))
        pair.server.releaseBuffers()
        #expect(pair.server.readAll().bytes == [UInt8](repeating: 4, count: 890))
    }

    @Test func `a session may be used while its ciphertext is lent`() throws {
        let pair = try TLSPair(authority: authority)
        pair.handshake()
        _ = [UInt8](repeating: 1, count: 5_000).withUnsafeBytes { pair.client.write(plaintext: $0) }
        var sent: [UInt8] = []
        pair.client.drainCiphertext { bytes in
            #expect(pair.client.drainCiphertext { $0.count } == 0)
            _ = [UInt8](repeating: 2, count: 90_000).withUnsafeBytes { pair.client.write(plaintext: $0) }
            pair.client.shutdown()
            sent += bytes[..<1_000]
            return 1_000
        }
        pair.server.receive(sent + pair.client.take())
        let read = pair.server.readAll()
        #expect(read.bytes == [UInt8](repeating: 1, count: 5_000) + [UInt8](repeating: 2, count: 90_000))
        #expect(read.last == .closed(clean: true))
    }

    @Test func `close_notify is told apart from a cut`() throws {
        let clean = try TLSPair(authority: authority)
        clean.handshake()
        _ = Array("last".utf8).withUnsafeBytes { clean.server.write(plaintext: $0) }
        clean.server.shutdown()
        clean.client.receive(clean.server.take())
        #expect(clean.client.readAll() == (Array("last".utf8), .closed(clean: true)))
        // The other direction is still open.
        #expect(clean.send([7], from: clean.client, to: clean.server) == [7])

        let cut = try TLSPair(authority: authority)
        cut.handshake()
        _ = Array("last".utf8).withUnsafeBytes { cut.server.write(plaintext: $0) }
        cut.client.receive(cut.server.take())
        cut.client.receiveEnd()
        #expect(cut.client.readAll() == (Array("last".utf8), .closed(clean: false)))
        #expect(cut.client.readAll() == ([], .closed(clean: false)))
    }

    @Test func `an end inside the handshake is a failure of the handshake`() throws {
        let pair = try TLSPair(authority: authority)
        _ = pair.client.handshake()
        let hello = pair.client.take()
        pair.server.receive(Array(hello.dropLast(10)))
        #expect(pair.server.handshake() == .underWay)
        pair.server.receiveEnd()
        let failure = try #require(pair.server.handshake().failure)
        #expect(failure.stage == .handshake)
        #expect(failure.kind == .truncated)
    }

    @Test func `a record that was tampered with fails the session for good`() throws {
        let pair = try TLSPair(authority: authority)
        pair.handshake()
        _ = [UInt8](repeating: 1, count: 50).withUnsafeBytes { pair.client.write(plaintext: $0) }
        var record = pair.client.take()
        record[20] ^= 1
        pair.server.receive(record)
        guard case .failed(let failure) = pair.server.readAll().last else {
            Issue.record("read on")
            return
        }
        #expect(failure.stage == .transfer)
        #expect(failure.alertSent == 20)
        #expect(pair.server.pendingCiphertext > 0, "the alert waits to be sent")
        #expect(pair.server.readAll().last == .failed(failure))
        #expect(pair.server.handshake() == .failed(failure))
        #expect([1].withUnsafeBytes { pair.server.write(plaintext: $0) } == .failed(failure))
        pair.client.receive(pair.server.take())
        guard case .failed(let told) = pair.client.readAll().last else {
            Issue.record("the alert was not told")
            return
        }
        #expect(told.alertReceived == 20)
    }

    @Test func `one session's failure does not leak into the next`() throws {
        let good = try TLSPair(authority: authority)
        good.handshake()
        let bad = try TLSPair(authority: authority)
        bad.server.receive(Array("GET / HTTP/1.1\r\n\r\n".utf8))
        let failure = try #require(bad.server.handshake().failure)
        #expect(failure.kind == .notTLS)
        // A complaint left in the thread's queue by someone else must not matter either.
        _ = try? CertificateAuthority(certificatePEM: [1, 2], privateKeyPEM: [])
        #expect(good.server.readAll().last == .wouldBlock)
        #expect(good.send([5], from: good.client, to: good.server) == [5])
    }

    @Test func `protocols are chosen in the server's order, and none is no failure`() throws {
        let offers = try TLSPair(authority: authority, clientProtocols: ["h2", "http/1.1"])
        #expect(offers.handshake() == (.finished, .finished))
        #expect(offers.client.facts?.applicationProtocol == "http/1.1")
        let foreign = try TLSPair(authority: authority, clientProtocols: ["h3"])
        #expect(foreign.handshake() == (.finished, .finished))
        #expect(foreign.client.facts?.applicationProtocol == nil)
        #expect(foreign.server.facts?.applicationProtocol == nil)
    }

    @Test func `a client that does not trust the authority is recognised by its alert`() throws {
        let other = try CertificateAuthority.make(now: present)
        let clients = try TLSClientContext(trust: TLSTrust(systemStore: false, bundles: [other.certificatePEM]))
        let servers = try TLSServerContext(authority: authority)
        let pair = try TLSPair(
            client: clients.makeSession(host: "ads.example", now: present),
            server: servers.makeSession(defaultHost: nil, now: present))
        let end = pair.handshake()
        #expect(end.client.failure?.kind == .certificateIncompleteChain)
        #expect(end.client.failure?.verification?.text == "unable to get local issuer certificate")
        #expect(end.client.failure?.verification?.issuer.contains("fita CA") == true)
        #expect(end.client.failure?.alertSent == 48)
        #expect(end.server.failure?.kind == .ourCertificateRefused)
        #expect(end.server.failure?.alertReceived == 48)
    }

    @Test func `the name in the hello goes before the default, and no valid name means no leaf`() throws {
        let clients = try TLSClientContext(trust: TLSTrust(systemStore: false, bundles: [authority.certificatePEM]))
        let servers = try TLSServerContext(authority: authority)
        let other = try TLSPair(
            client: clients.makeSession(host: "other.example", now: present),
            server: servers.makeSession(defaultHost: "ads.example", now: present))
        #expect(other.handshake() == (.finished, .finished))

        for (host, fails) in [("127.0.0.1", false), (nil, true), ("../tmp/x", true)] {
            let pair = try TLSPair(
                client: clients.makeSession(host: "127.0.0.1", now: present),
                server: servers.makeSession(defaultHost: host, now: present))
            let end = pair.handshake()
            #expect(end.server.failure?.kind == (fails ? .noLeaf : nil))
        }
        for host in ["ads.example", "192.0.2.7", "localhost", "other.example"] {
            let client = try clients.makeSession(host: host, now: present)
            // As a client that tells no name.
            #expect(fita_ssl_set_server_name(client.ssl, nil) == 1)
            let server = try servers.makeSession(
                defaultHost: "ads.example", otherHosts: ["192.0.2.7", "localhost"], now: present)
            let end = TLSPair(client: client, server: server).handshake()
            #expect((end.client == .finished) == (host != "other.example"), "\(host)")
        }
        let crooked = try TLSPair(
            client: clients.makeSession(host: "ads.example", now: present),
            server: servers.makeSession(defaultHost: "ads.example", now: present))
        #expect(fita_ssl_set_server_name(crooked.client.ssl, "../../../tmp/x") == 1)
        #expect(crooked.handshake().server.failure?.kind == .noLeaf)
    }

    @Test func `a second session to a host resumes the first`() throws {
        let clients = try TLSClientContext(trust: TLSTrust(systemStore: false, bundles: [authority.certificatePEM]))
        let servers = try TLSServerContext(authority: authority)
        func pair(_ host: String) throws -> TLSPair {
            let pair = try TLSPair(
                client: clients.makeSession(host: host, now: present),
                server: servers.makeSession(defaultHost: host, now: present))
            #expect(pair.handshake() == (.finished, .finished))
            #expect(pair.send([1], from: pair.server, to: pair.client) == [1])
            return pair
        }
        #expect(try pair("ads.example").client.facts?.resumed == false)
        let second = try pair("ads.example")
        #expect(second.client.facts?.resumed == true)
        #expect(second.client.facts?.verification == "ok")
        #expect(try pair("other.example").client.facts?.resumed == false)
    }
}
