import SDKContracts
import TestTape
import Testing
import Verification

@Suite("MK-002")
struct DisplayZoneAskedElsewhereTests {
    @Test func `a zone asked at serve holds, beside another token`() {
        var tape = TapeBuilder()
        tape.serve(zone: 12)
        tape.vast("abc12", answer: Markup.vast([]))
        #expect(tape.outcome("MK-002") == .pass)
        #expect(tape.failing() == [])
    }

    @Test func `the same zone as a token breaks, before or after`() {
        var after = TapeBuilder()
        after.serve(zone: 12)
        after.vast("12", answer: Markup.vast([]))
        #expect(after.failing() == ["MK-002"])
        var before = TapeBuilder()
        before.vmap("12", answer: Markup.vmap([]))
        before.serve(zone: 12)
        before.serve(zone: 12)
        #expect(before.failing() == ["MK-002"])
        #expect(before.verdict("MK-002")?.findings.map(\.exchange) == [2])
    }

    @Test func `a zone that the configuration calls a banner breaks as a parameter`() {
        var tape = TapeBuilder()
        tape.serve(zone: 12)
        tape.get("\(TapeBuilder.base)/vast/abc?zone_id=7&\(tape.query)", xml: Markup.vast([]))
        #expect(tape.failing() == [])
        var configuration = ContractConfiguration()
        configuration.zoneFormats = ["7": .banner]
        #expect(tape.failing(configuration) == ["MK-002"])
        configuration.zoneFormats = ["7": .outstream]
        #expect(tape.failing(configuration) == [])
    }

    @Test func `without serve nothing is shown`() {
        var tape = TapeBuilder()
        tape.vast(answer: Markup.vast([]))
        #expect(tape.outcome("MK-002") == .notObserved)
    }
}
