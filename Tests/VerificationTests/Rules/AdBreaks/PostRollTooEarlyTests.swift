import TestTape
import Testing
import Verification

@Suite("MK-154")
struct PostRollTooEarlyTests {
    private static let post = "https://a.example/post"

    private func tape(_ steps: (inout TapeBuilder) -> Void) -> TapeBuilder {
        var tape = TapeBuilder()
        tape.vmap(answer: Markup.vmap(breaks: [("start", "https://a.example/pre"), ("end", Self.post)]))
        steps(&tape)
        return tape
    }

    private static func play(_ tape: inout TapeBuilder) {
        tape.get(post, xml: Markup.ad("https://t.example"))
        tape.get("https://t.example/impression")
    }

    @Test func `a post-roll after the film holds`() {
        let tape = tape {
            $0.film(0)
            $0.film(1)
            Self.play(&$0)
        }
        #expect(tape.outcome("MK-154") == .pass)
        #expect(tape.failing() == [])
    }

    @Test func `a film that goes on after the post-roll began breaks`() {
        let tape = tape {
            $0.film(0)
            Self.play(&$0)
            $0.film(1)
        }
        #expect(tape.failing() == ["MK-154"])
    }

    @Test func `a document asked for ahead is a remark`() {
        let verdict = tape {
            $0.film(0)
            $0.get(Self.post, xml: Markup.ad("https://t.example"))
            $0.film(1)
            $0.get("https://t.example/impression")
        }.verdict("MK-154")
        #expect(verdict?.outcome == .pass)
        #expect(verdict?.remarks.count == 1)
    }

    @Test func `the same part again, and another film, are no going on`() {
        let tape = tape {
            $0.film(0)
            Self.play(&$0)
            $0.film(0)
            $0.media("https://video.news.example/next.mp4", 0..<100, playback: "next")
        }
        #expect(tape.outcome("MK-154") == .pass)
    }

    @Test func `the mark of the film's end settles it`() {
        let tape = tape {
            $0.film(0)
            $0.mark("content_end", "film")
            Self.play(&$0)
            $0.film(1)
        }
        #expect(tape.outcome("MK-154") == .pass)
    }

    @Test func `without the film and without the mark nothing is observed`() {
        #expect(tape { Self.play(&$0) }.outcome("MK-154") == .notObserved)
        #expect(tape { $0.film(0) }.outcome("MK-154") == .notObserved)
    }
}
