import SDKContracts
import TestTape
import Testing
import Verification

@Suite("MK-178")
struct ClickIDOfOtherClickTests {
    private func configuration(_ policy: String) -> ContractConfiguration {
        ContractConfiguration(["mk_cid.policy": .text(policy)])
    }

    private func tape(_ ids: [String], links: [String] = [], conversion: String) -> TapeBuilder {
        var tape = TapeBuilder()
        for id in ids {
            tape.click(to: "https://shop.example/?mk_cid=\(id)")
            tape.get("https://shop.example/?mk_cid=\(id)")
            tape.wait(milliseconds: 5_000)
        }
        for id in links { tape.mark("deep_link", "shop://item?mk_cid=\(id)") }
        tape.conversion(with: #","mk_cid":"\#(conversion)""#)
        return tape
    }

    @Test func `the latest holds, and breaks where the first counts`() {
        let tape = tape(["c1a2b3c4", "c1a2b3c5"], conversion: "c1a2b3c5")
        #expect(tape.outcome("MK-178") == .pass)
        #expect(tape.failing() == [])
        #expect(tape.failing(configuration("first")) == ["MK-178"])
    }

    @Test func `the first breaks, and holds where it counts`() {
        let tape = tape(["c1a2b3c4", "c1a2b3c5"], conversion: "c1a2b3c4")
        #expect(tape.failing() == ["MK-178"])
        #expect(tape.outcome("MK-178", configuration("first")) == .pass)
        #expect(tape.failing(configuration("first")) == [])
    }

    @Test func `marks say which link was first`() {
        let tape = tape(["c1a2b3c4", "c1a2b3c5"], links: ["c1a2b3c5", "c1a2b3c6"], conversion: "c1a2b3c5")
        #expect(tape.outcome("MK-178", configuration("first")) == .pass)
    }

    @Test func `one ID, or one that no click gave, shows nothing`() {
        #expect(tape(["c1a2b3c4"], conversion: "c1a2b3c4").outcome("MK-178") == .notObserved)
        #expect(tape(["c1a2b3c4", "c1a2b3c5"], conversion: "unheard-of").outcome("MK-178") == .notObserved)
    }
}
