import TestTape
import Testing
import Verification

@Suite("MK-081")
struct ChildFlagMalformedTests {
    private func tape(_ extra: String) -> TapeBuilder {
        var tape = TapeBuilder()
        tape.visitor = nil
        tape.serve(with: extra)
        return tape
    }

    @Test func `1 once holds`() {
        #expect(tape("&child_directed=1").outcome("MK-081") == .pass)
        #expect(tape("&child_directed=1").failing() == [])
    }

    @Test(arguments: [
        "&child_directed=true", "&child_directed=0", "&child_directed=", "&child_directed=1&child_directed=1",
    ])
    func `another value or two break`(extra: String) {
        #expect(tape(extra).failing() == ["MK-081"])
    }
}
