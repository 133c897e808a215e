import TestTape
import Testing
import Verification

@Suite("MK-084")
struct ChildFlagMixedTests {
    private func tape(mark: String?, flags: [Bool]) -> TapeBuilder {
        var tape = TapeBuilder()
        if let mark { tape.mark("child_directed", mark) }
        tape.visitor = nil
        for flag in flags {
            tape.isChild = flag
            tape.serve()
        }
        return tape
    }

    @Test(arguments: [[true, true], [false, false]])
    func `requests that agree hold`(flags: [Bool]) {
        #expect(tape(mark: nil, flags: flags).outcome("MK-084") == .pass)
        #expect(tape(mark: nil, flags: flags).failing() == [])
    }

    @Test(arguments: [[true, false], [false, true]])
    func `requests that disagree break`(flags: [Bool]) {
        #expect(tape(mark: nil, flags: flags).failing() == ["MK-084"])
    }

    @Test func `a mark makes it MK-080's concern`() {
        #expect(tape(mark: "1", flags: [true, false]).outcome("MK-084") == .notApplicable)
    }
}
