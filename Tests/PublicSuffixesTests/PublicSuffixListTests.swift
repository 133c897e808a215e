import Foundation
import PublicSuffixes
import TestMaterial
import Testing

@Suite(.enabled(if: PublicSuffixList.isAvailable, "libpsl is not installed")) struct PublicSuffixListTests {
    @Test func `a registrable domain is one label below a suffix`() {
        for (host, domain) in [
            ("api.metrike.com.br", "metrike.com.br"), ("metrike.com.br", "metrike.com.br"), ("com.br", nil),
            ("a.b.example.co.uk", "example.co.uk"), ("d111.cloudfront.net", "d111.cloudfront.net"),
            ("metrike.github.io", "metrike.github.io"), ("br", nil),
        ] as [(String, String?)] {
            #expect(PublicSuffixList.registrableDomain(of: host) == domain, "\(host)")
        }
    }

    @Test(arguments: ["API.Metrike.COM.BR", "api.metrike.com.br.", "203.0.113.7", "2001:db8::7", "", ".com", "1"])
    func `what libpsl would cut anywhere has no answer`(host: String) {
        #expect(PublicSuffixList.registrableDomain(of: host) == nil)
    }

    @Test func `siblings are of one site, tenants of a CDN are not`() {
        #expect(PublicSuffixList.isSameSite("cdx.metrike.com.br", "api.metrike.com.br"))
        #expect(!PublicSuffixList.isSameSite("loja.com.br", "metrike.com.br"))
        #expect(!PublicSuffixList.isSameSite("a.cloudfront.net", "b.cloudfront.net"))
        #expect(!PublicSuffixList.isSameSite("203.0.113.7", "203.0.113.7"))
    }

    @Test func `the list names itself`() throws {
        #expect(try #require(PublicSuffixList.digest).count == 40)
    }

    /// The list's own checks; the built-in list is older than they, so names it does not know are counted.
    @Test func `the list's own checks hold but for newer suffixes`() throws {
        guard let corpus = MaterialFolder.corpus else { return }
        let text = String(decoding: try corpus.bytes("psl/list/tests.txt"), as: UTF8.self)
        var (held, missed) = (0, 0)
        for line in text.split(separator: "\n") where !line.hasPrefix("//") {
            let words = line.split(separator: " ").map(String.init)
            guard words.count == 2, words[0].allSatisfy(\.isASCII), words[0] == words[0].lowercased() else { continue }
            let expected = words[1] == "null" ? nil : words[1]
            if PublicSuffixList.registrableDomain(of: words[0]) == expected { held += 1 } else { missed += 1 }
        }
        #expect(held > 40 && missed * 10 < held, "\(held) held, \(missed) did not")
    }
}
