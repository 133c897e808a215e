import Cryptography
import Foundation
import LoopbackPeers
import Testing

@testable import ProxyCore
@testable import ProxyRuntime

/// What the certificates that fita makes say, and whether it is so.
@Suite struct OwnCertificateTests {
    @Test func `a leaf names a list of revoked certificates that the pages have`() throws {
        #expect(CertificateAuthority.revocationListURL == "http://\(OwnHost.name)/ca.crl")
        guard OpenSSLServer.isThere else { return print("openssl is absent: \(#function) tests little") }
        let authority = try Authorities.proxy.orThrow()
        let bed = try ProxyBed()
        _ = bed.onLoop { parts in
            parts.pages.revocationList = { try? authority.revocationList(now: Authorities.now) }
        }
        let client = try bed.client()
        client.send("GET \(CertificateAuthority.revocationListURL) HTTP/1.1\r\nHost: \(OwnHost.name)\r\n\r\n")
        let answer = try #require(client.readMessage())
        let end = try #require(answer.firstRange(of: Array("\r\n\r\n".utf8))?.upperBound)
        #expect(String(decoding: answer[..<end], as: UTF8.self).contains("Content-Type: application/pkix-crl\r\n"))
        let folder = try TemporaryFolder()
        let list = try folder.file("list.der", Array(answer[end...]))
        let issuer = try folder.file("ca.pem", authority.certificatePEM)
        // As someone else's reader sees it: signed by the authority, in force, and empty.
        let text = try OpenSSLServer.output(["crl", "-inform", "DER", "-in", list, "-noout", "-text"])
        #expect(text.contains("No Revoked Certificates"))
        #expect(text.contains("X509v3 CRL Number"))
        let leaf = try authority.mintLeaf(host: "ads.example", now: Authorities.now)
        let file = try folder.file("leaf.der", leaf.der)
        let described = try OpenSSLServer.output(["x509", "-inform", "DER", "-in", file, "-noout", "-text"])
        #expect(described.contains("URI:\(CertificateAuthority.revocationListURL)"))
        let pem = try folder.file(
            "list.pem",
            Array(
                OpenSSLServer.output(["crl", "-inform", "DER", "-in", list]).utf8))
        let leafPEM = try folder.file(
            "leaf.pem",
            Array(
                OpenSSLServer.output(["x509", "-inform", "DER", "-in", file]).utf8))
        let checked = try OpenSSLServer.output([
            "verify", "-crl_check", "-CAfile", issuer, "-CRLfile", pem, leafPEM,
        ])
        #expect(checked.hasSuffix(": OK\n"))
    }

    @Test func `the list is not there where nobody gives one`() throws {
        let bed = try ProxyBed()
        let client = try bed.client()
        client.send("GET http://\(OwnHost.name)/ca.crl HTTP/1.1\r\nHost: \(OwnHost.name)\r\n\r\n")
        #expect(String(decoding: client.readMessage() ?? [], as: UTF8.self).hasPrefix("HTTP/1.1 404 "))
    }
}
