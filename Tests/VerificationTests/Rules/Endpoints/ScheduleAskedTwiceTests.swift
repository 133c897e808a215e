import TestTape
import Testing
import Verification

@Suite("MK-004")
struct ScheduleAskedTwiceTests {
    private func tape(_ between: (inout TapeBuilder) -> Void, token: String = "abc") -> TapeBuilder {
        var tape = TapeBuilder()
        let schedule = Markup.vmap(["https://ads.other.example/vast?a=1"])
        tape.vmap("abc", answer: schedule)
        between(&tape)
        tape.vmap(token, answer: schedule)
        return tape
    }

    @Test func `a second request at once breaks`() {
        #expect(tape({ _ in }).failing() == ["MK-004"])
    }

    @Test func `another token holds`() {
        #expect(tape({ _ in }, token: "def").outcome("MK-004") == .pass)
    }

    @Test func `after a break of the schedule it is another attachment`() {
        let used = tape { $0.get("https://ads.other.example/vast?a=1", xml: Markup.vast([])) }
        #expect(used.failing() == [])
    }

    @Test func `a lone VAST is another rule's`() {
        var tape = TapeBuilder()
        tape.vmap(answer: Markup.vast([]))
        tape.vmap(answer: Markup.vast([]))
        #expect(tape.failing() == ["MK-005"])
    }
}
