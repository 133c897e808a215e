import TestTape
import Testing
import Verification

@Suite("MK-174")
struct ClickIDRepeatedTests {
    private func tape(_ ids: [String]) -> TapeBuilder {
        var tape = TapeBuilder()
        for id in ids {
            tape.click(to: "https://shop.example/?mk_cid=\(id)")
            tape.wait(milliseconds: 1000)
        }
        return tape
    }

    @Test func `an ID for each click holds`() {
        #expect(tape(["c1a2b3c4", "c1a2b3c5"]).outcome("MK-174") == .pass)
        #expect(tape(["c1a2b3c4", "c1a2b3c5"]).failing() == [])
    }

    @Test func `one ID for two clicks breaks`() {
        #expect(tape(["c1a2b3c4", "c1a2b3c4"]).failing() == ["MK-174"])
    }

    @Test func `one click shows nothing`() {
        #expect(tape(["c1a2b3c4"]).outcome("MK-174") == .notObserved)
    }
}
