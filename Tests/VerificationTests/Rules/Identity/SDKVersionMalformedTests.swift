import TestTape
import Testing
import Verification

@Suite("MK-023")
struct SDKVersionMalformedTests {
    private func tape(_ version: String) -> TapeBuilder {
        var tape = TapeBuilder()
        tape.app[3].1 = version
        tape.serve()
        return tape
    }

    @Test(arguments: ["metrike-ios/0.1.1", "metrike-ios/12.0.40", "metrike-ios/1.0.0-beta.2"])
    func `name and three numbers hold`(version: String) {
        #expect(tape(version).outcome("MK-023") == .pass)
        #expect(tape(version).failing() == [])
    }

    @Test(arguments: ["0.1.1", "metrike-ios/1.0", "metrike-ios/1.x.0", "metrike-android/1.0.0", "metrike-ios/1..0"])
    func `another form breaks`(version: String) {
        #expect(tape(version).failing() == ["MK-023"])
    }
}
