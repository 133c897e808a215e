import HTTPModel
import Testing

@Suite struct URLBytesTests {
    @Test func `a URL is split at its delimiters and nothing is decoded`() throws {
        let url = URLBytes(Array("https://u:p@Ads.Example.:8443/a%2Fb?x=1&y&=z&&x=#frag".utf8))
        #expect(url.webScheme == .https)
        #expect(url.normalizedHost == "ads.example")
        #expect(url.origin == ServerOrigin(scheme: .https, host: "ads.example", port: 8443))
        #expect(String(display: url.bytes[url.path]) == "/a%2Fb")
        #expect(url.fragment.map { String(display: url.bytes[$0]) } == "frag")
        let pairs = url.queryPairs.map { pair in
            [String(display: url.bytes[pair.name]), pair.value.map { String(display: url.bytes[$0]) } ?? "-"]
        }
        #expect(pairs == [["x", "1"], ["y", "-"], ["", "z"], ["x", ""]])
    }

    @Test(arguments: [
        ("http://base.example@evil.example/", "evil.example"),
        ("http://base.example%2eevil.example/", "base.example%2eevil.example"),
        ("http://base.example\\@evil.example/", "base.example"),
        ("http://[2001:DB8::1]:80/", "2001:db8::1"),
    ])
    func `the host is what stands before the first path delimiter, after the last at sign`(url: String, host: String) {
        #expect(URLBytes(Array(url.utf8)).normalizedHost == host)
    }

    @Test func `a reference without an authority has no host`() {
        #expect(URLBytes(Array("/serve?x=http://a/".utf8)).normalizedHost == nil)
        #expect(URLBytes(Array("ord=1?http://x.y/".utf8)).scheme == nil)
        #expect(URLBytes(Array("myapp://open?mk_cid=1".utf8)).origin == nil)
    }

    @Test func `percent decoding decodes once and leaves broken escapes alone`() {
        #expect(PercentCoding.decoded(Array("a%2Bb%zz%4".utf8)) == Array("a+b%zz%4".utf8))
        #expect(PercentCoding.decoded(Array("a+b".utf8), plusIsSpace: true) == Array("a b".utf8))
        #expect(PercentCoding.encoded("São & Co") == "S%C3%A3o%20%26%20Co")
    }
}
