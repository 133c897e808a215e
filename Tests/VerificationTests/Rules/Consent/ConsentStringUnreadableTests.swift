import TestTape
import Testing
import Verification

@Suite("MK-118")
struct ConsentStringUnreadableTests {
    private static let string = "CPXxRfAPXxRfAAfKABENB-CgAAAAAAAAAAYgAAAAAAAA"

    private func tape(_ string: String, stored: String? = nil) -> TapeBuilder {
        var tape = TapeBuilder()
        if let stored { tape.mark("IABTCF_TCString", stored) }
        tape.serve(with: "&gdpr=1&gdpr_consent=\(string)")
        return tape
    }

    @Test func `a string that can be read holds, and its policy is a remark`() {
        let tape = tape(Self.string)
        #expect(tape.failing() == [])
        #expect(tape.outcome("MK-118") == .pass)
        #expect(tape.verdict("MK-118")?.remarks.contains { $0.contains("TC_POLICY_OLD") } == true)
    }

    @Test(arguments: ["CPXxRfAPXx", "C", String(string.dropLast(8)), string + "%2B", string + "="])
    func `one that cannot be read breaks`(string: String) {
        #expect(tape(string).failing() == ["MK-118"])
    }

    @Test func `what the platform stored so breaks, what was altered on the way is another rule's`() {
        #expect(tape("CPXxRfAPXx", stored: "CPXxRfAPXx").failing() == ["MK-118"])
        #expect(tape("CPXxRfAPXx", stored: Self.string).failing() == ["MK-113"])
    }

    @Test func `no string, and one that is no TC string of version 2, show nothing`() {
        #expect(tape("").outcome("MK-118") == .notObserved)
        #expect(tape("BOold").outcome("MK-118") == .notObserved)
    }
}
