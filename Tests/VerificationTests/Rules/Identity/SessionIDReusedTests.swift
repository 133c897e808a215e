import TestTape
import Testing
import Verification

@Suite("MK-026")
struct SessionIDReusedTests {
    @Test func `a new session at each launch holds`() {
        var tape = TapeBuilder()
        tape.mark("launch", "cold")
        tape.serve()
        tape.mark("launch", "relaunch")
        tape.session = TapeBuilder.otherSession
        tape.serve()
        #expect(tape.outcome("MK-026") == .pass)
        #expect(tape.verdict("MK-026")?.remarks == [])
        #expect(tape.failing() == [])
    }

    @Test func `the old session after a launch breaks`() {
        var tape = TapeBuilder()
        tape.mark("launch", "cold")
        tape.serve()
        tape.mark("launch", "relaunch")
        tape.serve()
        tape.serve()
        #expect(tape.failing() == ["MK-026"])
        #expect(tape.judged().findings.count == 1)
    }

    @Test func `the visitor's ID as session breaks`() {
        var tape = TapeBuilder()
        tape.session = TapeBuilder.visitor
        tape.serve()
        #expect(tape.failing() == ["MK-026"])
    }

    @Test func `a number as session breaks`() {
        var tape = TapeBuilder()
        tape.session = "17"
        tape.serve()
        #expect(tape.failing() == ["MK-026"])
    }

    @Test func `without a second launch newness is said not to be seen`() {
        var tape = TapeBuilder()
        tape.serve()
        #expect(tape.verdict("MK-026")?.remarks.isEmpty == false)
    }
}
