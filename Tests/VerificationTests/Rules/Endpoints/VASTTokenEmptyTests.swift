import TestTape
import Testing
import Verification

@Suite("MK-006")
struct VASTTokenEmptyTests {
    @Test func `a token holds`() {
        var tape = TapeBuilder()
        tape.vast("abc", answer: Markup.vast([]))
        #expect(tape.outcome("MK-006") == .pass)
        #expect(tape.failing() == [])
    }

    @Test func `an empty token breaks`() {
        var tape = TapeBuilder()
        tape.vast("", answer: Markup.vast([]))
        tape.vmap("", answer: Markup.vmap([]))
        #expect(tape.failing() == ["MK-006"])
        #expect(tape.judged().findings.map(\.exchange) == [1, 2])
    }
}
