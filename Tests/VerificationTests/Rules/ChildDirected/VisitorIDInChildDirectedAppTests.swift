import TestTape
import Testing
import Verification

@Suite("MK-082")
struct VisitorIDInChildDirectedAppTests {
    private func tape(mark: Bool, visitor: String?) -> TapeBuilder {
        var tape = TapeBuilder()
        if mark { tape.mark("child_directed", "1") }
        tape.mark("tracking", "on")
        tape.isChild = true
        tape.visitor = visitor
        tape.serve()
        return tape
    }

    @Test(arguments: [true, false])
    func `no ID in a child-directed app holds`(mark: Bool) {
        #expect(tape(mark: mark, visitor: nil).outcome("MK-082") == .pass)
        #expect(tape(mark: mark, visitor: nil).failing() == [])
    }

    @Test(arguments: [true, false])
    func `an ID in a child-directed app breaks`(mark: Bool) {
        #expect(tape(mark: mark, visitor: TapeBuilder.visitor).failing() == ["MK-082"])
        #expect(tape(mark: mark, visitor: "").failing() == ["MK-082"])
    }

    @Test func `an app that is not child-directed shows nothing`() {
        var tape = TapeBuilder()
        tape.serve()
        #expect(tape.outcome("MK-082") == .notObserved)
    }
}
