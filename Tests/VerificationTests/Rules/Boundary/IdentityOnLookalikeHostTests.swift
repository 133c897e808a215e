import SDKContracts
import TestTape
import Testing
import Verification

@Suite("MK-040")
struct IdentityOnLookalikeHostTests {
    private func tape(_ host: String, with query: String) -> TapeBuilder {
        var tape = TapeBuilder()
        tape.vast(answer: Markup.vast(["https://\(host)/i"]))
        tape.get("https://\(host)/i\(query)")
        return tape
    }

    private static let hosts = [
        "evil-ads.metrike.example", "ads.metrike.example.evil", "x.ads.metrike.example", "metrike.example",
    ]

    @Test(arguments: hosts)
    func `a host that resembles the base host without identity holds`(host: String) {
        #expect(tape(host, with: "").outcome("MK-040") == .pass)
        #expect(tape(host, with: "").failing() == [])
    }

    @Test(arguments: hosts)
    func `identity to a host that resembles the base host breaks`(host: String) {
        #expect(tape(host, with: "?app_bundle=br.com.news").failing() == ["MK-040"])
    }

    @Test func `another port breaks where ports are to match`() {
        var configuration = ContractConfiguration(baseURL: TapeBuilder.base)
        configuration.matchesPort = true
        var tape = TapeBuilder()
        tape.serve()
        tape.get("https://ads.metrike.example:8443/i?\(tape.query)")
        #expect(tape.failing(configuration) == ["MK-040"])
        #expect(tape.failing() == [])
    }

    @Test func `without such a host nothing is seen`() {
        var tape = TapeBuilder()
        tape.serve()
        tape.get("https://px.example/i")
        #expect(tape.outcome("MK-040") == .notObserved)
    }
}
