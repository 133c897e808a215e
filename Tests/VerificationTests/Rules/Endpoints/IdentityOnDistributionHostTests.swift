import SDKContracts
import TestTape
import Testing
import Verification

@Suite("MK-011")
struct IdentityOnDistributionHostTests {
    private func tape(_ host: String, with query: String) -> TapeBuilder {
        var tape = TapeBuilder()
        tape.serve()
        tape.get("https://\(host)/sdk/ios/latest?\(query)")
        return tape
    }

    @Test func `a request without identity holds`() {
        let tape = tape("cdx.metrike.com.br", with: "v=1")
        #expect(tape.outcome("MK-011") == .pass)
        #expect(tape.failing() == [])
    }

    @Test func `identity breaks it, and no sister rule`() {
        #expect(tape("CDX.metrike.com.br", with: "visitor_id=\(TapeBuilder.visitor)").failing() == ["MK-011"])
    }

    @Test func `another host is another rule's, and a configured one is this`() {
        let tape = tape("cdx.other.example", with: "visitor_id=\(TapeBuilder.visitor)")
        #expect(tape.failing() == ["MK-042"])
        var configuration = ContractConfiguration()
        configuration.distributionHosts = ["cdx.other.example"]
        #expect(tape.failing(configuration) == ["MK-011"])
    }

    @Test func `in the ad server's domain it is this and not a look-alike`() {
        var configuration = ContractConfiguration()
        configuration.distributionHosts = ["cdx.ads.metrike.example"]
        let tape = tape("cdx.ads.metrike.example", with: "visitor_id=\(TapeBuilder.visitor)")
        #expect(tape.failing() == ["MK-040"])
        #expect(tape.failing(configuration) == ["MK-011"])
    }

    @Test func `as a first-party host it is none`() {
        var configuration = ContractConfiguration()
        configuration.extraHosts = ["cdx.metrike.com.br"]
        let tape = tape("cdx.metrike.com.br", with: TapeBuilder().query)
        #expect(tape.outcome("MK-011", configuration) == .notObserved)
        #expect(tape.failing(configuration) == [])
    }
}
