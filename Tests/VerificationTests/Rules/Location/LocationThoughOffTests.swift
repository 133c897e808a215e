import TestTape
import Testing
import Verification

@Suite("MK-090")
struct LocationThoughOffTests {
    private func tape(mark: String?, with extra: String) -> TapeBuilder {
        var tape = TapeBuilder()
        if let mark { tape.mark("collect_location", mark) }
        tape.beacon(with: extra)
        return tape
    }

    @Test(arguments: ["0", nil])
    func `no location holds`(mark: String?) {
        #expect(tape(mark: mark, with: "").outcome("MK-090") == .pass)
        #expect(tape(mark: mark, with: "").failing() == [])
    }

    @Test func `location that was not asked for breaks`() {
        #expect(tape(mark: "0", with: #","lat":-23.55,"lon":-46.63,"accuracy":1000"#).failing() == ["MK-090"])
    }

    @Test func `location without a mark asks for one`() {
        #expect(tape(mark: nil, with: #","lat":-23.55,"lon":-46.63,"accuracy":1000"#).outcome("MK-090") == .needsConfig)
    }

    @Test func `location that was asked for is not this rule's`() {
        #expect(
            tape(mark: "1", with: #","lat":-23.55,"lon":-46.63,"accuracy":1000"#).outcome("MK-090") == .notApplicable)
    }
}
