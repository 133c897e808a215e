import CassetteFormat
import ContractLearning
import ReferenceSDK
import SDKContracts
import StandInServer
import TestTape
import Testing

@Suite struct ContractLearnerTests {
    private func proposal(_ tape: TapeBuilder, _ limits: LearningLimits = LearningLimits()) -> ContractProposal {
        var learner = ContractLearner(limits: limits)
        for item in tape.items { learner.see(item) }
        return learner.propose()
    }

    private func value(_ key: String, in proposal: ContractProposal) -> ConfigurationValue? {
        proposal.proposals.first { $0.key == key }?.value
    }

    @Test func `an empty tape teaches nothing and says why`() {
        let learned = proposal(TapeBuilder(baseURL: nil))
        #expect(learned.proposals.isEmpty)
        #expect(learned.undecided.count == 1 && learned.undecided[0].hasPrefix("the base URL:"))
        #expect(learned.configuration == ContractConfiguration())
        #expect(learned.fragment == Array("{}\n".utf8))
    }

    @Test func `two hosts that are told the SDK's version equally often are both left out`() {
        var tape = TapeBuilder(baseURL: nil)
        tape.get("https://a.example/x?\(tape.query)")
        tape.get("https://b.example/x?\(tape.query)")
        let learned = proposal(tape)
        #expect(learned.proposals.isEmpty)
        #expect(learned.undecided[0].contains("a.example (1), b.example (1)"))
        // A leak or two do not hide who is asked most.
        for _ in 0..<3 { tape.get("https://a.example/x?\(tape.query)") }
        #expect(value("first_party.base_url", in: proposal(tape)) == .text("https://a.example"))
    }

    @Test func `two parameters that look equally like a zone are both left out`() {
        var tape = TapeBuilder()
        let answer = #"{"a":"7","b":"8","click_url":"\#(TapeBuilder.base)/click?x=1"}"#
        tape.get("\(TapeBuilder.base)/serve?zone1=7&zone2=8&\(tape.query)", json: answer)
        let learned = proposal(tape)
        #expect(value("params.zone", in: learned) == nil)
        #expect(learned.undecided.contains("params.zone: zone1 and zone2 look equally like a zone"))
    }

    @Test func `a zone goes by another name in beacons`() {
        var tape = TapeBuilder()
        let answer = #"{"id":7001,"click_url":"\#(TapeBuilder.base)/click?x=1"}"#
        tape.get("\(TapeBuilder.base)/serve?slot=7001&\(tape.query)", json: answer)
        tape.get("\(TapeBuilder.base)/t?ev=impression&where=7001&\(tape.query)")
        tape.get("\(TapeBuilder.base)/t?ev=viewable&where=7001&ms=1000&\(tape.query)")
        let learned = proposal(tape)
        #expect(value("params.zone", in: learned) == .texts(["slot", "where"]))
        #expect(value("beacon.event_field", in: learned) == .texts(["ev"]))
        #expect(value("beacon.ttv_field", in: learned) == .texts(["ms"]))
    }

    @Test func `pixels that VAST told are no beacons, whatever they carry`() {
        var tape = TapeBuilder()
        let pixel = "\(TapeBuilder.base)/px?e=impression"
        tape.vast(answer: Markup.vast([pixel]))
        tape.get("\(pixel)&\(tape.query)")
        let learned = proposal(tape)
        #expect(value("beacon.event_field", in: learned) == nil)
        #expect(value("paths.vast", in: learned) == .text("/vast/"))
    }

    @Test(arguments: [
        ("gy=-23.56&gx=-46.66", "gx", "gy"),
        ("gx=-46.66&gy=-123.5", "gx", "gy"),
    ])
    func `coordinates without telling names are told apart by their range, or not at all`(
        pair: String, _ x: String, _ y: String
    ) {
        var tape = TapeBuilder()
        tape.get("\(TapeBuilder.base)/t?ev=impression&\(pair)&\(tape.query)")
        let learned = proposal(tape)
        if pair.contains("-123.5") {
            #expect(value("params.lat", in: learned) == .texts([x]) && value("params.lon", in: learned) == .texts([y]))
            #expect(learned.proposals.first { $0.key == "params.lat" }?.confidence == .guess)
        } else {
            #expect(value("params.lat", in: learned) == nil)
            #expect(learned.undecided.contains("params.lat and params.lon: gx, gy look equally like coordinates"))
        }
    }

    @Test(arguments: ["lat=-23&lon=-46", "lat=-23.5&lon=-246.5", "lat=-23.5", "lat=1e1&lon=2.5", "lat=&lon=2.5"])
    func `what is no pair of fractions in range is no location, whatever its name`(pair: String) {
        var tape = TapeBuilder()
        tape.get("\(TapeBuilder.base)/t?ev=impression&\(pair)&\(tape.query)")
        #expect(value("params.lat", in: proposal(tape)) == nil)
    }

    @Test(arguments: [
        SDKFault.thirdPartyPixelIdentity, .locationExact, .accuracyExact, .locationOnServe, .mechanismMissing,
        .impressionTwice, .conversionTwice, .conversionValueIsFraction, .clickIDToThirdParty, .appNameEncodedTwice,
        .requestBeaconForVideo,
    ])
    func `an SDK's faults do not mislead`(fault: SDKFault) throws {
        for dialect in [SDKDialect.terse, .camelCase] {
            let clean = try DialectTape("full-run", dialect).learned()
            let faulty = try DialectTape("full-run", dialect, faults: [fault]).learned()
            #expect(faulty.configuration == clean.configuration, "\(dialect.name): \(faulty.explanation)")
        }
    }

    @Test func `every story teaches what it shows, and nothing else`() throws {
        let full = try DialectTape("full-run", .versioned).learned()
        for scenario in Scenario.all.map(\.name) {
            let learned = try DialectTape(scenario, .versioned).learned()
            for proposal in learned.proposals {
                let expected = full.proposals.first { $0.key == proposal.key }
                #expect(proposal.value == expected?.value, "\(scenario): \(proposal.key)")
            }
        }
    }

    @Test func `the limits hold at their edges`() {
        var tape = TapeBuilder()
        for _ in 0..<3 { tape.beacon() }
        #expect(proposal(tape, LearningLimits(requestCount: 3)).proposals[0].evidence.count == 3)
        #expect(proposal(tape, LearningLimits(requestCount: 2)).proposals[0].evidence.count == 2)

        var serving = TapeBuilder()
        serving.serve(answer: #"{"first":"abcdefg1","second":"abcdefg2","u":"https://x.example/"}"#)
        serving.beacon(with: #","k":"abcdefg2""#)
        let keys = { (count: Int) in
            value("join.keys", in: proposal(serving, LearningLimits(answerTextCount: count)))
        }
        #expect(keys(2) == .texts(["second"]))
        #expect(keys(1) == nil)

        var telling = TapeBuilder()
        let pixels = ["a", "b"].map { "\(TapeBuilder.base)/px/\($0)?e=impression" }
        telling.vast(answer: Markup.vast(pixels))
        telling.get("\(pixels[1])&\(telling.query)")
        let events = { (count: Int) in
            value("beacon.event_field", in: proposal(telling, LearningLimits(toldCount: count)))
        }
        #expect(events(2) == nil)
        #expect(events(1) == .texts(["e"]))
    }
}
