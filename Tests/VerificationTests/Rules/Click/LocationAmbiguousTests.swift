import TestTape
import Testing
import Verification

@Suite("MK-186")
struct LocationAmbiguousTests {
    private func tape(_ location: String) -> TapeBuilder {
        var tape = TapeBuilder()
        tape.click(to: location)
        return tape
    }

    @Test(arguments: [
        "https://shop.example/?mk_cid=c1a2b3c4", "//shop.example/?mk_cid=c1a2b3c4", "/in?mk_cid=c1a2b3c4",
        "?mk_cid=c1a2b3c4", "https://SHOP.example:443/a/../b?mk_cid=c1a2b3c4", "shop://item?mk_cid=c1a2b3c4",
        "https://shop.example/?q=a%20b&mk_cid=c1a2b3c4", "https://shop.example/?q=a b&mk_cid=c1a2b3c4",
    ])
    func `what both readers take for the same holds`(location: String) {
        #expect(tape(location).outcome("MK-186") == .pass)
    }

    @Test(arguments: [
        #"https:\\shop.example\?mk_cid=c1a2b3c4"#, "https:/shop.example/?mk_cid=c1a2b3c4",
        #"https://shop.example\@evil.example/?mk_cid=c1a2b3c4"#, "https:///shop.example/?mk_cid=c1a2b3c4",
        #"/\evil.example/?mk_cid=c1a2b3c4"#, "https://shop.example/?mk_cid=c1a2+b3c4",
    ])
    func `what they disagree about breaks`(location: String) {
        #expect(tape(location).outcome("MK-186") == .fail)
    }

    @Test func `without a click nothing is seen`() {
        #expect(TapeBuilder().outcome("MK-186") == .notObserved)
    }
}
