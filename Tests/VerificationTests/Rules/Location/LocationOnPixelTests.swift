import SDKContracts
import TestTape
import Testing
import Verification

@Suite("MK-098")
struct LocationOnPixelTests {
    private func tape(_ extra: String, collects: Bool = true) -> TapeBuilder {
        var tape = TapeBuilder()
        if collects { tape.mark("collect_location", "1") }
        tape.vast(answer: Markup.vast(["\(TapeBuilder.base)/px?a=1"]))
        tape.get("\(TapeBuilder.base)/px?a=1&\(tape.query)\(extra)")
        return tape
    }

    private let place = "&lat=-23.55&lon=-46.63&acc=1000"

    @Test func `a pixel without location holds`() {
        #expect(tape("").outcome("MK-098") == .pass)
        #expect(tape("").failing() == [])
    }

    @Test(arguments: [
        (nil, RuleVerdict.Outcome.fail, Severity?.some(.p3)), ("warn", .fail, .p3), ("fail", .fail, .p0),
        ("info", .pass, nil),
        ("ignore", .notApplicable, nil),
    ])
    func `a pixel with location counts what the key says`(
        weight: String?, outcome: RuleVerdict.Outcome, severity: Severity?
    ) {
        let configuration = ContractConfiguration(weight.map { ["location.allow_pixels": .text($0)] } ?? [:])
        #expect(tape(place).verdict("MK-098", configuration)?.outcome == outcome)
        #expect(tape(place).judged(configuration).findings.map(\.severity) == (severity.map { [$0] } ?? []))
    }

    @Test func `without a sign of location nothing shows`() {
        #expect(tape("", collects: false).outcome("MK-098") == .notObserved)
    }
}
