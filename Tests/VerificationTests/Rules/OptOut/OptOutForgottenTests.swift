import TestTape
import Testing
import Verification

@Suite("MK-062")
struct OptOutForgottenTests {
    private func tape(later visitor: String?, launch: Bool) -> TapeBuilder {
        var tape = TapeBuilder()
        tape.serve()
        tape.mark("tracking", "off")
        tape.visitor = nil
        tape.serve()
        if launch { tape.mark("launch", "relaunch") }
        tape.session = TapeBuilder.otherSession
        tape.visitor = visitor
        tape.serve()
        return tape
    }

    @Test(arguments: [true, false])
    func `a later process without an ID holds`(launch: Bool) {
        #expect(tape(later: nil, launch: launch).outcome("MK-062") == .pass)
        #expect(tape(later: nil, launch: launch).failing() == [])
    }

    @Test(arguments: [true, false])
    func `a later process with an ID breaks`(launch: Bool) {
        #expect(tape(later: TapeBuilder.otherVisitor, launch: launch).failing() == ["MK-062"])
    }

    @Test func `without a later process nothing is seen`() {
        var tape = TapeBuilder()
        tape.serve()
        tape.mark("tracking", "off")
        tape.visitor = nil
        tape.serve()
        #expect(tape.outcome("MK-062") == .notObserved)
    }
}
