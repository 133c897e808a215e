import TestTape
import Testing
import Verification

@Suite("MK-054")
struct URLHostAmbiguousTests {
    private func tape(_ url: String) -> TapeBuilder {
        var tape = TapeBuilder()
        tape.vast(answer: Markup.vast([url]))
        return tape
    }

    @Test(arguments: [
        "https://px.example/i", "https://px.example/i?u=[CACHEBUSTING]", "//px.example/i", "/i",
        "https://px.example/a\\b", "https://PX.example:443/i?a=b c", "https://user@px.example/i",
    ])
    func `a URL that leads to one host holds`(url: String) {
        #expect(tape(url).outcome("MK-054") == .pass)
    }

    @Test(arguments: [
        "https://ads.metrike.example\\@evil.example/px", "https:\\\\px.example\\i", "https:///px.example/i",
        "https:/px.example/i", "https://px.example:65536/i", "https://px.example%40evil.example/i",
        "https://px.exa\tmple/i", "https://px..example/i",
    ])
    func `a URL that leads two readers apart breaks`(url: String) {
        #expect(tape(url).failing() == ["MK-054"])
    }

    @Test func `the URLs of an answer of serve are read too`() {
        var tape = TapeBuilder()
        tape.serve(answer: #"{"pixel":"https://ads.metrike.example\\@evil.example/px"}"#)
        #expect(tape.failing() == ["MK-054"])
    }

    @Test func `without documents nothing is seen`() {
        #expect(TapeBuilder().outcome("MK-054") == .notObserved)
    }
}
