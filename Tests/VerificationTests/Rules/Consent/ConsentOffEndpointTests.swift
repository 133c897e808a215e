import SDKContracts
import TestTape
import Testing
import Verification

@Suite("MK-115")
struct ConsentOffEndpointTests {
    private let consent = "&gdpr=1&gdpr_consent=CPXxRfAPXxRfAAfKABENB-CgAAAAAAAAAAYgAAAAAAAA"

    private func tape(vast: String = "", pixel: String = "") -> TapeBuilder {
        var tape = TapeBuilder()
        tape.mark("cmp", "present")
        tape.mark("IABTCF_gdprApplies", "1")
        tape.mark("IABTCF_TCString", "CPXxRfAPXxRfAAfKABENB-CgAAAAAAAAAAYgAAAAAAAA")
        tape.get("\(TapeBuilder.base)/vast/abc?\(tape.query)\(vast)", xml: Markup.vast(["\(TapeBuilder.base)/px?a=1"]))
        tape.get("\(TapeBuilder.base)/px?a=1&\(tape.query)\(pixel)")
        return tape
    }

    private func endpoints(_ names: String...) -> ContractConfiguration {
        ContractConfiguration(["consent.endpoints": .texts(names)])
    }

    @Test func `no consent besides serve holds`() {
        #expect(tape().outcome("MK-115") == .pass)
        #expect(tape().verdict("MK-115")?.remarks == [])
        #expect(tape().failing() == [])
    }

    @Test func `consent on another endpoint is a remark`() {
        #expect(tape(vast: consent).outcome("MK-115") == .pass)
        #expect(tape(vast: consent).verdict("MK-115")?.remarks.count == 1)
    }

    @Test func `an endpoint that is named must have it`() {
        #expect(tape(vast: consent).verdict("MK-115", endpoints("serve", "vast"))?.remarks == [])
        #expect(tape(vast: consent).failing(endpoints("serve", "vast")) == [])
        #expect(tape().failing(endpoints("serve", "vast")) == ["MK-115"])
        #expect(tape(vast: "&gdpr=1").failing(endpoints("serve", "vast")) == ["MK-115"])
    }

    @Test(arguments: [
        (nil, RuleVerdict.Outcome.fail, Severity?.some(.p3)), ("fail", .fail, .p1), ("info", .pass, nil),
        ("ignore", .pass, nil),
    ])
    func `consent on a pixel counts what the key says`(
        weight: String?, outcome: RuleVerdict.Outcome, severity: Severity?
    ) {
        let configuration = ContractConfiguration(weight.map { ["pixels.consent": .text($0)] } ?? [:])
        let verdict = tape(pixel: consent).verdict("MK-115", configuration)
        #expect(verdict?.outcome == outcome)
        #expect(verdict?.findings.first?.severity == severity)
        #expect(verdict?.remarks.count == (weight == "info" ? 1 : 0))
    }

    @Test func `requests of serve alone show nothing`() {
        var tape = TapeBuilder()
        tape.serve(with: consent)
        #expect(tape.outcome("MK-115") == .notObserved)
    }
}
