import ContractLearning
import ReferenceSDK
import SDKContracts
import StandInServer
import Testing
import Verification

@Suite struct DialectTests {
    private static let base = "https://ads.metrike.test"
    private static let plain = SDKDialect()

    private static func dialect(_ name: String) throws -> SDKDialect { try #require(SDKDialect.named(name)) }

    /// What a run in the dialect teaches.
    private static func learned(_ name: String) throws -> ContractConfiguration {
        try DialectTape("full-run", dialect(name)).learned().configuration
    }

    private static func failing(_ judgement: Judgement) -> [String] {
        judgement.rules.filter { $0.verdict.outcome == .fail }.map(\.rule.code)
    }

    @Test(arguments: SDKDialect.all.map(\.name))
    func `a full run teaches every open name of its dialect`(name: String) throws {
        let dialect = try Self.dialect(name)
        let proposal = try DialectTape("full-run", dialect).learned()
        let configuration = proposal.configuration
        let text = Comment(rawValue: proposal.explanation)
        #expect(configuration.baseURL == Self.base, text)
        #expect(configuration.servePath == dialect.servePath, text)
        #expect(configuration.vastPath == dialect.vastPath, text)
        #expect(configuration.vmapPath == dialect.vmapPath, text)
        #expect(configuration.clickPath == StandInVocabulary(dialect).clickPath, text)
        #expect(configuration.beaconPaths == [dialect.beaconPath], text)
        #expect(configuration.conversionPaths == [dialect.conversionPath], text)
        #expect(configuration.beaconMethod == (dialect.beaconForm == .query ? .get : .post), text)
        let names: [FieldKind: String] = [
            .zone: dialect.zone, .contentURL: dialect.contentURL, .event: dialect.event,
            .timeToViewable: dialect.timeToViewable, .latitude: dialect.latitude, .longitude: dialect.longitude,
            .accuracy: dialect.accuracy, .goal: dialect.goal, .valueCents: dialect.valueCents,
            .orderID: dialect.orderID,
        ]
        for (kind, name) in names { #expect(configuration.names[kind] == [name], text) }
        #expect(configuration.joinKeys == [dialect.answeredAdID], text)
        #expect(proposal.undecided.isEmpty, text)
    }

    @Test(arguments: SDKDialect.all.map(\.name))
    func `what is learned is a configuration file that reads back`(name: String) throws {
        let proposal = try DialectTape("full-run", Self.dialect(name)).learned()
        let reading = try ConfigurationReader().read(proposal.fragment)
        #expect(reading.configuration == proposal.configuration)
        #expect(reading.setKeys == proposal.keys)
        #expect(proposal.proposals.allSatisfy { !$0.evidence.isEmpty && !$0.reason.isEmpty })
    }

    /// The rules' outcomes in the plain dialect, story by story.
    private static let plainOutcomes: [String: [String]] = {
        var outcomes: [String: [String]] = [:]
        for scenario in Scenario.all.map(\.name) {
            let judged = try? DialectTape(scenario, plain).judged(ContractConfiguration(baseURL: base))
            outcomes[scenario] = judged.map(Self.outcomes)
        }
        return outcomes
    }()

    private static func outcomes(_ judgement: Judgement) -> [String] {
        judgement.rules.map { "\($0.rule.code) \($0.verdict.outcome)" }
    }

    @Test(arguments: SDKDialect.all.dropFirst().map(\.name))
    func `by the learned names every story is judged as in the plain dialect`(name: String) throws {
        let dialect = try Self.dialect(name)
        let configuration = try Self.learned(name)
        for scenario in Scenario.all.map(\.name) {
            let judged = try DialectTape(scenario, dialect).judged(configuration)
            #expect(Self.failing(judged) == [], "\(scenario): \(judged.findings.map(\.message))")
            #expect(Self.outcomes(judged) == Self.plainOutcomes[scenario], "\(scenario)")
        }
    }

    /// Faults that show under names the guide leaves open, or on paths that differ.
    private static let faults: [SDKFault] = [
        .secondFetchForLoneVAST, .clickWithoutAppVersion, .beaconAppVersionDiffers, .assetIdentity,
        .lateBeaconKeepsVisitorID, .locationWhileOff, .refusedBeaconVisitorID, .refusedClickVisitorID,
        .refusedZoneForgotten, .refusedBeaconLocation, .beaconWithoutChildFlag, .childLocation, .locationWithoutOptIn,
        .locationExact, .accuracyExact, .locationOnServe, .locationWithoutVisitorID, .consentLeftOut,
        .requestBeaconForVideo, .impressionTwice, .mechanismMissing, .conversionOtherClickID, .conversionTwice,
    ]

    /// The rules that find each fault in the plain dialect.
    private static let plainFindings: [SDKFault: [String]] = {
        var findings: [SDKFault: [String]] = [:]
        for fault in faults {
            let judged = try? DialectTape(fault.scenario, plain, faults: [fault])
                .judged(ContractConfiguration(baseURL: base))
            findings[fault] = judged.map(failing)
        }
        return findings
    }()

    @Test(arguments: SDKDialect.all.dropFirst().map(\.name))
    func `by the learned names each fault is found by the rules that find it in the plain dialect`(
        name: String
    ) throws {
        let dialect = try Self.dialect(name)
        let configuration = try Self.learned(name)
        for fault in Self.faults {
            let judged = try DialectTape(fault.scenario, dialect, faults: [fault]).judged(configuration)
            #expect(Self.failing(judged) == Self.plainFindings[fault], "\(fault.rawValue)")
        }
    }

    @Test(arguments: SDKDialect.all.dropFirst().map(\.name))
    func `without the names no rule passes a fault it cannot see, and none fails a clean run`(name: String) throws {
        let dialect = try Self.dialect(name)
        let configuration = ContractConfiguration(baseURL: Self.base)
        for scenario in Scenario.all.map(\.name) {
            let judged = try DialectTape(scenario, dialect).judged(configuration)
            #expect(Self.failing(judged) == [], "\(scenario): \(judged.findings.map(\.message))")
        }
        for fault in Self.faults {
            let found = try #require(Self.plainFindings[fault])
            let judged = try DialectTape(fault.scenario, dialect, faults: [fault]).judged(configuration)
            let passed = judged.rules.filter { found.contains($0.rule.code) && $0.verdict.outcome == .pass }
            #expect(passed.map(\.rule.code) == [], "\(fault.rawValue)")
            // A breach may be told by a sister rule, since less is known of the request.
            let families = judged.rules.filter { found.contains($0.rule.code) }.map(\.rule.family)
            let others = judged.rules.filter { $0.verdict.outcome == .fail && !families.contains($0.rule.family) }
            #expect(others.map(\.rule.code) == [], "\(fault.rawValue)")
        }
    }

    @Test func `without a base URL nothing is judged under paths nobody named`() throws {
        let judged = try DialectTape("full-run", .versioned).judged(ContractConfiguration())
        #expect(judged.rules.allSatisfy { $0.verdict.outcome == .needsConfig })
    }
}
