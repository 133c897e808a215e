import SDKContracts
import Testing

@Suite struct LinkReadingTests {
    private static let base = Array("https://a.example/b/c?q=1".utf8)

    /// Reference, as a browser resolves it, as the generic syntax does.
    @Test(arguments: [
        ("https://s.example/x", "https://s.example/x", "https://s.example/x"),
        ("https://S.Example", "https://s.example/", "https://S.Example"),
        ("/x", "https://a.example/x", "https://a.example/x"), ("x", "https://a.example/b/x", "https://a.example/b/x"),
        ("?x=1", "https://a.example/b/c?x=1", "https://a.example/b/c?x=1"),
        ("", "https://a.example/b/c?q=1", "https://a.example/b/c?q=1"),
        ("//s.example/x", "https://s.example/x", "https://s.example/x"),
        ("../x/./y", "https://a.example/x/y", "https://a.example/x/y"),
        (#"\\s.example\x"#, "https://s.example/x", #"https://a.example/b/\\s.example\x"#),
        ("https:x", "https://a.example/b/x", "https:x"),
        ("http:/s.example/x", "http://s.example/x", "http:/s.example/x"),
        ("https:///s.example/", "https://s.example/", "https:///s.example/"),
        (" https://s.example/ ", "https://s.example/", "https://s.example/"),
        ("https://s.example/a b?c d", "https://s.example/a%20b?c%20d", "https://s.example/a b?c d"),
        ("shop://item?a=1", "shop://item?a=1", "shop://item?a=1"),
        ("https://s.example:443/", "https://s.example/", "https://s.example:443/"),
        ("//s%2Eexample/", "https://s.example/", "https://s%2Eexample/"),
        // To a browser these have no host: one that decoded them would go elsewhere than it says.
        ("//evil%2F.s.example/", "https://evil%2f.s.example/", "https://evil%2F.s.example/"),
        ("//evil%23.s.example/", "https://evil%23.s.example/", "https://evil%23.s.example/"),
        ("//evil%40s.example/", "https://evil%40s.example/", "https://evil%40s.example/"),
        ("//evil%3A443/", "https://evil%3a443/", "https://evil%3A443/"),
        ("//evil%252F.s.example/", "https://evil%252f.s.example/", "https://evil%252F.s.example/"),
        ("//s.example:443:443/", "https://s.example:443:443/", "https://s.example:443:443/"),
        ("//[2001:db8::1]:443/", "https://[2001:db8::1]/", "https://[2001:db8::1]:443/"),
    ])
    func `two readers of one reference`(reference: String, browser: String, generic: String) {
        let bytes = Array(reference.utf8)
        #expect(String(decoding: BrowserURL.resolved(bytes, base: Self.base), as: UTF8.self) == browser)
        #expect(String(decoding: GenericURL.resolved(bytes, base: Self.base), as: UTF8.self) == generic)
    }

    @Test(arguments: [
        ("/x", nil), ("https://S.example", nil), ("https:x", LinkReading.Disagreement.destination),
        (#"/\s.example"#, .destination), (#"https://a.example\@s.example/"#, .destination),
        ("/x?mk_cid=a+b", .clickID), ("/x?mk_cid=a%2Bb", nil), ("/x?q=a+b", nil),
    ])
    func `where the readers disagree`(link: String, disagreement: LinkReading.Disagreement?) {
        #expect(LinkReading(Array(link.utf8), base: Self.base, name: "mk_cid").disagreement == disagreement)
    }

    @Test(arguments: [("/x", "/x#top"), ("/x#own", "/x#own"), ("/x#", "/x#")])
    func `a fragment passes on to a link that has none`(link: String, end: String) {
        let reading = LinkReading(Array(link.utf8), base: Self.base + Array("#top".utf8), name: "mk_cid")
        #expect(String(decoding: reading.destination, as: UTF8.self) == "https://a.example" + end)
    }

    /// Any bytes have a reading.
    @Test func `no reference traps a reader`() {
        var state: UInt64 = 0x9E37_79B9_7F4A_7C15
        let alphabet = Array(#"htps:/\?#%@&=.+aZ09 []é"#.utf8)
        for _ in 0..<20_000 {
            let length = Int(state % 24)
            let bytes = (0..<length).map { _ -> UInt8 in
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                return alphabet[Int(state >> 33) % alphabet.count]
            }
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            let reading = LinkReading(bytes, base: Self.base, name: "mk_cid")
            #expect(reading.destination.count <= Self.base.count + bytes.count * 3 + 8, "\(bytes)")
        }
    }
}

@Suite struct ClickIDStateTests {
    @Test(arguments: [
        ("/?mk_cid=abc", ClickIDState.intact), ("/?x=1", .absent), ("/?mk_cid=", .absent), ("/?mk_cid=abd", .altered),
        ("/?mk_cid=abc&mk_cid=abc", .duplicated), ("/#mk_cid=abc", .inFragment), ("/?mk_cid=%2561bc", .recoded),
        ("/?u=x%3Fmk_cid%3Dabc", .nested), ("/?u=x%253Fmk_cid%253Dabc", .recoded), ("/?u=x%3Fmk_cid%3Dabd", .altered),
        ("/?a=1?mk_cid=abc", .altered), ("/?amp;mk_cid=abc", .altered), ("/?MK-CID=abc", .altered),
    ])
    func `the state of the ID in a URL`(url: String, state: ClickIDState) {
        #expect(ClickIDReading(Array(url.utf8), name: "mk_cid").state(expecting: Array("abc".utf8)) == state)
    }

    @Test func `a nested URL is decoded so often and no more`() {
        var url = Array("x?mk_cid=abc".utf8)
        for _ in 0..<ClickIDReading.deepest {
            url = url.flatMap { byte -> [UInt8] in
                let isMark = byte == 0x3F || byte == 0x25 || byte == 0x3D
                return isMark ? Array("%\(String(byte, radix: 16))".utf8) : [byte]
            }
        }
        #expect(!ClickIDReading(Array("/?u=".utf8) + url, name: "mk_cid").occurrences.isEmpty)
        url = Array(url.flatMap { $0 == 0x25 ? Array("%25".utf8) : [$0] })
        #expect(ClickIDReading(Array("/?u=".utf8) + url, name: "mk_cid").occurrences.isEmpty)
    }
}
