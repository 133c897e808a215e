import TestTape
import Testing
import Verification

@Suite("MK-197")
struct ConsentAlteredAtThirdPartyTests {
    private let string = "CPXxRfAPXxRfAAfKABENB-CgAAAAAAAAAAYgAAAAAAAA"
    private let other = "CPXxRfAPXxRfAAfKABENB-CgAP_AAP_AAAYgAAAAAAAA"

    private func tape(_ sent: String, stored: [String]) -> TapeBuilder {
        var tape = TapeBuilder()
        tape.serve()
        for string in stored { tape.mark("IABTCF_TCString", string) }
        tape.get("https://px.example/i?gdpr=1&gdpr_consent=\(sent)")
        return tape
    }

    @Test func `the stored string holds, and one of before`() {
        #expect(tape(string, stored: [string]).failing() == [])
        #expect(tape(string, stored: [string]).outcome("MK-197") == .pass)
        #expect(tape(string, stored: [string, other]).outcome("MK-197") == .pass)
    }

    @Test func `another string breaks`() {
        #expect(tape(other, stored: [string]).failing() == ["MK-197"])
        #expect(tape(String(string.dropLast()), stored: [string]).failing() == ["MK-197"])
    }

    @Test func `no string, a macro or no mark show nothing`() {
        #expect(tape("", stored: [string]).outcome("MK-197") == .notObserved)
        #expect(tape("%24%7BGDPR_CONSENT_1%7D", stored: [string]).outcome("MK-197") == .notObserved)
        #expect(tape(other, stored: []).outcome("MK-197") == .notObserved)
    }
}
