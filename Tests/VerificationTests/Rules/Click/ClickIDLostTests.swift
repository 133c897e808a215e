import TestTape
import Testing
import Verification

@Suite("MK-173")
struct ClickIDLostTests {
    /// /click, a redirector, the shop.
    private func tape(hop: String, landing: String? = nil, first: String? = nil) -> TapeBuilder {
        var tape = TapeBuilder()
        tape.click(to: "https://go.example/r?mk_cid=c1a2b3c4&k=1")
        tape.get(first ?? "https://go.example/r?mk_cid=c1a2b3c4&k=1", redirect: hop)
        tape.get(landing ?? hop)
        return tape
    }

    @Test(arguments: ["https://shop.example/?mk_cid=c1a2b3c4", "/in?x=1&mk_cid=c1a2b3c4#top"])
    func `an ID that reaches the landing holds`(hop: String) {
        let tape = tape(hop: hop, landing: hop.hasPrefix("/") ? "https://go.example/in?x=1&mk_cid=c1a2b3c4" : nil)
        #expect(tape.outcome("MK-173") == .pass)
        #expect(tape.failing() == [])
    }

    @Test func `an ID dropped by a redirector breaks and names the hop`() {
        let tape = tape(hop: "https://shop.example/")
        #expect(tape.failing() == ["MK-173"])
        #expect(tape.judged().findings.first?.message == "mk_cid is lost at go.example (302), hop 2")
        #expect(tape.judged().findings.first?.exchange == 2)
    }

    @Test(arguments: [
        ("https://shop.example/?mk_cid=c1a2b3c5", "altered"),
        ("https://shop.example/#mk_cid=c1a2b3c4", "moved behind #"),
        ("https://shop.example/?mk_cid=c1a2b3c4&mk_cid=c1a2b3c4", "doubled"),
        ("https://shop.example/?mk_cid=%2563c1a2b3c4", "altered"),
        ("https://shop.example/?a=1&amp;mk_cid=c1a2b3c4", "renamed to amp;mk_cid"),
    ])
    func `an ID that was damaged breaks and says how`(hop: String, how: String) {
        let tape = tape(hop: hop)
        #expect(tape.failing() == ["MK-173"])
        #expect(tape.judged().findings.first?.message.hasPrefix("mk_cid is \(how)") == true)
    }

    @Test func `a client that drops the ID breaks and is blamed`() {
        let tape = tape(hop: "https://shop.example/?mk_cid=c1a2b3c4", first: "https://go.example/r?k=1")
        #expect(tape.failing() == ["MK-173"])
        #expect(tape.judged().findings.first?.cause == .sdkSent)
    }

    @Test func `an ID in a nested URL is kept`() {
        let tape = tape(hop: "https://track.example/?u=https%3A%2F%2Fshop.example%2F%3Fmk_cid%3Dc1a2b3c4")
        #expect(tape.failing() == [])
    }

    @Test func `a click whose landing was not recorded is not seen`() {
        var tape = TapeBuilder()
        tape.click(to: "https://go.example/r?mk_cid=c1a2b3c4")
        #expect(tape.outcome("MK-173") == .notObserved)
    }
}
