import TestTape
import Testing
import Verification

@Suite("MK-153")
struct PixelsAfterAbandonmentTests {
    private func tape(_ pixels: [String], copies: Int = 1, isInstream: Bool = true) -> TapeBuilder {
        var tape = TapeBuilder()
        let ad = Markup.ad("https://t.example", copies: copies)
        if isInstream { tape.vmap(answer: Markup.vmap(breaks: [("start", ad)])) } else { tape.vast(answer: ad) }
        for pixel in pixels { tape.get("https://t.example/\(pixel)") }
        tape.film(1)
        return tape
    }

    @Test func `an error and the break's end hold`() {
        let tape = tape(["impression", "start", "error?code=402", "b0/error", "b0/breakEnd"])
        #expect(tape.outcome("MK-153") == .pass)
        #expect(tape.failing() == [])
    }

    @Test func `a pixel after the error breaks`() {
        #expect(tape(["impression", "start", "error?code=402", "complete"]).failing() == ["MK-153"])
    }

    @Test func `an error that leaves the video running is none`() {
        #expect(tape(["impression", "start", "error?code=602", "complete"]).outcome("MK-153") == .notObserved)
    }

    @Test func `in a pod the next ad may play`() {
        #expect(tape(["error?code=402", "impression", "start"], copies: 2).outcome("MK-153") == .notObserved)
    }

    @Test func `a video outside a schedule is no break`() {
        #expect(tape(["start", "error?code=402", "complete"], isInstream: false).outcome("MK-153") == .notObserved)
    }

    @Test func `a pixel of another break is free`() {
        var tape = TapeBuilder()
        tape.vmap(
            answer: Markup.vmap(
                breaks: [("start", Markup.ad("https://t.example")), ("end", Markup.ad("https://u.example"))]))
        tape.get("https://t.example/error?code=402")
        tape.get("https://u.example/impression")
        #expect(tape.outcome("MK-153") == .pass)
    }

    @Test func `an error at the recording's end says nothing`() {
        var tape = TapeBuilder()
        tape.vmap(answer: Markup.vmap(breaks: [("start", Markup.ad("https://t.example"))]))
        tape.get("https://t.example/error?code=402")
        #expect(tape.outcome("MK-153") == .notObserved)
    }
}
