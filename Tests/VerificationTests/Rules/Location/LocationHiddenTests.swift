import TestTape
import Testing
import Verification

@Suite("MK-097")
struct LocationHiddenTests {
    private func tape(_ extra: String) -> TapeBuilder {
        var tape = TapeBuilder()
        tape.mark("collect_location", "1")
        tape.beacon(with: #","lat":-23.55,"lon":-46.63,"acc":1000"# + extra)
        return tape
    }

    @Test(arguments: ["", #","v":"17.4.123","w":23.123"#, #","far":"-23.99123,-46.99123""#, #","half":"-23.55052""#])
    func `no unrounded pair near the place holds`(extra: String) {
        #expect(tape(extra).outcome("MK-097") == .pass)
        #expect(tape(extra).failing() == [])
    }

    @Test(arguments: [#","ctx":{"geo":"-23.55052,-46.63331"}"#, #","a":-23.5505,"b":-46.6333"#])
    func `an unrounded pair in a beacon breaks`(extra: String) {
        #expect(tape(extra).failing() == ["MK-097"])
    }

    @Test func `an unrounded pair at a third party breaks`() {
        var tape = tape("")
        tape.get("https://geo.example/?ll=-23.55052%2C-46.63331")
        #expect(tape.failing() == ["MK-095", "MK-097"])
    }

    @Test func `an unrounded field is MK-091's`() {
        var tape = TapeBuilder()
        tape.mark("collect_location", "1")
        tape.beacon(with: #","lat":-23.5505,"lon":-46.6333,"acc":1000"#)
        #expect(tape.failing() == ["MK-091"])
    }
}
