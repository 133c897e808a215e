import TestTape
import Testing
import Verification

@Suite("MK-021")
struct AppIdentityUnstableTests {
    @Test func `the same values in one process hold`() {
        var tape = TapeBuilder()
        tape.serve()
        tape.beacon()
        #expect(tape.outcome("MK-021") == .pass)
        #expect(tape.failing() == [])
    }

    @Test func `a value that changes within a process breaks`() {
        var tape = TapeBuilder()
        tape.serve()
        tape.app[2].1 = "2.1"
        tape.beacon()
        #expect(tape.failing() == ["MK-021"])
    }

    @Test func `an empty value breaks`() {
        var tape = TapeBuilder()
        tape.app[1].1 = ""
        tape.serve()
        #expect(tape.failing() == ["MK-021"])
    }

    @Test func `another version in another process holds`() {
        var tape = TapeBuilder()
        tape.serve()
        tape.session = TapeBuilder.otherSession
        tape.app[2].1 = "2.2.0"
        tape.serve()
        #expect(tape.failing() == [])
    }
}
