import SDKContracts
import TestTape
import Testing
import Verification

@Suite("MK-013")
struct ZoneNotForTestsTests {
    private var tests: ContractConfiguration {
        var configuration = ContractConfiguration()
        configuration.testZones = ["13778", "13779"]
        return configuration
    }

    private func tape(_ zones: Int...) -> TapeBuilder {
        var tape = TapeBuilder()
        for zone in zones { tape.serve(zone: zone) }
        return tape
    }

    @Test func `test zones hold`() {
        #expect(tape(13778, 13779).outcome("MK-013", tests) == .pass)
    }

    @Test func `another zone breaks, once`() {
        let tape = tape(13778, 1377, 1377)
        #expect(tape.failing(tests) == ["MK-013"])
        #expect(tape.verdict("MK-013", tests)?.findings.count == 1)
    }

    @Test func `zones beyond the limit are counted`() {
        var tape = TapeBuilder()
        for zone in 1...65 { tape.serve(zone: zone) }
        #expect(tape.verdict("MK-013", tests)?.findings.count == 64)
        #expect(tape.verdict("MK-013", tests)?.remarks == ["1 requests of further zones"])
    }

    @Test func `without a list nothing is judged`() {
        #expect(tape(1377).outcome("MK-013") == .notApplicable)
        #expect(TapeBuilder().outcome("MK-013", tests) == .notObserved)
    }
}
