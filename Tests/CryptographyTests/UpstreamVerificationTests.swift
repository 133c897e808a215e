import COpenSSL
import Testing

@testable import Cryptography

/// What a server may show and what it is told, as the badssl cases have it.
struct UpstreamVerificationTests {
    let root: CertificateAuthority

    init() throws { root = try CertificateAuthority.make(now: present) }

    private func leaf(
        _ extensions: [CertificateTemplate.Extension], key: PrivateKey, begin: Int64 = -1, end: Int64 = 90,
        purposes: [DERWriter.ObjectIdentifier] = [.serverAuthentication], by issuer: CertificateAuthority? = nil
    ) throws -> Certificate {
        try Certificate(
            der: (issuer ?? root).sign(
                subject: CertificateTemplate.name(organization: nil, commonName: "origin.test"),
                notBefore: present + begin * day, notAfter: present + end * day, publicKey: key.publicKey,
                extensions: [.notAuthority, .extendedKeyUsage(purposes)] + extensions))
    }

    private func meet(
        _ chain: [Certificate], _ key: PrivateKey, host: String = "origin.test", own: CertificateAuthority? = nil,
        prepare: @escaping (OpaquePointer) -> Void = { _ in }
    ) throws -> (client: TLSHandshake, server: TLSHandshake) {
        let clients = try TLSClientContext(
            trust: TLSTrust(systemStore: false, bundles: [root.certificatePEM]), ownAuthority: own)
        let pair = try TLSPair(
            client: clients.makeSession(host: host, now: present),
            server: OddServer(chain: chain, key: key, prepare: prepare).makeSession())
        return pair.handshake()
    }

    private static let good: [CertificateTemplate.Extension] = [.names([.host("origin.test")])]

    @Test func `a good chain and name pass`() throws {
        let key = try PrivateKey()
        #expect(try meet([leaf(Self.good, key: key)], key) == (.finished, .finished))
        let address = try leaf([.names([.address([127, 0, 0, 1])])], key: key)
        #expect(try meet([address], key, host: "127.0.0.1").client == .finished)
        let version6 = try leaf([.names([try #require(CertificateName("::1"))])], key: key)
        #expect(try meet([version6], key, host: "[::1]").client == .finished)
        let wildcard = try leaf([.rawHostName(Array("*.origin.test".utf8))], key: key)
        #expect(try meet([wildcard], key, host: "a.origin.test").client == .finished)
    }

    @Test func `dates are held against the time given`() throws {
        let key = try PrivateKey()
        let expired = try meet([leaf(Self.good, key: key, begin: -60, end: -1)], key).client.failure
        #expect(expired?.kind == .certificateExpired)
        #expect(expired?.verification?.text == "certificate has expired")
        #expect(expired?.verification?.depth == 0)
        #expect(expired?.stage == .handshake)
        #expect(expired?.alertSent == 45)
        let early = try meet([leaf(Self.good, key: key, begin: 2)], key).client.failure
        #expect(early?.kind == .certificateNotYetValid)
    }

    @Test func `only an alternative name that fits counts`() throws {
        let key = try PrivateKey()
        let cases: [(String, [CertificateTemplate.Extension], String)] = [
            ("another host", [.names([.host("other.test")])], "origin.test"),
            ("the common name alone", [], "origin.test"),
            ("a wildcard two labels up", [.rawHostName(Array("*.origin.test".utf8))], "a.b.origin.test"),
            ("a part of a label", [.rawHostName(Array("o*.test".utf8))], "origin.test"),
            ("a zero byte inside", [.rawHostName(Array("origin.test\0.evil.test".utf8))], "origin.test"),
            ("an empty name", [.rawHostName([])], "origin.test"),
            ("an address as a host name", [.rawHostName(Array("127.0.0.1".utf8))], "127.0.0.1"),
            ("another address", [.names([.address([127, 0, 0, 2])])], "127.0.0.1"),
            ("a top-level wildcard", [.rawHostName(Array("*.test".utf8))], "origin.test"),
        ]
        for (what, extensions, host) in cases {
            let failure = try meet([leaf(extensions, key: key)], key, host: host).client.failure
            #expect(failure?.kind == .certificateNameMismatch, "\(what)")
        }
        let said = try meet([leaf([.names([.host("other.test")])], key: key)], key).client.failure
        #expect(said?.verification?.text == "hostname mismatch")
    }

    @Test func `a chain must end in a trusted root by lawful steps`() throws {
        let key = try PrivateKey()
        // Self-signed.
        let name = CertificateTemplate.name(organization: nil, commonName: "origin.test")
        let lone = CertificateTemplate(
            serial: try CertificateTemplate.randomSerial(), issuer: name, subject: name, notBefore: present - day,
            notAfter: present + 90 * day, publicKey: key.publicKey, extensions: Self.good)
        let selfSigned = try Certificate(der: lone.signed(by: key))
        #expect(try meet([selfSigned], key).client.failure?.kind == .certificateSelfSigned)

        // An unknown root, sent along and not.
        let stranger = try CertificateAuthority.make(now: present)
        let strange = try leaf(Self.good, key: key, by: stranger)
        #expect(
            try meet([strange, stranger.certificate], key).client.failure?.kind == .certificateUntrustedRoot)
        #expect(try meet([strange], key).client.failure?.kind == .certificateIncompleteChain)

        // The authority first; alone it is only the wrong certificate.
        let rootKey = try PrivateKey(pem: root.privateKeyPEM)
        let reversed = try meet([root.certificate, leaf(Self.good, key: key)], rootKey).client.failure
        #expect(reversed?.kind == .certificateChainOrder)
        #expect(reversed?.verification?.sentCount == 2)
        #expect(try meet([root.certificate], rootKey).client.failure?.kind == .certificateWrongPurpose)

        // Signed by a leaf.
        let middleKey = try PrivateKey()
        let middle = try leaf(Self.good, key: middleKey)
        let below = CertificateTemplate(
            serial: try CertificateTemplate.randomSerial(), issuer: try middle.subject(),
            subject: CertificateTemplate.name(organization: nil, commonName: "below"), notBefore: present - day,
            notAfter: present + day, publicKey: key.publicKey, extensions: Self.good)
        #expect(
            try meet([Certificate(der: below.signed(by: middleKey)), middle], key).client.failure?.kind
                == .certificateInvalidAuthority)
    }

    @Test func `a certificate for another purpose is refused`() throws {
        let key = try PrivateKey()
        let client = try leaf(Self.good, key: key, purposes: [.clientAuthentication])
        #expect(try meet([client], key).client.failure?.kind == .certificateWrongPurpose)
    }

    @Test func `our own authority's leaves are refused even where it is trusted`() throws {
        let key = try PrivateKey()
        let failure = try meet([leaf(Self.good, key: key)], key, own: root).client.failure
        #expect(failure?.kind == .certificateOwnAuthority)
        let other = try CertificateAuthority.make(now: present)
        #expect(try meet([leaf(Self.good, key: key)], key, own: other).client == .finished)
    }

    @Test func `old versions and weak suites are not offered`() throws {
        let key = try PrivateKey()
        let chain = [try leaf(Self.good, key: key)]
        let old = try meet(chain, key) {
            SSL_CTX_ctrl($0, SSL_CTRL_SET_MIN_PROTO_VERSION, Int(TLS1_VERSION), nil)
            SSL_CTX_ctrl($0, SSL_CTRL_SET_MAX_PROTO_VERSION, Int(TLS1_1_VERSION), nil)
        }
        #expect(old.client.failure?.kind == .versionTooOld)
        for suites in ["ECDHE-ECDSA-AES128-SHA", "ECDHE-ECDSA-NULL-SHA", "ADH-AES128-SHA256"] {
            let weak = try meet(chain, key) {
                SSL_CTX_ctrl($0, SSL_CTRL_SET_MAX_PROTO_VERSION, Int(TLS1_2_VERSION), nil)
                #expect(SSL_CTX_set_cipher_list($0, suites) == 1)
            }
            #expect(weak.client.failure?.kind == .noCommonCipher, "\(suites)")
        }
    }

    @Test func `a server that wants a client certificate is named as such`() throws {
        let key = try PrivateKey()
        let chain = [try leaf(Self.good, key: key)]
        let clients = try TLSClientContext(trust: TLSTrust(systemStore: false, bundles: [root.certificatePEM]))
        let server = try OddServer(chain: chain, key: key) {
            SSL_CTX_set_verify($0, SSL_VERIFY_PEER | SSL_VERIFY_FAIL_IF_NO_PEER_CERT, nil)
        }.makeSession()
        let pair = try TLSPair(client: clients.makeSession(host: "origin.test", now: present), server: server)
        _ = pair.handshake()
        // In TLS 1.3 the client has finished before the server complains.
        guard case .failed(let failure) = pair.client.readAll().last else {
            Issue.record("no failure")
            return
        }
        #expect(failure.kind == .clientCertificateRequired)
    }

    @Test func `plain HTTP on a TLS port is named as such`() throws {
        let clients = try TLSClientContext(trust: TLSTrust(systemStore: false, bundles: [root.certificatePEM]))
        let client = try clients.makeSession(host: "origin.test", now: present)
        #expect(client.handshake() == .underWay)
        client.receive(Array("HTTP/1.1 400 Bad Request\r\n\r\n".utf8))
        #expect(client.handshake().failure?.kind == .notTLS)
    }

    @Test func `10,000 names are refused as too many`() throws {
        let key = try PrivateKey()
        let names = (0..<10_000).map { CertificateName.host("h\($0).origin.test") } + [.host("origin.test")]
        let end = try meet([leaf([.names(names)], key: key)], key)
        #expect(end.client.failure?.kind == .certificateTooLarge)
    }

    @Test func `a trust bundle that cannot be read is an error of the operator`() throws {
        let broken = try TLSClientContext(trust: TLSTrust(systemStore: false, bundles: [Array("no PEM".utf8)]))
        #expect(throws: CryptographyError.self) { try broken.makeSession(host: "origin.test", now: present) }
        let missing = try TLSClientContext(trust: TLSTrust(systemStore: false, bundlePaths: ["/no/such/bundle.pem"]))
        #expect {
            try missing.makeSession(host: "origin.test", now: present)
        } throws: { error in
            (error as? CryptographyError) == CryptographyError(.trustUnreadable, "/no/such/bundle.pem")
        }
    }
}
