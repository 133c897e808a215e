import CassetteFormat
import Cryptography
import Foundation
import HTTPModel
import LoopbackPeers
import Origins
import Synchronization
import TestMaterial
import Testing

@testable import ProxyCore
@testable import ProxyRuntime

/// Servers whose TLS is weak, those that are let be so, and those that want to know who comes.
@Suite struct UpstreamTLSTests {
    private static let ok = RawAnswer("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")

    private func text(_ bytes: [UInt8]?) -> String { bytes.map { String(decoding: $0, as: UTF8.self) } ?? "nothing" }

    private func ask(_ bed: ProxyBed, _ path: String = "/") throws -> String {
        let client = try bed.secureTunnel()
        client.send("GET \(path) HTTP/1.1\r\nHost: origin.test\r\nConnection: close\r\n\r\n")
        return text(client.readAll())
    }

    struct Weak: Sendable, CustomStringConvertible {
        let description: String
        var key = "rsa:2048"
        var digest = "sha256"
        var extensions = "subjectAltName=DNS:origin.test\nextendedKeyUsage=serverAuth"
        var options: [String] = []
        /// Of tls.json.
        let row: String
    }

    /// The kind of error that the row names, or the one that is pinned in its place.
    private func kind(_ row: String) throws -> String {
        if let choice = HostileChoice.upstreamKinds[row] { return choice }
        let object = try #require(BadInput.objects(of: "tls.json").first { $0["id"] as? String == row })
        return try #require((object["expected"] as? [String: Any])?["error_kind"] as? String)
    }

    private static let weak = [
        Weak(
            description: "RSA of 1024 bits", key: "rsa:1024", options: ["-cipher", "ALL:@SECLEVEL=0"],
            row: "tls-up-rsa1024"),
        Weak(
            description: "SHA-1", digest: "sha1", options: ["-cipher", "ALL:@SECLEVEL=0"],
            row: "tls-up-sha1"),
        Weak(
            description: "a wildcard for a whole top level", extensions: "subjectAltName=DNS:*.test",
            row: "tls-up-wildcard-tld"),
        Weak(
            description: "a name in the subject alone", extensions: "keyUsage=digitalSignature",
            row: "tls-up-cn-only"),
        Weak(
            description: "another purpose", extensions: "subjectAltName=DNS:origin.test\nextendedKeyUsage=clientAuth",
            row: "tls-up-eku-client-only"),
        Weak(
            description: "TLS 1.0", options: ["-tls1", "-cipher", "ALL:@SECLEVEL=0"], row: "tls-up-tls10-only"),
        Weak(
            description: "TLS 1.1", options: ["-tls1_1", "-cipher", "ALL:@SECLEVEL=0"], row: "tls-up-tls11-only"),
        Weak(
            description: "no forward secrecy", options: ["-tls1_2", "-cipher", "AES128-GCM-SHA256"],
            row: "tls-up-static-rsa"),
        Weak(
            description: "Diffie-Hellman in a finite field",
            options: ["-tls1_2", "-cipher", "DHE-RSA-AES128-GCM-SHA256"],
            row: "tls-up-dh1024"),
        Weak(
            description: "no authentication", options: ["-tls1_2", "-cipher", "ADH-AES128-SHA256:@SECLEVEL=0"],
            row: "tls-up-cipher-anon"),
        Weak(
            description: "no encryption", options: ["-tls1_2", "-cipher", "NULL-SHA256:@SECLEVEL=0"],
            row: "tls-up-cipher-null"),
        Weak(description: "another protocol", options: ["-alpn", "spdy/3"], row: "tls-up-alpn-unoffered"),
        Weak(
            description: "a client certificate wanted", options: ["-Verify", "1", "-tls1_2"],
            row: "tls-up-client-cert-wanted"),
    ]

    /// Where each row of a server that is met elsewhere is judged.
    private static let elsewhere: [String: HostileElsewhere] = {
        var table: [String: HostileElsewhere] = [
            "tls-up-revoked-stapled": .test(
                suite: "UpstreamTLSTests", "a server whose own staple says that it is revoked is refused"),
            "tls-up-cut-no-close-notify": .test(
                suite: "FailureTests", "a body that runs to a cut TLS stream is not whole"),
            "tls-up-handshake-stall": .test(
                suite: "FailureTests", "an origin that never finishes its handshake is let go"),
            "tls-up-cipher-rc4": .noSuchPeer("OpenSSL 3 has no suite with RC4; those it has are judged by their rows"),
            "tls-up-cipher-3des": .noSuchPeer("OpenSSL 3 is built without suites of 3DES, as above"),
        ]
        for (name, rows) in verified {
            for row in rows { table["tls-up-" + row] = .test(suite: "UpstreamVerificationTests", name) }
        }
        return table
    }()

    private static let verified: [String: [String]] = [
        "a good chain and name pass": ["good"],
        "dates are held against the time given": ["expired", "not-yet"],
        "only an alternative name that fits counts": [
            "wrong-host", "wildcard-deep", "san-nul", "san-empty", "ip-as-dns",
        ],
        "a chain must end in a trusted root by lawful steps": [
            "self-signed", "untrusted-root", "incomplete-chain", "reversed-chain", "leaf-as-ca",
        ],
        "our own authority's leaves are refused even where it is trusted": ["issued-by-own-ca"],
        "10,000 names are refused as too many": ["san-10000"],
        "plain HTTP on a TLS port is named as such": ["plain-http"],
    ]

    @Test func `each server of the rows is met, or the reason is told`() {
        let rows = BadInput.objects(of: "tls.json").filter { $0["direction"] as? String == "upstream" }
        let ids = rows.compactMap { $0["id"] as? String }
        #expect(ids.count == 34)
        for id in ids {
            let places = [Self.elsewhere[id] != nil, Self.weak.contains { $0.row == id }].filter(\.self).count
            #expect(places == 1, "\(id)")
        }
        for (id, reason) in Self.elsewhere { #expect(ids.contains(id) && reason.isFounded, "\(id)") }
        #expect(Set(HostileChoice.upstreamKinds.keys).isSubset(of: ids))
    }

    @Test(arguments: weak)
    func `a server whose TLS is weak is refused by name, and gets no request`(weak: Weak) throws {
        guard OpenSSLServer.isThere else { return print("openssl is absent: \(#function) tests nothing") }
        let folder = try TemporaryFolder()
        try OpenSSLServer.certificate(in: folder, key: weak.key, digest: weak.digest, extensions: weak.extensions)
        let server = try OpenSSLServer(folder.path, weak.options)
        let tape = try TemporaryFolder()
        let bed = try ProxyBed(
            ProxyBed.Settings(https: server.port, record: tape.path + "/tape.fita", secondsAhead: 3_600))
        let answer = try ask(bed)
        #expect(answer.hasPrefix("HTTP/1.1 502 Bad Gateway\r\n"), "\(answer)")
        let kind = try kind(weak.row)
        #expect(answer.contains("origin.test: \(kind)"), "\(answer)")
        bed.stop()
        let exchange = try #require(try Tape.exchanges(tape.path + "/tape.fita").first)
        guard case .originUnreachable(let code, _) = exchange.end else {
            Issue.record("ended as \(exchange.end)")
            return
        }
        #expect(code == (kind == "tls-alpn" ? "alpn" : "tls"))
    }

    /// `tls-up-revoked-stapled`. A staple by another issuer, or one that says something else, changes nothing.
    @Test(arguments: [("ca", "R", true), ("ca", "V", false), ("other", "R", false)])
    func `a server whose own staple says that it is revoked is refused`(
        signer: String, state: String, isRefused: Bool
    ) throws {
        guard OpenSSLServer.isThere else { return print("openssl is absent: \(#function) tests nothing") }
        let folder = try TemporaryFolder()
        let path = folder.path
        try OpenSSLServer.certificate(in: folder)
        let other = try Authorities.proxy.orThrow()
        _ = try folder.file("other.pem", other.certificatePEM)
        _ = try folder.file("other-key.pem", other.privateKeyPEM)
        let revoked = state == "R" ? "260101000000Z" : ""
        _ = try folder.file("index", Array("\(state)\t400101000000Z\t\(revoked)\t07\tunknown\t/CN=origin.test\n".utf8))
        try OpenSSLServer.run([
            "ocsp", "-index", path + "/index", "-rsigner", path + "/\(signer).pem", "-rkey",
            path + "/\(signer)-key.pem", "-CA", path + "/ca.pem", "-issuer", path + "/ca.pem", "-cert",
            path + "/cert.pem", "-respout", path + "/staple.der", "-ndays", "1", "-noverify",
        ])
        for version in ["-tls1_2", "-tls1_3"] {
            let server = try OpenSSLServer(path, ["-status_file", path + "/staple.der", version])
            let answer = try ask(ProxyBed(ProxyBed.Settings(https: server.port, secondsAhead: 3_600)))
            #expect(answer.contains("origin.test: cert-revoked") == isRefused, "\(version) \(answer.prefix(300))")
            #expect(answer.hasPrefix(isRefused ? "HTTP/1.1 502 " : "HTTP/1.0 200 "), "\(version)")
        }
    }

    @Test func `the same server with nothing weak about it answers`() throws {
        guard OpenSSLServer.isThere else { return print("openssl is absent: \(#function) tests nothing") }
        let folder = try TemporaryFolder()
        try OpenSSLServer.certificate(in: folder)
        let server = try OpenSSLServer(folder.path, [])
        #expect(
            try ask(ProxyBed(ProxyBed.Settings(https: server.port, secondsAhead: 3_600))).hasPrefix(
                "HTTP/1.0 200 ok\r\n"))
    }

    @Test func `a named host is not verified, and each such connection is told`() throws {
        let server = RawServer(authority: Authorities.origin, answers: [Self.ok, Self.ok])
        var settings = ProxyBed.Settings(https: server.port)
        settings.trustsOrigin = false
        #expect(try ask(ProxyBed(settings)).hasPrefix("HTTP/1.1 502 "))
        settings.configureTLS = { _ = $0.unverified.add("other.test,.origin.test") }
        #expect(try ask(ProxyBed(settings)).hasPrefix("HTTP/1.1 502 "))
        settings.configureTLS = { _ = $0.unverified.add("origin.test") }
        let bed = try ProxyBed(settings)
        #expect(try ask(bed).hasSuffix("ok"))
        let told = bed.onLoop { $0.unverified } ?? []
        #expect(told.count == 1 && told[0].hasPrefix("origin.test: "), "\(told)")
    }

    @Test func `a named host that could be verified is not told`() throws {
        let server = RawServer(authority: Authorities.origin, answers: [Self.ok])
        var settings = ProxyBed.Settings(https: server.port)
        settings.configureTLS = { _ = $0.unverified.add("origin.test") }
        let bed = try ProxyBed(settings)
        #expect(try ask(bed).hasSuffix("ok"))
        #expect(bed.onLoop { $0.unverified } == [])
    }

    @Test(arguments: [nil, "origin.test", "other.test"])
    func `a client certificate is shown to the servers it is for`(hosts: String?) throws {
        guard OpenSSLServer.isThere else { return print("openssl is absent: \(#function) tests nothing") }
        let folder = try TemporaryFolder()
        try OpenSSLServer.certificate(in: folder, extensions: "subjectAltName=DNS:origin.test")
        let server = try OpenSSLServer(folder.path, ["-Verify", "1", "-CAfile", folder.path + "/ca.pem"])
        let certificate = try Array(Data(contentsOf: URL(filePath: folder.path + "/cert.pem")))
        let key = try Array(Data(contentsOf: URL(filePath: folder.path + "/key.pem")))
        let trusted = try Authorities.origin.orThrow().certificatePEM
        var settings = ProxyBed.Settings(https: server.port, secondsAhead: 3_600)
        settings.configureTLS = { tls in
            var patterns = HostPatterns()
            if let hosts { _ = patterns.add(hosts) }
            guard let identity = try? TLSIdentity(certificatePEM: certificate, privateKeyPEM: key),
                let context = try? TLSClientContext(
                    trust: TLSTrust(systemStore: false, bundles: [trusted]), identity: identity)
            else { return }
            tls.identified = (hosts == nil ? nil : patterns, context)
        }
        let answer = try ask(ProxyBed(settings))
        #expect(answer.hasPrefix("HTTP/1.0 200 ok") == (hosts != "other.test"), "\(answer)")
    }

    @Test func `a key of another certificate and files that are none are refused`() throws {
        let first = try Authorities.origin.orThrow()
        let second = try Authorities.proxy.orThrow()
        #expect(throws: CryptographyError.self) {
            try TLSIdentity(certificatePEM: first.certificatePEM, privateKeyPEM: second.privateKeyPEM)
        }
        #expect(throws: CryptographyError.self) {
            try TLSIdentity(certificatePEM: first.privateKeyPEM, privateKeyPEM: first.privateKeyPEM)
        }
        #expect(throws: CryptographyError.self) {
            try TLSIdentity(certificatePEM: first.certificatePEM, privateKeyPEM: [])
        }
    }

    private final class Lines: Sendable {
        let all = Mutex<[String]>([])
    }

    @Test func `the secrets of both sides are logged where they are asked for`() throws {
        let server = RawServer(authority: Authorities.origin, answers: [Self.ok])
        let upstream = Lines()
        let client = Lines()
        var settings = ProxyBed.Settings(https: server.port)
        settings.configureTLS = { $0.keyLog = { line in upstream.all.withLock { $0.append(line) } } }
        settings.configure = { $0.tls.keyLog = { line in client.all.withLock { $0.append(line) } } }
        let bed = try ProxyBed(settings)
        #expect(try ask(bed).hasSuffix("ok"))
        for side in [upstream, client] {
            let lines = side.all.withLock { $0 }
            for label in ["CLIENT_TRAFFIC_SECRET_0", "SERVER_TRAFFIC_SECRET_0", "SERVER_HANDSHAKE_TRAFFIC_SECRET"] {
                let line = try #require(lines.first { $0.hasPrefix(label + " ") })
                let parts = line.split(separator: " ")
                #expect(parts.count == 3 && parts[1].count == 64 && parts[2].allSatisfy(\.isHexDigit))
            }
        }
        #expect(upstream.all.withLock { Set($0) }.isDisjoint(with: client.all.withLock { Set($0) }))
    }
}
