import CassetteFormat
@testable import DifferentialReplay
import ReferenceSDK
import SDKContracts
import StandInServer
import TestTape
import Testing
import Verification

/// A transform that nobody listed: past the search and every rule, and found by the runs.
@Suite struct BlindSpotTests {
    private static func items(_ seed: UInt64, _ faults: Set<SDKFault>) throws -> [TapeItem] {
        let scenario = try #require(Scenario.named(SDKFault.keyedVisitorID.scenario))
        let clock = VirtualClock()
        let transport = TapingTransport(StandIn(), clock: clock)
        var settings = ReferenceSDKSettings()
        settings.faults = faults
        settings.identitySeed = seed
        _ = ReferenceSDKRun.run(scenario, settings: settings, transport: transport, clock: clock, mark: transport.mark)
        return transport.items
    }

    private static func configuration() throws -> ContractConfiguration {
        try ConfigurationReader().read(Array(StandIn.configuration.utf8)).configuration
    }

    private func covariation(_ faults: Set<SDKFault>) throws -> Covariation {
        let configuration = try Self.configuration()
        var verifier = Verifier(configuration: configuration)
        for item in try Self.items(1, faults) { verifier.see(item) }
        let hosts = try #require(verifier.finish().hosts)
        let runs = try [UInt64(1), 1, 2, 2].map { seed in
            var run = ReplayedRun(MetrikeContract(configuration: configuration, hosts: hosts))
            for case .exchange(let exchange) in try Self.items(seed, faults) { run.see(exchange) }
            return run
        }
        return Covariation(a: (runs[0], runs[1]), b: (runs[2], runs[3]))
    }

    @Test func `a keyed mixing is seen by no rule and by no search, and follows the identity`() throws {
        let items = try Self.items(1, [.keyedVisitorID])
        let configuration = try Self.configuration()
        var verifier = Verifier(configuration: configuration)
        for item in items { verifier.see(item) }
        #expect(verifier.finish().findings.isEmpty)
        let leaks = LeakAudit.search(configuration: configuration) { _, take in for item in items { take(item) } }
        #expect(leaks.findings.isEmpty)
        #expect(leaks.thirdPartyCount > 0)

        let covariation = try covariation([.keyedVisitorID])
        #expect(covariation.answer == .follows)
        #expect(!covariation.findings.isEmpty)
        for finding in covariation.findings {
            guard case .value(let place, let a?, let b?) = finding.kind else {
                Issue.record("\(finding)")
                continue
            }
            #expect(place == SentRequest.Place(surface: .query, name: "k", ordinal: 1))
            #expect(a.count == 32 && b.count == 32)
            #expect(finding.explanation == nil)
        }
        #expect(covariation.alignedCount == covariation.thirdPartyCount)
    }

    @Test func `without the fault nothing follows the identity`() throws {
        let covariation = try covariation([])
        #expect(covariation.answer == .nothingFollows)
        #expect(covariation.variations.isEmpty)
        #expect(covariation.followed.contains { $0.place.name == "visitor_id" })
    }

    @Test func `an encoding that the search knows is named`() throws {
        let covariation = try covariation([.encodedValueToThirdParty])
        #expect(covariation.findings.first?.explanation?.value == "visitor_id")
    }
}
