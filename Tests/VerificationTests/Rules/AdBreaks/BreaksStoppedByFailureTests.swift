import TestTape
import Testing
import Verification

@Suite("MK-150")
struct BreaksStoppedByFailureTests {
    private static let mid = "https://a.example/mid"
    private static let post = "https://a.example/post"

    private func tape(
        _ offsets: [String] = ["00:00:10", "end"], answer: String = "HTTP/1.1 503 No\n\n",
        _ steps: (inout TapeBuilder) -> Void
    ) -> TapeBuilder {
        var tape = TapeBuilder()
        tape.vmap(answer: Markup.vmap(breaks: Array(zip(offsets, [Self.mid, Self.post]))))
        tape.film(0)
        tape.exchange("GET \(Self.mid)\nUser-Agent: \(TapeBuilder.agent)\n\n", answer)
        steps(&tape)
        return tape
    }

    private static let answers = [
        "HTTP/1.1 503 No\n\n", "HTTP/1.1 204 No Content\n\n", "HTTP/1.1 200 OK\nContent-Type: text/xml\n\n<VAST",
        "HTTP/1.1 200 OK\nContent-Type: text/xml\n\n<VAST version=\"3.0\"></VAST>",
    ]

    @Test(arguments: answers)
    func `a later break after the failure holds`(answer: String) {
        let tape = tape(answer: answer) { $0.get(Self.post, xml: Markup.vast([])) }
        #expect(tape.outcome("MK-150") == .pass)
        #expect(tape.failing() == [])
    }

    @Test(arguments: answers)
    func `the film's end without the post-roll breaks`(answer: String) {
        let tape = tape(answer: answer) {
            $0.film(1)
            $0.mark("content_end", "film")
        }
        #expect(tape.failing() == ["MK-150"])
    }

    @Test func `without the end of the film nothing is observed`() {
        #expect(tape { $0.film(1) }.outcome("MK-150") == .notObserved)
    }

    @Test func `the last break's failure holds where the film goes on`() {
        #expect(tape(["end", "start"]) { $0.film(1) }.outcome("MK-150") == .pass)
        #expect(tape(["end", "start"]) { _ in }.outcome("MK-150") == .notObserved)
    }

    @Test func `a break at a time may lie behind the film's end`() {
        let tape = tape(["start", "00:50:00"]) { $0.mark("content_end", "film") }
        #expect(tape.outcome("MK-150") == .notObserved)
    }

    @Test func `an end that was marked before the break is another film's`() {
        var tape = TapeBuilder()
        tape.mark("content_end", "trailer")
        tape.vmap(answer: Markup.vmap(breaks: [("start", Self.mid), ("end", Self.post)]))
        tape.exchange("GET \(Self.mid)\n\n", "HTTP/1.1 503 No\n\n")
        #expect(tape.outcome("MK-150") == .notObserved)
    }

    @Test func `a break that plays is no failure`() {
        let tape = tape(answer: "HTTP/1.1 200 OK\nContent-Type: text/xml\n\n" + Markup.ad("https://t.example")) {
            $0.mark("content_end", "film")
        }
        #expect(tape.outcome("MK-150") == .notObserved)
    }
}
