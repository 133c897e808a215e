import TestTape
import Testing
import Verification

@Suite("MK-028")
struct IdentityEncodedTwiceTests {
    private func tape(_ name: String) -> TapeBuilder {
        var tape = TapeBuilder()
        tape.app[1].1 = name
        tape.serve()
        return tape
    }

    @Test(arguments: ["Café & Cia", "100% News", "a+b"])
    func `a name encoded once holds`(name: String) {
        #expect(tape(name).outcome("MK-028") == .pass)
        #expect(tape(name).failing() == [])
    }

    @Test(arguments: ["Caf%C3%A9", "a%20b"])
    func `a name encoded twice breaks`(name: String) {
        #expect(tape(name).failing() == ["MK-028"])
    }
}
