import ConsentStrings
import Platform
import Testing

@Suite struct HostileConsentTests {
    private var all: [[UInt8]] {
        Vectors.tc.map { Array($0.text.utf8) } + Vectors.gpp.map { Array($0.text.utf8) } + [Array("1YNN".utf8)]
    }

    /// Reads the bytes as each kind, and holds the places to the string.
    private func read(_ bytes: [UInt8]) -> Bool {
        let verdicts = [
            TCString(bytes).verdicts(at: Vectors.today), GPPString(bytes).verdicts(at: Vectors.today),
            USPrivacyString(bytes).verdicts, ConsentString(bytes).verdicts(at: nil),
        ]
        return verdicts.allSatisfy { $0.problems.allSatisfy { $0.place.upperBound <= bytes.count } }
    }

    @Test func `a string cut at any character has a reading`() {
        for bytes in all {
            for end in 0...bytes.count { #expect(read(Array(bytes[..<end]))) }
        }
    }

    @Test func `a string with any bit flipped has a reading`() {
        for bytes in all {
            for index in bytes.indices {
                for bit in 0..<8 {
                    var changed = bytes
                    changed[index] ^= 1 << UInt8(bit)
                    #expect(read(changed))
                }
            }
        }
    }

    @Test func `what is cut off the core is never an intact string`() {
        for vector in Vectors.tc.prefix(6) {
            let core = Array(vector.text.utf8.prefix { $0 != UInt8(ascii: ".") })
            // The last characters may be filling.
            for end in 0..<core.count - 12 {
                #expect(TCString(core[..<end]).verdicts(at: nil).structure == .error, "\(vector) cut at \(end)")
            }
        }
    }

    @Test func `what is written reads the same`() {
        let seed = UInt64.random(in: 0...UInt64.max)
        print("seed \(seed)")
        var generator = SeededGenerator(seed: seed)
        func number(_ limit: Int) -> Int { Int(generator.next() % UInt64(limit)) }
        func ids(_ limit: Int, _ count: Int) -> IDRanges {
            IDRanges(
                (0..<number(count)).map { _ in
                    let first = number(limit) + 1
                    return first...min(first + (number(3) == 0 ? number(40) : 0), limit)
                })
        }
        func chosen(_ limit: Int) -> [Int] { (1...limit).filter { _ in number(3) == 0 } }
        for _ in 0..<300 {
            var core = TCCore()
            core.created = number(1 << 36)
            core.lastUpdated = number(1 << 36)
            core.cmpID = number(4096)
            core.cmpVersion = number(4096)
            core.consentScreen = number(64)
            core.language = [UInt8(number(26)), UInt8(number(26))]
            core.vendorListVersion = number(4096)
            core.policyVersion = number(64)
            core.isServiceSpecific = number(2) == 0
            core.usesNonStandardTexts = number(2) == 0
            core.specialFeatureOptIns = chosen(12)
            core.purposeConsents = chosen(24)
            core.purposeInterests = chosen(24)
            core.purposeOneTreatment = number(2) == 0
            core.publisherCountry = [UInt8(number(26)), UInt8(number(26))]
            core.vendorConsents = VendorList(ids(number(2) == 0 ? 200 : 65_535, 60))
            core.vendorInterests = VendorList(ids(2_000, 20))
            core.restrictions = (0..<number(6)).map { _ in
                TCCore.Restriction(purpose: number(64), kind: number(4), vendors: ids(65_535, 8))
            }
            var publisher = PublisherTC()
            publisher.purposeConsents = chosen(24)
            publisher.customPurposeCount = number(64)
            publisher.customConsents = publisher.customPurposeCount > 0 ? chosen(publisher.customPurposeCount) : []
            let disclosed = ids(2_000, 40)
            let text = TCStringSerializer.text(core, disclosed: disclosed, publisher: publisher)
            let string = TCString(text)
            #expect(string.core?.vendorConsents.ids == core.vendorConsents.ids)
            #expect(string.core?.vendorInterests.ids == core.vendorInterests.ids)
            var plain = string.core
            plain?.vendorConsents = core.vendorConsents
            plain?.vendorInterests = core.vendorInterests
            #expect(plain == core && string.publisher == publisher && string.disclosedVendors?.ids == disclosed)
            let verdicts = string.verdicts(at: nil)
            #expect(verdicts.structure <= .note && !verdicts.has(.roundTrip), "\(verdicts.problems)")
        }
    }

    @Test func `each limit has two sides`() {
        let text = Array(Vectors.tc[0].text.utf8)
        #expect(TCString(text, limits: ConsentLimits(byteCount: text.count)).core != nil)
        let long = TCString(text, limits: ConsentLimits(byteCount: text.count - 1))
        #expect(long.core == nil && long.verdicts(at: nil).has(.tooLong))

        #expect(TCString(text, limits: ConsentLimits(segmentCount: 3)).publisher != nil)
        let segmented = TCString(text, limits: ConsentLimits(segmentCount: 2))
        #expect(segmented.publisher == nil && segmented.verdicts(at: nil).structure == .error)

        let gpp = Array("DBABrGA~DSJgmkoZJSA.YA~BlgWEYCY.QA~BSFgmiU~bSFgmJQ.YA~BWJYJllA~bSFgmSZQ.YA".utf8)
        #expect(GPPString(gpp, limits: ConsentLimits(sectionCount: 6)).sectionIDs.count == 6)
        let many = GPPString(gpp, limits: ConsentLimits(sectionCount: 5))
        #expect(many.sectionIDs.isEmpty && many.verdicts(at: nil).has(.gppOrder))

        let odd = TCString("CONciguONcjGKADACHENAACIAC0ta__AACiQABgAAYA".utf8).verdicts(at: nil)
        let few = TCString(
            "CONciguONcjGKADACHENAACIAC0ta__AACiQABgAAYA".utf8,
            limits: ConsentLimits(problemCount: odd.problems.count)
        ).verdicts(at: nil)
        #expect(few.unlisted == 0)
        let fewer = TCString(
            "CONciguONcjGKADACHENAACIAC0ta__AACiQABgAAYA".utf8,
            limits: ConsentLimits(problemCount: odd.problems.count - 1)
        ).verdicts(at: nil)
        #expect(fewer.unlisted == 1 && fewer.policy == odd.policy)
    }
}
