import TestTape
import Testing
import Verification

@Suite("MK-099")
struct LocationAgainstSpecialFeatureTests {
    private let without = "CPXxRfAPXxRfAAfKABENB-CgAAAAAAAAAAYgAAAAAAAA"
    private let with = "CPtGDMAPtGDMALMAAAENA_C_AAAAAAAAACiQAAAAAAAA"

    private func tape(_ string: String?, applies: String = "1", location: Bool = true) -> TapeBuilder {
        var tape = TapeBuilder()
        tape.mark("collect_location", "1")
        tape.mark("IABTCF_gdprApplies", applies)
        if let string { tape.mark("IABTCF_TCString", string) }
        tape.beacon(with: location ? #","lat":-23.56,"lon":-46.65,"acc":1000"# : "")
        return tape
    }

    @Test func `location with the opt-in holds, and none without it`() {
        #expect(tape(with).verdict("MK-099")?.remarks == [])
        #expect(tape(with).outcome("MK-099") == .pass)
        #expect(tape(without, location: false).verdict("MK-099")?.remarks == [])
    }

    @Test func `location without the opt-in is a remark`() {
        #expect(tape(without).verdict("MK-099")?.remarks.count == 1)
        #expect(!tape(without).failing().contains("MK-099"))
    }

    @Test func `without a string, or where the GDPR does not apply, nothing is seen`() {
        #expect(tape(nil).outcome("MK-099") == .notObserved)
        #expect(tape(without, applies: "0").outcome("MK-099") == .notObserved)
    }
}
