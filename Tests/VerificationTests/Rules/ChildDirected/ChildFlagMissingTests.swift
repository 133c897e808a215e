import TestTape
import Testing
import Verification

@Suite("MK-080")
struct ChildFlagMissingTests {
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

    @Test(arguments: ["1", nil])
    func `the flag in every request holds`(mark: String?) {
        #expect(tape(mark: mark, flags: [true, true]).outcome("MK-080") == .pass)
        #expect(tape(mark: mark, flags: [true, true]).failing() == [])
    }

    @Test func `a request without the flag breaks`() {
        #expect(tape(mark: "1", flags: [true, false]).failing() == ["MK-080"])
        #expect(tape(mark: "1", flags: [false]).failing() == ["MK-080"])
    }

    @Test func `another value than 1 is MK-081's`() {
        var tape = TapeBuilder()
        tape.mark("child_directed", "1")
        tape.visitor = nil
        tape.serve(with: "&child_directed=true")
        #expect(tape.failing() == ["MK-081"])
    }

    @Test func `without mark and flag a mark is asked for`() {
        #expect(tape(mark: nil, flags: [false]).outcome("MK-080") == .needsConfig)
        #expect(tape(mark: "0", flags: [false]).outcome("MK-080") == .notApplicable)
    }

    @Test func `the app's own request to the base host has no flag to send`() {
        var tape = tape(mark: "1", flags: [true])
        tape.get("\(TapeBuilder.base)/v2/profile")
        #expect(tape.failing() == [])
    }
}
