import HTTPModel
import Platform
import SDKContracts
import Testing

@Suite struct PlainURLTests {
    @Test(arguments: [
        "https://ads.metrike.example/px?a=%20b", "http://a.b", "https://api-1.x9.com.br/", "https://localhost/x",
    ])
    func `a plain URL is plain`(url: String) {
        #expect(HostReading.isPlain(Array(url.utf8)))
    }

    @Test(arguments: [
        "https://ads.example\\@evil.example/", "https://ads.example/a b", "https://127.0.0.1/", "https://a.0x7f/",
        "https://ads..example/", "https://.example/", "https://ads.example./", "https:///px", "https://",
        "//ads.example/",
        "https://u@ads.example/", "https://ads.example:443/", "https://ADS.example/", "https://ads.example?x",
        "https://ads.example/a\tb", "ftp://ads.example/", "https://%61ds.example/", "https://ads.example\u{7F}/",
        "https://\(String(repeating: "a", count: 64)).example/",
    ])
    func `what a reader could take otherwise is not`(url: String) {
        #expect(!HostReading.isPlain(Array(url.utf8)))
    }

    @Test func `labels are as long as names allow, and no longer`() {
        let label = String(repeating: "a", count: 63)
        #expect(HostReading.isPlain(Array("https://\(label).example/".utf8)))
        let long = [label, label, label, String(repeating: "b", count: 61)].joined(separator: ".")
        #expect(long.utf8.count == 253)
        #expect(HostReading.isPlain(Array("https://\(long)/".utf8)))
        #expect(!HostReading.isPlain(Array("https://\(long)b/".utf8)))
    }

    @Test func `every reader finds the host of a plain URL, and the same one`() {
        let seed = UInt64.random(in: 0...UInt64.max)
        print("plain URLs from seed \(seed)")
        var generator = SeededGenerator(seed: seed)
        let starts = ["https://", "http://", "https:/", "https:///", "HTTPS://", "//", ""]
        let pieces = ["a", "b", ".", "-", "0x7f", "127", "1", "ads", "example", "com", "xn--", "@", ":80", "\\", "%2e"]
        let ends = ["/", "/px?u=https://x", "", "?q", "#f", "/a\\b", "/a b", "/\u{7F}"]
        var plainCount = 0
        for _ in 0..<4_000 {
            var url = starts.randomElement(using: &generator) ?? ""
            for _ in 0..<Int.random(in: 0...5, using: &generator) {
                url += pieces.randomElement(using: &generator) ?? ""
            }
            url += ends.randomElement(using: &generator) ?? ""
            let bytes = Array(url.utf8)
            guard HostReading.isPlain(bytes) else { continue }
            plainCount += 1
            for base in [URLScheme.http, .https] {
                guard case .host = HostReading(bytes, base: base) else {
                    Issue.record("\(url) is called plain, seed \(seed)")
                    continue
                }
            }
        }
        #expect(plainCount > 10)
    }
}
