import TestTape
import Testing
import Verification

@Suite("MK-044")
struct IdentityInAssetRequestTests {
    private func tape(_ extra: (TapeBuilder) -> String) -> TapeBuilder {
        var tape = TapeBuilder()
        tape.vast(answer: Markup.vast([], media: "https://cdn.example/a.mp4"))
        tape.get("https://cdn.example/a.mp4\(extra(tape))")
        return tape
    }

    @Test func `media fetched as told holds`() {
        #expect(tape { _ in "" }.outcome("MK-044") == .pass)
        #expect(tape { _ in "" }.failing() == [])
    }

    @Test func `identity in a media request breaks`() {
        #expect(tape { _ in "?session_id=\(TapeBuilder.session)" }.failing() == ["MK-044"])
    }

    @Test func `identity in the request of a creative's picture breaks`() {
        var tape = TapeBuilder()
        tape.serve(answer: #"{"html":"<img src='https://img.example/a.png?a=1&amp;b=2'>"}"#)
        tape.get("https://img.example/a.png?a=1&b=2&app_bundle=br.com.news")
        #expect(tape.failing() == ["MK-044"])
    }
}
