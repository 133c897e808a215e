import COpenSSL
import Foundation
import Testing

@testable import Cryptography

struct CertificateAuthorityTests {
    @Test func `each authority has a key and a name of its own`() throws {
        let first = try CertificateAuthority.make(now: present)
        let second = try CertificateAuthority.make(now: present)
        #expect(first.privateKeyPEM != second.privateKeyPEM)
        #expect(first.subject != second.subject)
        #expect(first.fingerprintSHA256 != second.fingerprintSHA256)
        #expect(first.subject.hasPrefix("CN=fita CA "))
        #expect(first.notBefore == present - 2 * day)
        #expect(first.notAfter == present + 365 * day)
    }

    @Test func `an authority read back signs what its clients trust`() throws {
        let made = try CertificateAuthority.make(now: present)
        let read = try CertificateAuthority(
            certificatePEM: made.certificatePEM, privateKeyPEM: made.privateKeyPEM)
        #expect(read.certificateDER == made.certificateDER)
        #expect(read.fingerprintSHA256 == SHA256.digest(made.certificateDER))
        #expect(read.notAfter == made.notAfter)
        let clients = try TLSClientContext(trust: TLSTrust(systemStore: false, bundles: [made.certificatePEM]))
        let pair = try TLSPair(
            client: clients.makeSession(host: "a.example", now: present),
            server: TLSServerContext(authority: read).makeSession(defaultHost: nil, now: present))
        #expect(pair.handshake() == (.finished, .finished))
    }

    @Test func `what cannot serve as an authority is refused by name`() throws {
        let made = try CertificateAuthority.make(now: present)
        let other = try CertificateAuthority.make(now: present)
        let leaf = try made.mintLeaf(host: "a.example", now: present)
        func code(_ certificate: [UInt8], _ key: [UInt8]) -> CryptographyError.Code? {
            do throws(CryptographyError) {
                _ = try CertificateAuthority(certificatePEM: certificate, privateKeyPEM: key)
                return nil
            } catch { return error.code }
        }
        #expect(code(Array("text".utf8), made.privateKeyPEM) == .certificateUnreadable)
        #expect(code(made.certificatePEM, Array("text".utf8)) == .privateKeyUnreadable)
        #expect(code(made.certificatePEM, other.privateKeyPEM) == .keyMismatch)
        #expect(try code(leaf.certificate.pem(), made.leafKey.pem()) == .notAnAuthority)
        #expect(code(Array(made.certificatePEM.dropLast(40)), made.privateKeyPEM) == .certificateUnreadable)
    }

    @Test func `a leaf begins two days back and lasts as asked, at most 197 days and not past its authority`() throws {
        let authority = try CertificateAuthority.make(now: present)
        let usual = try authority.mintLeaf(host: "a.example", now: present)
        #expect(usual.notBefore == present - 2 * day)
        #expect(usual.notAfter + 1 - usual.notBefore == 90 * day)
        #expect(usual.certificate.notBefore == usual.notBefore)
        #expect(usual.certificate.notAfter == usual.notAfter)
        let long = try authority.mintLeaf(host: "a.example", now: present, lifetimeDays: 400)
        #expect(long.notAfter + 1 - long.notBefore == 197 * day)
        let late = try authority.mintLeaf(host: "a.example", now: present + 364 * day)
        #expect(late.notAfter == authority.notAfter)
        #expect(throws: CryptographyError(.authorityOutOfDate, authority.subject)) {
            try authority.mintLeaf(host: "a.example", now: present + 366 * day)
        }
        #expect(throws: CryptographyError(.invalidName, "*.example")) {
            try authority.mintLeaf(host: "*.example", now: present)
        }
    }

    /// The profile as someone else's parser sees it.
    @Test func `openssl reads the profile we mean`() throws {
        let authority = try CertificateAuthority.make(now: present)
        let host = try authority.mintLeaf(host: "Ads.Example", now: present)
        let address = try authority.mintLeaf(host: "::1", now: present)
        guard let ca = try text(authority.certificatePEM), let leaf = try text(host.certificate.pem()),
            let ip = try text(address.certificate.pem())
        else { return }
        #expect(ca.contains("CA:TRUE, pathlen:0"))
        #expect(ca.contains("Certificate Sign, CRL Sign"))
        #expect(ca.contains("X509v3 Basic Constraints: critical"))
        #expect(ca.contains("ASN1 OID: prime256v1"))
        #expect(ca.contains("Not Before: Jan 13 08:00:00 2027 GMT"))
        #expect(ca.contains("Not After : Jan 15 08:00:00 2028 GMT"))
        #expect(leaf.contains("DNS:ads.example"))
        #expect(leaf.contains("TLS Web Server Authentication"))
        #expect(leaf.contains("CA:FALSE"))
        #expect(leaf.contains("Signature Algorithm: ecdsa-with-SHA256"))
        #expect(ip.contains("IP Address:0:0:0:0:0:0:0:1"))
        #expect(!ip.contains("DNS:"))
        let identifier = try #require(authority.certificate.subjectKeyIdentifier)
        let spelled = identifier.map { hex([$0]).uppercased() }.joined(separator: ":")
        #expect(ca.contains(spelled))
        #expect(leaf.contains(spelled), "the leaf names its authority's key")
    }

    @Test func `an authority bound to names speaks for no others, and clients hold it to that`() throws {
        let permitted = ["ads.example", "192.0.2.1"].compactMap { CertificateName($0) }
        let authority = try CertificateAuthority.make(now: present, permitted: permitted)
        for host in ["ads.example", "cdn.ads.example", "192.0.2.1"] {
            let pair = try TLSPair(host: host, authority: authority)
            #expect(pair.handshake() == (.finished, .finished), "\(host)")
        }
        for host in ["bads.example", "example", "bank.example", "192.0.2.2", "::1"] {
            let name = try #require(CertificateName(host))
            #expect(throws: CryptographyError(.nameNotPermitted, name.text)) {
                try authority.mintLeaf(names: [name], now: present)
            }
            // A thief would sign all the same.
            let key = try PrivateKey()
            let stolen = try Certificate(
                der: authority.sign(
                    subject: CertificateAuthority.subject(of: name), notBefore: present - day, notAfter: present + day,
                    publicKey: key.publicKey, extensions: [.notAuthority, .names([name])]))
            let clients = try TLSClientContext(
                trust: TLSTrust(systemStore: false, bundles: [authority.certificatePEM]))
            let pair = try TLSPair(
                client: clients.makeSession(host: host, now: present),
                server: OddServer(chain: [stolen], key: key).makeSession())
            #expect(pair.handshake().client.failure?.kind == .certificateNameNotPermitted, "\(host)")
        }
    }

    @Test func `an authority bound to names speaks for the default name alone where it may not for the others`() throws
    {
        let name = try #require(CertificateName("ads.example"))
        let authority = try CertificateAuthority.make(now: present, permitted: [name])
        let servers = try TLSServerContext(authority: authority)
        let clients = try TLSClientContext(trust: TLSTrust(systemStore: false, bundles: [authority.certificatePEM]))
        let client = try clients.makeSession(host: "ads.example", now: present)
        let pair = try TLSPair(
            client: client,
            server: servers.makeSession(defaultHost: "ads.example", otherHosts: ["192.0.2.7"], now: present))
        // As a client that tells no name.
        #expect(fita_ssl_set_server_name(client.ssl, nil) == 1)
        #expect(pair.handshake() == (.finished, .finished))
    }

    /// The strict profile checks of RFC 5280, by someone else's verifier.
    @Test func `openssl verifies leaf and authority strictly`() throws {
        for permitted in [[], [try #require(CertificateName("ads.example"))]] {
            let authority = try CertificateAuthority.make(now: present, permitted: permitted)
            let leaf = try authority.mintLeaf(host: "ads.example", now: present)
            let place = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
            try Data(authority.certificatePEM).write(to: place)
            defer { try? FileManager.default.removeItem(at: place) }
            func verify(_ host: String) throws -> String? {
                try run(
                    [
                        "verify", "-x509_strict", "-CAfile", place.path, "-attime", String(present), "-purpose",
                        "sslserver", "-verify_hostname", host,
                    ], leaf.certificate.pem())
            }
            guard let good = try verify("ads.example"), let bad = try verify("other.example") else { return }
            #expect(good.hasSuffix("OK\n"))
            #expect(!bad.hasSuffix("OK\n"))
        }
    }

    @Test func `the name in Android's store is the one openssl gives`() throws {
        let authority = try CertificateAuthority.make(now: present)
        guard let hash = try text(authority.certificatePEM, "-subject_hash_old") else { return }
        #expect(authority.androidFileName == hash.prefix(8) + ".0")
    }

    private func text(_ pem: [UInt8], _ option: String = "-text") throws -> String? {
        try run(["x509", "-noout", option], pem)
    }

    /// What the openssl tool says of its input, nil when there is no such tool.
    private func run(_ arguments: [String], _ pem: [UInt8]) throws -> String? {
        let tool = Process()
        tool.executableURL = URL(filePath: "/usr/bin/openssl")
        tool.arguments = arguments
        let (input, output) = (Pipe(), Pipe())
        tool.standardInput = input
        tool.standardOutput = output
        tool.standardError = FileHandle.nullDevice
        do { try tool.run() } catch {
            print("openssl absent")
            return nil
        }
        try input.fileHandleForWriting.write(contentsOf: Data(pem))
        try input.fileHandleForWriting.close()
        let data = try output.fileHandleForReading.readToEnd() ?? Data()
        tool.waitUntilExit()
        return String(decoding: data, as: UTF8.self)
    }

    @Test func `serial numbers have 127 bits and do not come twice`() throws {
        let serials = try (0..<200).map { _ in try CertificateTemplate.randomSerial() }
        #expect(Set(serials).count == 200)
        for serial in serials {
            #expect(serial.count == 16)
            #expect(serial[0] & 0xc0 == 0x40)
        }
    }
}

struct MobileConfigTests {
    @Test func `the profile is a property list that holds the certificate`() throws {
        let authority = try CertificateAuthority.make(now: present)
        let profile = MobileConfig(authority: authority)
        #expect(MobileConfig(authority: authority) == profile)
        func parse(_ profile: MobileConfig) throws -> (outer: [String: Any], root: [String: Any]) {
            let data = Data(profile.bytes)
            let outer = try PropertyListSerialization.propertyList(from: data, format: nil) as? [String: Any]
            let content = outer?["PayloadContent"] as? [[String: Any]]
            return (try #require(outer), try #require(content?.first))
        }
        let (outer, root) = try parse(profile)
        #expect(outer["PayloadType"] as? String == "Configuration")
        #expect(root["PayloadType"] as? String == "com.apple.security.root")
        #expect(root["PayloadContent"] as? Data == Data(authority.certificateDER))
        #expect(root["PayloadDisplayName"] as? String == authority.subject)
        let identifiers = [outer, root].compactMap { $0["PayloadUUID"] as? String }
        #expect(identifiers.compactMap { UUID(uuidString: $0) }.count == 2)
        #expect(Set(identifiers).count == 2)
        let other = try parse(MobileConfig(authority: CertificateAuthority.make(now: present)))
        #expect(other.outer["PayloadUUID"] as? String != identifiers[0])
    }

    @Test func `a name that looks like markup stays text`() throws {
        let key = try PrivateKey()
        let name = CertificateTemplate.name(organization: nil, commonName: "<b>&\"")
        let template = CertificateTemplate(
            serial: [1], issuer: name, subject: name, notBefore: present, notAfter: present + day,
            publicKey: key.publicKey, extensions: [.authority(pathLength: nil)])
        let authority = try CertificateAuthority(certificate: Certificate(der: template.signed(by: key)), key: key)
        let data = Data(MobileConfig(authority: authority).bytes)
        let outer = try PropertyListSerialization.propertyList(from: data, format: nil) as? [String: Any]
        #expect(outer?["PayloadDisplayName"] as? String == "fita: \(authority.subject)")
        #expect(authority.subject.contains("b"))
    }
}

struct LeafCacheTests {
    @Test func `the cache keeps as many leaves as its limit and forgets the one used longest ago`() throws {
        let authority = try CertificateAuthority.make(now: present)
        var limits = LeafCache.Limits()
        #expect(limits.leaves == 1_000)
        limits.leaves = 3
        let cache = LeafCache(limits: limits)
        func leaf(_ host: String) throws -> [UInt8] {
            try cache.leaf(for: [#require(CertificateName(host))], from: authority, now: present).der
        }
        let first = try leaf("a.example")
        let second = try leaf("b.example")
        _ = try leaf("c.example")
        #expect(cache.count == 3)
        #expect(try leaf("a.example") == first)
        _ = try leaf("d.example")
        #expect(cache.count == 3)
        #expect(try leaf("a.example") == first)
        #expect(try leaf("b.example") != second, "it was pushed out and minted anew")
    }

    @Test func `a leaf that does not hold at the time is minted anew`() throws {
        let authority = try CertificateAuthority.make(now: present)
        let cache = LeafCache()
        let name = try #require(CertificateName("a.example"))
        let first = try cache.leaf(for: [name], from: authority, now: present)
        #expect(try cache.leaf(for: [name], from: authority, now: present + 86 * day).der == first.der)
        #expect(try cache.leaf(for: [name], from: authority, now: present + 87 * day).der != first.der)
        let back = try cache.leaf(for: [name], from: authority, now: present - 30 * day)
        #expect(back.notBefore == present - 32 * day)
        #expect(cache.count == 1)
    }
}

struct BoundedCacheTests {
    @Test func `it behaves like a list in order of use`() {
        let seed = UInt64.random(in: 0 ... .max)
        print("seed \(seed)")
        var state = seed | 1
        func next(_ bound: Int) -> Int {
            state ^= state << 13
            state ^= state >> 7
            state ^= state << 17
            return Int(state % UInt64(bound))
        }
        for capacity in [1, 2, 5] {
            var cache = BoundedCache<Int, Int>(capacity: capacity)
            var model: [(key: Int, value: Int)] = []
            for step in 0..<3_000 {
                let key = next(8)
                let place = model.firstIndex { $0.key == key }
                switch next(4) {
                case 0:
                    #expect(cache.remove(key) == place.map { model[$0].value })
                    if let place { model.remove(at: place) }
                case 1:
                    #expect(cache.value(key) == place.map { model[$0].value })
                    if let place { model.append(model.remove(at: place)) }
                default:
                    let pushed = place ?? (model.count == capacity ? 0 : nil)
                    let gone = pushed.map { model.remove(at: $0).value }
                    #expect(cache.keep(step, for: key) == gone)
                    model.append((key, step))
                }
                #expect(cache.count == model.count)
            }
            while let oldest = cache.removeOldest() { #expect(oldest == model.removeFirst().value) }
            #expect(model.isEmpty)
        }
    }
}
