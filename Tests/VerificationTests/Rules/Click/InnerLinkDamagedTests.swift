import TestTape
import Testing
import Verification

@Suite("MK-187")
struct InnerLinkDamagedTests {
    private func tape(_ location: String) -> TapeBuilder {
        var tape = TapeBuilder()
        tape.click(to: location)
        return tape
    }

    @Test(arguments: [
        "https://trk.example/?dest=https%3A%2F%2Fshop.example%2F%3Fx%3D1&mk_cid=c1a2b3c4",
        "https://trk.example/?dest=https://shop.example/&mk_cid=c1a2b3c4",
        "https://trk.example/?mk_cid=c1a2b3c4&dest=https://shop.example/?x=1",
    ])
    func `an inner link that stays whole holds`(location: String) {
        #expect(tape(location).outcome("MK-187") == .pass)
    }

    @Test(arguments: [
        "https://trk.example/?dest=https://shop.example/?x=1&mk_cid=c1a2b3c4",
        "https://trk.example/?mk_cid=c1a2b3c4&dest=https%3A%2Fshop.example%2F",
    ])
    func `an inner link that is not encoded, or has lost a slash, breaks`(location: String) {
        #expect(tape(location).failing() == ["MK-187"])
    }

    @Test func `a click without an inner link is not judged`() {
        #expect(tape("https://shop.example/?mk_cid=c1a2b3c4").outcome("MK-187") == .notObserved)
    }
}
