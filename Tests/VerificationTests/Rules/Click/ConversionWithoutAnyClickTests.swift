import SDKContracts
import TestTape
import Testing
import Verification

@Suite("MK-180")
struct ConversionWithoutAnyClickTests {
    private func tape(_ extra: String = "", _ prepare: (inout TapeBuilder) -> Void = { _ in }) -> TapeBuilder {
        var tape = TapeBuilder()
        prepare(&tape)
        tape.conversion(with: extra)
        return tape
    }

    @Test func `a conversion with an ID holds`() {
        #expect(tape(#","mk_cid":"c1a2b3c4""#).outcome("MK-180") == .pass)
        #expect(tape(#","mk_cid":"c1a2b3c4""#).failing() == [])
    }

    @Test(arguments: [
        (nil, RuleVerdict.Outcome.fail), ("warn", .fail), ("fail", .fail), ("info", .pass), ("ignore", .notApplicable),
    ])
    func `a conversion out of nowhere counts what the key says`(weight: String?, outcome: RuleVerdict.Outcome) {
        let configuration = ContractConfiguration(weight.map { ["conversion.without_mk_cid": .text($0)] } ?? [:])
        #expect(tape().verdict("MK-180", configuration)?.outcome == outcome)
        #expect(tape().failing(configuration) == (outcome == .fail ? ["MK-180"] : []))
        if outcome == .fail { #expect(tape().judged(configuration).findings.map(\.severity) == [.p2]) }
    }

    @Test func `after a click or a link other rules speak`() {
        let clicked = tape { tape in
            tape.click(to: "https://shop.example/?mk_cid=c1a2b3c4")
            tape.get("https://shop.example/?mk_cid=c1a2b3c4")
        }
        #expect(clicked.failing() == ["MK-176"])
        #expect(tape { $0.mark("deep_link", "shop://item?mk_cid=c1a2b3c4") }.failing() == ["MK-176"])
    }

    @Test func `no conversion shows nothing`() {
        var tape = TapeBuilder()
        tape.serve()
        #expect(tape.outcome("MK-180") == .notObserved)
    }
}
