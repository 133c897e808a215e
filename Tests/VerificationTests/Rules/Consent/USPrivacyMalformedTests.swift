import TestTape
import Testing
import Verification

@Suite("MK-198")
struct USPrivacyMalformedTests {
    private func tape(_ value: String) -> TapeBuilder {
        var tape = TapeBuilder()
        tape.get("https://px.example/i?us_privacy=\(value)")
        return tape
    }

    @Test(arguments: ["1---", "1YNN", "1yny"])
    func `four characters hold`(value: String) {
        #expect(tape(value).outcome("MK-198") == .pass)
        #expect(tape(value).failing() == [])
    }

    @Test(arguments: ["1YN", "1YNNN", "2YNN", "YYNN", "1Y%20N"])
    func `another form breaks`(value: String) {
        #expect(tape(value).failing() == ["MK-198"])
    }

    @Test func `an opt-out is a remark`() {
        #expect(tape("1YYN").verdict("MK-198")?.remarks.count == 1)
    }

    @Test(arguments: ["", "%24%7BUS_PRIVACY%7D"])
    func `nothing, and a macro, are not judged`(value: String) {
        #expect(tape(value).outcome("MK-198") == .notObserved)
    }
}
