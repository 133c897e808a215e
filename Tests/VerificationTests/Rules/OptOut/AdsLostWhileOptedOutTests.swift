import TestTape
import Testing
import Verification

@Suite("MK-066")
struct AdsLostWhileOptedOutTests {
    private static let answer = #"{"ad_id":"mk12345678","image_url":"https://cdn.example/a.gif"}"#

    private func tape(_ event: String, _ then: (inout TapeBuilder) -> Void = { $0.get("https://cdn.example/a.gif") })
        -> TapeBuilder
    {
        var tape = TapeBuilder()
        tape.mark("tracking", "off")
        tape.visitor = nil
        tape.serve(answer: Self.answer)
        then(&tape)
        tape.beacon(event, with: #","ad_id":"mk12345678""#)
        return tape
    }

    @Test func `an ad that is counted holds`() {
        #expect(tape("impression").outcome("MK-066") == .pass)
        #expect(tape("impression").failing() == [])
    }

    @Test func `an ad that is shown and not counted breaks`() {
        #expect(tape("viewable").failing() == ["MK-066"])
    }

    @Test func `an ad of the time before does not count`() {
        var tape = TapeBuilder()
        tape.serve(answer: Self.answer)
        tape.mark("tracking", "off")
        tape.visitor = nil
        tape.get("https://cdn.example/a.gif")
        tape.beacon("viewable", with: #","ad_id":"mk12345678""#)
        #expect(tape.outcome("MK-066") == .notObserved)
    }

    @Test func `a third party's break is counted by that party`() {
        let tape = tape("request") {
            $0.vmap(answer: Markup.vmap(["https://ads.other.example/vast?a=1"]))
            $0.get(
                "https://ads.other.example/vast?a=1", xml: Markup.vast([], media: "https://cdn.other.example/a.mp4"))
            $0.get("https://cdn.other.example/a.mp4")
        }
        #expect(tape.outcome("MK-066") == .notObserved)
    }

    @Test func `a video's impression counts`() {
        let tape = tape("request") {
            $0.vast(answer: Markup.vast(["https://px.example/i"], media: "https://cdn.example/a.mp4"))
            $0.get("https://cdn.example/a.mp4")
            $0.get("https://px.example/i")
        }
        #expect(tape.outcome("MK-066") == .pass)
    }

    @Test func `without the mark nothing is known`() {
        #expect(TapeBuilder().outcome("MK-066") == .needsConfig)
    }
}
