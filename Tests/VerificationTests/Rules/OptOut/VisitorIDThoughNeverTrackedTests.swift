import TestTape
import Testing
import Verification

@Suite("MK-061")
struct VisitorIDThoughNeverTrackedTests {
    private func tape(visitor: String?) -> TapeBuilder {
        var tape = TapeBuilder()
        tape.mark("tracking", "off")
        tape.mark("launch", "cold")
        tape.visitor = visitor
        tape.serve()
        tape.beacon()
        return tape
    }

    @Test func `an app that starts off and has no ID holds`() {
        #expect(tape(visitor: nil).outcome("MK-061") == .pass)
        #expect(tape(visitor: nil).failing() == [])
    }

    @Test func `an ID although tracking was off from the start breaks`() {
        #expect(tape(visitor: TapeBuilder.visitor).failing() == ["MK-061"])
    }

    @Test func `an opt-out in the middle is not seen here`() {
        var tape = TapeBuilder()
        tape.serve()
        tape.mark("tracking", "off")
        tape.visitor = nil
        tape.serve()
        #expect(tape.outcome("MK-061") == .notObserved)
    }
}
