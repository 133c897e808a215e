import TestTape
import Testing
import Verification

@Suite("MK-110")
struct ConsentMissingTests {
    private func tape(_ extra: String, keys: Bool = true) -> TapeBuilder {
        var tape = TapeBuilder()
        tape.mark("cmp", "present")
        if keys {
            tape.mark("IABTCF_gdprApplies", "1")
            tape.mark("IABTCF_TCString", "CPXxRfAPXxRfAAfKABENB-CgAAAAAAAAAAYgAAAAAAAA")
        }
        tape.serve(with: extra)
        return tape
    }

    @Test func `both signals hold`() {
        #expect(tape("&gdpr=1&gdpr_consent=CPXxRfAPXxRfAAfKABENB-CgAAAAAAAAAAYgAAAAAAAA").outcome("MK-110") == .pass)
        #expect(tape("&gdpr=1&gdpr_consent=CPXxRfAPXxRfAAfKABENB-CgAAAAAAAAAAYgAAAAAAAA").failing() == [])
    }

    @Test(arguments: ["", "&gdpr=1", "&gdpr_consent=CPXxRfAPXxRfAAfKABENB-CgAAAAAAAAAAYgAAAAAAAA"])
    func `a missing signal breaks`(extra: String) {
        #expect(tape(extra).failing().filter { $0 != "MK-117" } == ["MK-110"])
    }

    @Test func `unknown keys and unknown platforms are asked for`() {
        #expect(tape("", keys: false).outcome("MK-110") == .needsConfig)
        var tape = TapeBuilder()
        tape.serve()
        #expect(tape.outcome("MK-110") == .needsConfig)
    }
}
