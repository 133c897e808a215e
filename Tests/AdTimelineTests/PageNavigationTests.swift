import AdTimeline
import Testing

@Suite struct PageNavigationTests {
    private func link(_ page: String) -> String? {
        PageNavigation(page: Array(page.utf8)).map {
            "\($0.mechanism.rawValue) \(String(decoding: $0.link, as: UTF8.self))"
        }
    }

    @Test(arguments: [
        (#"<meta http-equiv="refresh" content="0; url=https://s/">"#, "meta-refresh https://s/"),
        (#"<META CONTENT='3;URL="/x?a=1&amp;b=2"' HTTP-EQUIV=Refresh>"#, "meta-refresh /x?a=1&b=2"),
        ("<meta http-equiv=refresh content=0,/x>", "meta-refresh /x"),
        ("<script>location='/a'</script>", "script /a"),
        ("<script>window.location.href = \"/a\";</script>", "script /a"),
        (#"<script>top.location.replace( '\/a\x26b' )</script>"#, "script /a&b"),
        ("<script>document.location.assign(`/a`)</script>", "script /a"),
        ("<script>window.open('/a','_blank')</script>", "window-open /a"),
        ("<noscript><meta http-equiv=refresh content=0;/m></noscript><script>location='/s'</script>", "script /s"),
    ])
    func `a page moves on`(page: String, expected: String) {
        #expect(link(page) == expected)
    }

    @Test(arguments: [
        "", "<meta", "<meta http-equiv=refresh>", "<meta http-equiv=refresh content=30>", "<script>",
        "<script></script>",
        "<meta http-equiv=refresh content='0;url='>", "<meta name=refresh content='0;url=/x'>", "location='/a'",
        "<script>if (location == '/a') {}</script>", "<script>mylocation='/a'</script>", "<script>location=x</script>",
        "<script>location='/a'+b</script>", "<script>location=`/a${b}`</script>", "<script>location='/a</script>",
        "<script>window.open()</script>", "<a href='/x'>x</a>",
    ])
    func `a page stays`(page: String) {
        #expect(link(page) == nil)
    }

    @Test func `every prefix of a page has a reading`() {
        let page = Array(
            #"<meta http-equiv="refresh" content="0;url=/x"><script>location.replace("\u0026\x2")</script>"#.utf8)
        for end in 0...page.count { _ = PageNavigation(page: Array(page[..<end])) }
    }

    @Test func `a literal is read up to its limit`() {
        func page(_ size: Int) -> [UInt8] {
            Array("<script>location='".utf8) + [UInt8](repeating: 0x61, count: size) + Array("'</script>".utf8)
        }
        #expect(PageNavigation(page: page(PageNavigation.linkSize))?.link.count == PageNavigation.linkSize)
        #expect(PageNavigation(page: page(PageNavigation.linkSize + 1)) == nil)
    }
}
