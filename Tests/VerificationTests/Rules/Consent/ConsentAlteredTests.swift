import TestTape
import Testing
import Verification

@Suite("MK-113")
struct ConsentAlteredTests {
    private func tape(_ extra: String, stored: String? = "CPstored") -> TapeBuilder {
        var tape = TapeBuilder()
        if let stored { tape.mark("IABTCF_TCString", stored) }
        tape.serve(with: extra)
        return tape
    }

    @Test(arguments: ["CPstored", nil])
    func `the stored string holds`(stored: String?) {
        #expect(tape("&gdpr_consent=CPstored", stored: stored).outcome("MK-113") == .pass)
        #expect(tape("&gdpr_consent=CPstored", stored: stored).failing() == [])
    }

    @Test(arguments: [
        "&gdpr_consent=cpstored", "&gdpr_consent=CPstore", "&gdpr_consent=",
        "&gdpr_consent=CPstored&gdpr_consent=CPstored",
    ])
    func `an altered or doubled string breaks`(extra: String) {
        #expect(tape(extra).failing() == ["MK-113"])
    }

    @Test func `without a mark the first letter tells`() {
        #expect(tape("&gdpr_consent=BOold", stored: nil).failing() == ["MK-113"])
    }
}
