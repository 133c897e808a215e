import TestTape
import Testing
import Verification

@Suite("MK-043")
struct IdentityInThirdPartyBreakTests {
    /// VMAP, the break's VAST by way of a wrapper, and two pixels.
    private func tape(pixel: (TapeBuilder) -> String, wrapper: (TapeBuilder) -> String = { _ in "" }) -> TapeBuilder {
        var tape = TapeBuilder()
        tape.vmap(answer: Markup.vmap(["https://video.example/tag"]))
        tape.get("https://video.example/tag", xml: Markup.wrapper("https://inner.example/vast?x=1"))
        tape.get(
            "https://inner.example/vast?x=1\(wrapper(tape))",
            xml: Markup.vast(["https://px.example/i?c=[CACHEBUSTING]"], media: "https://cdn.example/a.mp4"))
        tape.get("https://cdn.example/a.mp4")
        tape.get("https://px.example/i?c=12345678\(pixel(tape))")
        return tape
    }

    @Test func `a third-party break without identity holds`() {
        let tape = tape { _ in "" }
        #expect(tape.outcome("MK-043") == .pass)
        #expect(tape.outcome("MK-151") == .pass)
        #expect(tape.failing() == [])
    }

    @Test func `a third-party break never receives app_bundle`() {
        let tape = tape { _ in "&app_bundle=br.com.news" }
        #expect(tape.failing() == ["MK-043"])
        #expect(tape.judged().findings.first?.cause == .sdkAttached(absentFrom: "#3:2"))
    }

    @Test func `identity in a wrapper's request breaks`() {
        let tape = tape(pixel: { _ in "" }, wrapper: { "&\($0.query)" })
        #expect(tape.failing() == ["MK-043"])
        #expect(tape.judged().findings.map(\.exchange) == [3])
    }

    @Test func `a break of the ad server itself is no third party's`() {
        var tape = TapeBuilder()
        tape.vmap(answer: Markup.vmap(["\(TapeBuilder.base)/vast/b1"]))
        tape.vast("b1", answer: Markup.vast([]))
        #expect(tape.outcome("MK-043") == .notObserved)
        #expect(tape.failing() == [])
    }
}
