import TestTape
import Testing
import Verification

@Suite("MK-086")
struct ChildFlagAtThirdPartyTests {
    @Test func `the flag at a third party is a remark`() {
        var tape = TapeBuilder()
        tape.mark("child_directed", "1")
        tape.get("https://a.example/i")
        #expect(tape.verdict("MK-086")?.outcome == .pass)
        #expect(tape.verdict("MK-086")?.remarks == [])
        tape.get("https://b.example/i?child_directed=1")
        #expect(tape.verdict("MK-086")?.outcome == .pass)
        #expect(tape.verdict("MK-086")?.remarks == ["child_directed is told to b.example"])
        #expect(tape.failing() == [])
    }

    @Test func `without a mark the flag itself is seen`() {
        var tape = TapeBuilder()
        tape.get("https://a.example/i")
        #expect(tape.outcome("MK-086") == .notObserved)
        tape.get("https://a.example/i?child_directed=1")
        #expect(tape.outcome("MK-086") == .pass)
    }

    @Test func `in another app it is none of this`() {
        var tape = TapeBuilder()
        tape.mark("child_directed", "0")
        tape.get("https://a.example/i")
        #expect(tape.outcome("MK-086") == .notApplicable)
    }
}
