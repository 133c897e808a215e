import SDKContracts
import TestTape
import Testing
import Verification

@Suite("MK-140")
struct PixelMechanismMissingTests {
    private func tape(_ extra: String) -> TapeBuilder {
        var tape = TapeBuilder()
        tape.vast(answer: Markup.vast(["\(TapeBuilder.base)/px?a=1", "https://other.example/px"]))
        tape.get("\(TapeBuilder.base)/px?a=1&\(tape.query)\(extra)")
        tape.get("https://other.example/px")
        return tape
    }

    private func configuration(_ weight: String) -> ContractConfiguration {
        ContractConfiguration(["pixels.in_app_mechanism": .text(weight)])
    }

    @Test func `sdk holds`() {
        #expect(tape("&in_app_mechanism=sdk").outcome("MK-140", configuration("fail")) == .pass)
        #expect(tape("&in_app_mechanism=sdk").verdict("MK-140")?.remarks == [])
        #expect(tape("&in_app_mechanism=sdk").failing(configuration("fail")) == [])
    }

    @Test(arguments: ["", "&in_app_mechanism=webview-ua"])
    func `anything else is a remark, or what the key says`(extra: String) {
        #expect(tape(extra).verdict("MK-140")?.remarks.count == 1)
        #expect(tape(extra).failing() == [])
        #expect(tape(extra).failing(configuration("fail")) == ["MK-140"])
        #expect(tape(extra).judged(configuration("warn")).findings.map(\.severity) == [.p3])
        #expect(tape(extra).outcome("MK-140", configuration("ignore")) == .notApplicable)
    }

    @Test func `no pixel shows nothing`() {
        var tape = TapeBuilder()
        tape.serve()
        #expect(tape.outcome("MK-140") == .notObserved)
    }
}
