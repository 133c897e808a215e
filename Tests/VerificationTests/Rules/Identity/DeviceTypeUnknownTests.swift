import TestTape
import Testing
import Verification

@Suite("MK-024")
struct DeviceTypeUnknownTests {
    private func tape(_ type: String) -> TapeBuilder {
        var tape = TapeBuilder()
        tape.serve(with: "&device_type=\(type)")
        return tape
    }

    @Test(arguments: ["phone", "tablet"])
    func `phone and tablet hold`(type: String) {
        #expect(tape(type).outcome("MK-024") == .pass)
        #expect(tape(type).failing() == [])
    }

    @Test(arguments: ["mobile", "Phone", ""])
    func `another word breaks`(type: String) {
        #expect(tape(type).failing() == ["MK-024"])
    }
}
