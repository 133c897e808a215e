import TestTape
import Testing
import Verification

@Suite("MK-005")
struct SecondFetchAfterLoneVASTTests {
    private func tape(_ build: (inout TapeBuilder) -> Void) -> TapeBuilder {
        var tape = TapeBuilder()
        tape.vmap("t1", answer: Markup.vast(["https://px.example/i"], media: "https://cdn.example/a.mp4"))
        build(&tape)
        return tape
    }

    @Test func `a lone VAST that is played holds`() {
        let tape = tape {
            $0.get("https://cdn.example/a.mp4")
            $0.get("https://px.example/i")
            $0.vmap("t1", answer: Markup.vast([]))
        }
        #expect(tape.outcome("MK-005") == .pass)
        #expect(tape.failing() == [])
    }

    @Test func `a second fetch of the same token breaks`() {
        #expect(tape { $0.vast("t1", answer: Markup.vast([])) }.failing() == ["MK-005"])
        #expect(tape { $0.vmap("t1", answer: Markup.vast([])) }.failing() == ["MK-005"])
    }

    @Test func `another token holds`() {
        #expect(tape { $0.vast("t2", answer: Markup.vast([])) }.failing() == [])
    }

    @Test func `a schedule in answer to vmap shows nothing`() {
        var tape = TapeBuilder()
        tape.vmap("t1", answer: Markup.vmap([]))
        #expect(tape.outcome("MK-005") == .notObserved)
    }
}
