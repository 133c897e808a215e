import SDKContracts
import TestTape
import Testing
import Verification

@Suite("MK-035")
struct ForbiddenParameterSentTests {
    private let configuration = ContractConfiguration(["policy.extra_forbidden_params": .texts(["carrier", "ssid"])])

    private func tape(_ extra: String) -> TapeBuilder {
        var tape = TapeBuilder()
        tape.serve(with: extra)
        return tape
    }

    @Test func `no such name holds`() {
        #expect(tape("&carriers=2").outcome("MK-035", configuration) == .pass)
        #expect(tape("&carriers=2").failing(configuration) == [])
    }

    @Test(arguments: ["&carrier=Vivo", "&Carrier=Vivo", "&ssid"])
    func `a forbidden name in a query breaks`(extra: String) {
        #expect(tape(extra).failing(configuration) == ["MK-035"])
        #expect(tape(extra).outcome("MK-035") == .notApplicable)
    }

    @Test func `a forbidden name in a body breaks`() {
        var tape = tape("")
        tape.beacon("request", with: #","device":{"carrier":"Vivo"}"#)
        #expect(tape.failing(configuration) == ["MK-035"])
    }

    @Test func `a third party's name is its own`() {
        var tape = tape("")
        tape.get("https://cdn.example/a?carrier=Vivo")
        #expect(tape.failing(configuration) == [])
    }

    @Test func `no request of the ad server shows nothing`() {
        var tape = TapeBuilder()
        tape.get("https://cdn.example/a?carrier=Vivo")
        #expect(tape.outcome("MK-035", configuration) == .notObserved)
    }
}
