import CassetteFormat
import ConsentStrings
import ReferenceSDK
import SDKContracts
import StandInServer
import TestTape
import Testing
import Verification

/// Every fault fails the rule it is named after, and no other but those related to it; without faults nothing fails.
///
/// The engine, the stand-in and the verifier in one process: what is judged is what a recorder between them would see.
@Suite struct FaultMatrixTests {
    private static func failures(
        _ name: String, _ faults: Set<SDKFault> = [], server: Set<StandInFault> = [], isConfigured: Bool = true,
        judgedAs other: SDKFault? = nil
    ) throws -> [String: Int] {
        let scenario = try #require(Scenario.named(name))
        let clock = VirtualClock()
        let trouble = scenario.serverTrouble.flatMap(StandInFault.init(rawValue:)).map { [$0] } ?? []
        let transport = TapingTransport(StandIn(faults: server.union(trouble)), clock: clock)
        var settings = ReferenceSDKSettings()
        settings.faults = faults
        _ = ReferenceSDKRun.run(scenario, settings: settings, transport: transport, clock: clock, mark: transport.mark)
        let own = (other.map { [$0] } ?? faults).compactMap(\.configuration).first ?? scenario.configuration
        let set = isConfigured ? own : nil
        var reading = try ConfigurationReader().read(Array((set ?? "{}").utf8), over: configuration())
        if reading.configuration.vendorListPath != nil {
            reading.configuration.vendorList = try GlobalVendorList(Array(StandIn.vendorList.utf8))
        }
        var verifier = Verifier(configuration: reading.configuration)
        for item in transport.items { verifier.see(item) }
        return verifier.finish().findings.reduce(into: [:]) { $0[$1.code, default: 0] += 1 }
    }

    /// As a deployment that knows the stand-in would have it; the tape names the base URL.
    private static func configuration() throws -> ConfigurationReader.Reading {
        try ConfigurationReader().read(Array(StandIn.configuration.utf8))
    }

    /// Each part of the story on a tape of its own, all judged as one.
    private static func failuresOnTapes(
        _ scenario: Scenario, _ faults: Set<SDKFault> = []
    ) throws -> [String: Int] {
        var settings = ReferenceSDKSettings()
        settings.faults = faults
        let memory = DeviceMemory()
        let set = faults.compactMap(\.configuration).first ?? "{}"
        let configuration = try ConfigurationReader().read(Array(set.utf8), over: configuration()).configuration
        var standIn = StandIn()
        var join = TapeJoin(configuration: configuration)
        var verifier = Verifier(configuration: configuration)
        for (place, part) in scenario.parts.enumerated() {
            let clock = VirtualClock()
            let transport = TapingTransport(standIn, clock: clock)
            _ = ReferenceSDKRun.run(
                part, settings: settings, transport: transport, clock: clock, memory: memory, mark: transport.mark)
            standIn = transport.standIn
            var header: TapeHeader?
            if case .header(let own)? = transport.items.first { header = own }
            header?.wallSeconds = Int64(place) * 3_600
            join.begin("\(place)", header) { verifier.take($0) }
            for item in transport.items { join.see(item) { verifier.take($0) } }
        }
        join.finish { verifier.take($0) }
        #expect(join.tapes.allSatisfy { !$0.overlaps && !$0.apps.isEmpty })
        return verifier.finish().findings.reduce(into: [:]) { $0[$1.code, default: 0] += 1 }
    }

    private static let stories = Scenario.all.filter { $0.parts.count > 1 }
    private static let storyFaults = sdkFaults.filter { fault in stories.contains { $0.name == fault.scenario } }

    @Test(arguments: stories.map(\.name))
    func `a story on several tapes fails no rule`(scenario: String) throws {
        #expect(try Self.failuresOnTapes(#require(Scenario.named(scenario))).isEmpty)
    }

    @Test(arguments: storyFaults)
    func `an engine's fault is found across tapes`(fault: SDKFault) throws {
        try Self.hold(fault.code, Self.failuresOnTapes(#require(Scenario.named(fault.scenario)), [fault]))
    }

    private static let sdkFaults = SDKFault.allCases.filter { AllRules.rule($0.code) != nil }
    private static let serverFaults = StandInFault.allCases.filter { $0.code.flatMap(AllRules.rule) != nil }

    private static func hold(_ code: String, _ failures: [String: Int]) throws {
        let rule = try #require(AllRules.rule(code)).description
        #expect(failures[code] != nil, "\(code) is not found: \(failures)")
        let unrelated = failures.keys.filter { $0 != code && !rule.related.contains($0) }
        #expect(unrelated.isEmpty, "\(unrelated) are found besides")
    }

    @Test(arguments: Scenario.all.map(\.name))
    func `a story without faults fails no rule`(scenario: String) throws {
        #expect(try Self.failures(scenario).isEmpty)
    }

    @Test(arguments: sdkFaults)
    func `an engine's fault is found by its rule`(fault: SDKFault) throws {
        try Self.hold(fault.code, Self.failures(fault.scenario, [fault]))
    }

    /// Where the guide is silent the default reading finds nothing, and the configuration finds nothing in a clean run.
    @Test(arguments: sdkFaults.filter { $0.configuration != nil })
    func `a configured fault passes by default, and its story passes as configured`(fault: SDKFault) throws {
        #expect(try Self.failures(fault.scenario, [fault], isConfigured: false).isEmpty)
        #expect(try Self.failures(fault.scenario, judgedAs: fault).isEmpty)
    }

    @Test(arguments: serverFaults)
    func `a server's fault is found by its rule`(fault: StandInFault) throws {
        try Self.hold(#require(fault.code), Self.failures(fault.scenario, server: [fault]))
    }

    /// Troubles of the market are nobody's breach of the guide.
    @Test(arguments: StandInFault.allCases.filter { $0.code == nil })
    func `a broken market fails no rule`(fault: StandInFault) throws {
        #expect(try Self.failures(fault.scenario, server: [fault]).isEmpty)
    }
}
