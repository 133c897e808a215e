import TestTape
import Testing
import Verification

@Suite("MK-063")
struct VisitorIDReturnedTests {
    private func tape(after visitor: String?) -> TapeBuilder {
        var tape = TapeBuilder()
        tape.serve()
        tape.mark("tracking", "off")
        tape.visitor = nil
        tape.serve()
        tape.mark("tracking", "on")
        tape.visitor = visitor
        tape.serve()
        return tape
    }

    @Test func `a new ID after the opt-out holds`() {
        #expect(tape(after: TapeBuilder.otherVisitor).outcome("MK-063") == .pass)
        #expect(tape(after: TapeBuilder.otherVisitor).failing() == [])
    }

    @Test(arguments: [TapeBuilder.visitor, TapeBuilder.visitor.uppercased()])
    func `the old ID after the opt-out breaks`(value: String) {
        #expect(tape(after: value).failing() == ["MK-063"])
    }

    @Test func `a late beacon with the old ID breaks`() {
        var tape = tape(after: TapeBuilder.otherVisitor)
        tape.visitor = TapeBuilder.visitor
        tape.beacon()
        #expect(tape.failing().contains("MK-063"))
        #expect(Set(tape.failing()).subtracting(["MK-063", "MK-025"]).isEmpty)
    }

    @Test func `no ID at all after it is not seen`() {
        #expect(tape(after: nil).outcome("MK-063") == .notObserved)
    }
}
