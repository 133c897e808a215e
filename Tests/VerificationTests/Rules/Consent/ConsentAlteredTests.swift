import TestTape
import Testing
import Verification

@Suite("MK-113")
struct ConsentAlteredTests {
    private static let string = "CPXxRfAPXxRfAAfKABENB-CgAAAAAAAAAAYgAAAAAAAA"

    private func tape(_ extra: String, stored: String? = Self.string) -> TapeBuilder {
        var tape = TapeBuilder()
        if let stored { tape.mark("IABTCF_TCString", stored) }
        tape.serve(with: "&gdpr=1" + extra)
        return tape
    }

    @Test(arguments: [string, nil])
    func `the stored string holds`(stored: String?) {
        #expect(tape("&gdpr_consent=\(Self.string)", stored: stored).outcome("MK-113") == .pass)
        #expect(tape("&gdpr_consent=\(Self.string)", stored: stored).failing() == [])
    }

    @Test(arguments: [
        "&gdpr_consent=c\(string.dropFirst())", "&gdpr_consent=\(string.dropLast())", "&gdpr_consent=",
        "&gdpr_consent=\(string)&gdpr_consent=\(string)",
    ])
    func `an altered or doubled string breaks`(extra: String) {
        #expect(tape(extra).failing() == ["MK-113"])
    }

    @Test func `without a mark the first letter tells`() {
        #expect(tape("&gdpr_consent=BOold", stored: nil).failing() == ["MK-113"])
    }
}
