import TestTape
import Testing
import Verification

@Suite("MK-152")
struct WatchdogMissingTests {
    /// An ad of 10 s, of which `share` tenths come; then nothing for some seconds, then the break's next request.
    private func tape(
        still: Double, share: Int = 6, then next: String? = "complete", scale: Double = 1,
        before: (inout TapeBuilder) -> Void = { _ in }
    ) -> TapeBuilder {
        var tape = TapeBuilder()
        tape.mark("clock_scale", "\(scale)")
        tape.vmap(answer: Markup.vmap(breaks: [("start", Markup.ad("https://t.example"))]))
        tape.film(0)
        let size = share * 100
        if share > 0 { tape.media("https://t.example/media.mp4", 0..<size) }
        if share < 10 { tape.media("https://t.example/media.mp4", size..<1000, status: 503) }
        tape.get("https://t.example/impression")
        tape.get("https://t.example/start")
        before(&tape)
        tape.wait(seconds: (Double(share) + still) / scale)
        if let next { tape.get("https://t.example/\(next)") }
        tape.film(1)
        return tape
    }

    @Test func `a break that ends after 15 s holds`() {
        #expect(tape(still: 15, then: "error?code=402").outcome("MK-152") == .pass)
        #expect(tape(still: 15, then: nil).outcome("MK-152") == .pass)
        #expect(tape(still: 15, then: "error?code=402").failing() == [])
    }

    @Test func `more of a break that stood still for long breaks`() {
        #expect(tape(still: 18).failing() == ["MK-152"])
        #expect(tape(still: 18, then: "error?code=402").failing() == ["MK-152"])
        #expect(tape(still: 18, share: 0).failing() == ["MK-152"])
    }

    @Test func `an ad whose media came whole may be silent`() {
        #expect(tape(still: 100, share: 10).outcome("MK-152") == .notObserved)
    }

    @Test func `a film that comes late says nothing`() {
        #expect(tape(still: 40, then: nil).outcome("MK-152") == .notObserved)
    }

    @Test func `the viewer may be away after a click or pause`() {
        #expect(tape(still: 40) { $0.get("https://t.example/pause") }.outcome("MK-152") == .notObserved)
    }

    @Test func `the clock's scale counts, and one too coarse says nothing`() {
        #expect(tape(still: 30, scale: 10).failing() == ["MK-152"])
        #expect(tape(still: 300, scale: 200).outcome("MK-152") == .notObserved)
    }

    @Test func `a break held up before its first picture breaks`() {
        var tape = TapeBuilder()
        tape.vmap(answer: Markup.vmap(breaks: [("start", "https://a.example/tag")]))
        tape.get("https://t.example/b0/breakStart")
        tape.wait(seconds: 20)
        tape.get("https://a.example/tag", xml: Markup.ad("https://t.example"))
        #expect(tape.failing() == ["MK-152"])
    }
}
