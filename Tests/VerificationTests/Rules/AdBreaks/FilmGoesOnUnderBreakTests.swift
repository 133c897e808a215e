import TestTape
import Testing
import Verification

@Suite("MK-155")
struct FilmGoesOnUnderBreakTests {
    private func tape(
        gaps: [Double], type: String = "linear", scale: Double = 1, part: (Int) -> Int = { $0 }
    ) -> TapeBuilder {
        var tape = TapeBuilder()
        tape.mark("clock_scale", "\(scale)")
        tape.vmap(answer: Markup.vmap(breaks: [("00:00:10", Markup.ad("https://t.example"))], type: type))
        tape.film(0)
        tape.media("https://t.example/media.mp4", 0..<1000)
        tape.get("https://t.example/impression")
        tape.get("https://t.example/start")
        for (index, gap) in gaps.enumerated() {
            tape.wait(seconds: gap / scale)
            tape.film(part(index + 1))
        }
        tape.get("https://t.example/complete")
        tape.film(9)
        return tape
    }

    @Test func `a film that rests holds`() {
        #expect(tape(gaps: []).outcome("MK-155") == .pass)
        #expect(tape(gaps: []).failing() == [])
        #expect(tape(gaps: [], scale: 1000).outcome("MK-155") == .pass)
    }

    @Test func `part after part in the pace of playing breaks, at the lowest severity`() {
        let tape = tape(gaps: [2, 3, 3])
        #expect(tape.failing() == ["MK-155"])
        #expect(tape.verdict("MK-155")?.findings.first?.severity == .p3)
    }

    @Test func `what is fetched at once is buffering and a remark`() {
        for gaps in [[0, 0, 0, 0], [4, 4]] as [[Double]] {
            let verdict = tape(gaps: gaps).verdict("MK-155")
            #expect(verdict?.outcome == .pass)
            #expect(verdict?.remarks.count == 1)
        }
    }

    @Test func `the same part again is no going on`() {
        #expect(tape(gaps: [3, 3, 3, 3], part: { _ in 0 }).outcome("MK-155") == .pass)
    }

    @Test func `beside a nonlinear break the film goes on`() {
        #expect(tape(gaps: [3, 3, 3], type: "nonlinear").outcome("MK-155") == .notObserved)
    }

    @Test func `parts on too fast a clock say nothing`() {
        #expect(tape(gaps: [3, 3, 3], scale: 100).outcome("MK-155") == .notObserved)
    }

    @Test func `an ad's own parts are not the film's`() {
        var tape = TapeBuilder()
        tape.vmap(answer: Markup.vmap(breaks: [("start", Markup.ad("https://t.example"))]))
        tape.media("https://t.example/media.mp4", 0..<1000, playback: "x")
        tape.get("https://t.example/start")
        for part in 1...4 {
            tape.wait(seconds: 3)
            tape.media("https://t.example/segment-\(part).ts", 0..<10, playback: "x")
        }
        tape.get("https://t.example/complete")
        #expect(tape.outcome("MK-155") == .notObserved)
    }
}
