import CassetteFormat
import SDKContracts
import TestTape
import Testing

@testable import Verification

@Suite struct ZoneRefusalsTests {
    /// Zone 1 and zone 2 refuse, then zone 2 is asked again.
    private func refusal(of zone: String, zoneCount: Int) throws -> Int? {
        var tape = TapeBuilder()
        for zone in [1, 2, 2] { tape.serve(zone: zone, answer: #"{"tracking":false}"#) }
        let hosts = try #require(FirstPartyHosts(baseURL: TapeBuilder.base, source: .configuration))
        let contract = MetrikeContract(configuration: ContractConfiguration(), hosts: hosts)
        var pass = Pass(contract: contract, hosts: hosts, rules: [], limits: VerifierLimits())
        var refusals = ZoneRefusals(zoneCount: zoneCount)
        var last: Sighting?
        for case .exchange(let exchange) in tape.items {
            guard let sighting = contract.sighting(of: exchange, state: DeclaredState()) else { continue }
            if exchange.number == 3 {
                last = sighting
            } else {
                _ = pass.see(sighting)
                refusals.see(sighting, pass.evidence)
            }
        }
        return refusals.refusal(of: Array(zone.utf8), for: try #require(last), .untilAnswer)
    }

    @Test func `zones are remembered up to the limit and not beyond it`() throws {
        #expect(try refusal(of: "1", zoneCount: 2) == 1)
        #expect(try refusal(of: "2", zoneCount: 2) == 2)
        #expect(try refusal(of: "1", zoneCount: 1) == 1)
        #expect(try refusal(of: "2", zoneCount: 1) == nil)
    }
}
