import ConsentStrings
import Testing

@Suite struct TCStringTests {
    @Test(arguments: Vectors.tc)
    func `a public string has the problems that an independent reading finds`(_ vector: Vectors.TC) {
        let verdicts = TCString(vector.text.utf8).verdicts(at: Vectors.today)
        let codes = Set(verdicts.problems.filter { $0.grade >= .warning }.map(\.code.rawValue))
        // Where the structure is broken, what else is wrong with it is beside the point.
        let isBroken = verdicts.structure == .error
        #expect(isBroken ? codes.isSuperset(of: vector.codes) : codes == Set(vector.codes), "\(codes.sorted())")
        #expect(isBroken == vector.codes.contains { $0 == "TC_TRUNCATED" || $0 == "TC_RANGE" })
    }

    @Test func `the specification's own string is read field by field`() throws {
        let string = TCString(Vectors.tc[0].text.utf8)
        let core = try #require(string.core)
        #expect(core.created == 17_489_088_000 && core.lastUpdated == core.created)
        #expect(core.cmpID == 880 && core.cmpVersion == 0 && core.vendorListVersion == 48)
        #expect(core.policyVersion == 2 && core.isServiceSpecific && !core.usesNonStandardTexts)
        #expect(TCCore.letters(core.language) == "EN" && TCCore.letters(core.publisherCountry) == "DE")
        #expect(core.vendorConsents.ids.text == "1-4" && core.purposeConsents == [])
        #expect(string.disclosedVendors?.ids.count == 7 && string.disclosedVendors?.ids.last == 404)
        #expect(string.publisher == PublisherTC())
        #expect(string.segments.map(\.kind) == [.core, .disclosedVendors, .publisherTC])
    }

    @Test func `ranges, restrictions and special features are read`() throws {
        let liveRamp = try #require(TCString(Vectors.tc[5].text.utf8).core)
        #expect(liveRamp.specialFeatureOptIns == [1])
        #expect(liveRamp.purposeConsents == [1, 3, 4, 7] && liveRamp.purposeInterests == [3, 4, 5])
        let disputed = "COwWHt-OwWHt-DNACOENAXCAANDAAEkAAAAAFpQBQABAAGgAQABIBXgFpAK_ABAK-ACCAAwAIAAk"
        #expect(TCString(disputed.utf8).core?.restrictions.contains { $0.vendors.text == "8-9" } == true)
        let restricted = try #require(TCString(Vectors.tc[3].text.utf8).core)
        #expect(restricted.restrictions.count == 7)
        #expect(
            restricted.restrictions[1]
                == TCCore.Restriction(purpose: 2, kind: 0, vendors: IDRanges([1...40])))
        let ranges = try #require(TCString(Vectors.tc[4].text.utf8).core)
        #expect(ranges.vendorConsents.ids.count == 14 && ranges.vendorConsents.declaredMax == 351)
        #expect(ranges.vendorConsents.isRangeEncoded)
    }

    @Test func `a shortage says which field wanted how many bits where`() {
        let verdicts = TCString("COvcSpYOvcSpYC9AAAENAPCAAAAAAAAAAAAAAFAAAAA".utf8).verdicts(at: nil)
        let problem = verdicts.problems.first { $0.code == .truncated }
        #expect(problem?.message == "NumPubRestrictions needs 12 bits at 257 of 258")
        #expect(problem?.place == 42..<43)
    }

    @Test func `characters outside the alphabet are told with their place`() {
        for (bad, place) in [
            ("CO5dPi4O5d+x2B7DvCENA2CgAAAA", 10), ("CO5d/i4O", 4), ("CO5dPi4%3D", 7), (" CO5d", 0), ("CO5d\n", 4),
        ] {
            let verdicts = TCString(bad.utf8).verdicts(at: nil)
            let found = verdicts.problems.first { $0.code == .alphabet }
            #expect(found?.place == place..<place + 1, "\(bad)")
            #expect(verdicts.structure == .error)
        }
        let padded = TCString((Vectors.tc[6].text + "=").utf8)
        #expect(padded.publisher != nil)
        #expect(padded.verdicts(at: nil).problems.contains { $0.code == .alphabet })
    }

    @Test func `version 1 is named, and its head read`() {
        let string = TCString("BONMj34ONMj34ABACDENALqAAAAAplY".utf8)
        #expect(string.version == 1 && string.core == nil)
        #expect(string.version1?.purposesAllowed == [1, 3, 5] && string.version1?.consentScreen == 3)
        let verdicts = string.verdicts(at: nil)
        #expect(verdicts.structure == .ok && verdicts.policy == .error && verdicts.has(.version))
    }

    @Test func `segments may come in any order, once each`() {
        let core = String(Vectors.tc[0].text.prefix(44))
        let swapped = TCString((core + ".YAAAAAAAAAAA.IDKQA4AAgAKAGQAygAAA").utf8)
        #expect(swapped.disclosedVendors?.ids.count == 7 && swapped.publisher != nil)
        #expect(!swapped.verdicts(at: nil).has(.segment))
        for odd in [".IDKQA4AAgAKAGQAygAAA.IDKQA4AAgAKAGQAygAAA", ".QAAA", ".oAAA", ".AAAA"] {
            #expect(TCString((core + odd).utf8).verdicts(at: nil).has(.segment), "\(odd)")
        }
        #expect(TCString((core + ".").utf8).verdicts(at: nil).has(.truncated))
    }

    private func core(_ change: (inout TCCore) -> Void = { _ in }) -> TCCore {
        var core = TCCore()
        core.created = 17_959_104_000  // 2026-11-29
        core.lastUpdated = core.created
        core.vendorListVersion = 150
        core.policyVersion = 5
        core.isServiceSpecific = true
        core.publisherCountry = [1, 17]
        core.language = [4, 13]
        change(&core)
        return core
    }

    private func verdicts(
        _ core: TCCore, disclosed: IDRanges? = IDRanges([1...10]), at now: Int64? = Vectors.today
    ) -> ConsentVerdicts {
        TCString(TCStringSerializer.text(core, disclosed: disclosed)).verdicts(at: now)
    }

    @Test func `a string as it should be has three clean verdicts`() {
        let clean = verdicts(core { $0.vendorConsents = VendorList(IDRanges([1...4])) })
        #expect(clean.problems == [])
        #expect(clean.structure == .ok && clean.policy == .ok && clean.date == .ok)
    }

    @Test func `each rule of policy breaks the policy verdict alone`() {
        let cases: [(ConsentVerdicts, ConsentProblem.Code)] = [
            (verdicts(core { $0.isServiceSpecific = false }), .global),
            (verdicts(core { $0.policyVersion = 3 }), .policyOld),
            (verdicts(core(), disclosed: nil), .noDisclosed),
            (verdicts(core { $0.purposeInterests = [1] }), .legitimateInterestForbidden),
            (verdicts(core { $0.purposeInterests = [6] }), .legitimateInterestForbidden),
            (verdicts(core { $0.vendorListVersion = 0 }), .vendorList),
            (verdicts(core { $0.vendorInterests = VendorList(IDRanges([11...11])) }), .disclosedConflict),
        ]
        for (verdicts, code) in cases {
            #expect(verdicts.problems.map(\.code) == [code])
            #expect(verdicts.policy == .error && verdicts.structure == .ok && verdicts.date == .ok)
        }
        #expect(verdicts(core { $0.purposeInterests = [2, 7, 8, 9, 10, 11] }).policy == .ok)
    }

    @Test func `before a rule began it is less than an error`() {
        let old = core {
            $0.policyVersion = 3
            $0.created = 16_961_184_000 - 864_000
            $0.lastUpdated = $0.created
        }
        #expect(verdicts(old, disclosed: nil, at: nil).policy == .warning)
        let late = core {
            $0.policyVersion = 3
            $0.created = 16_961_184_000
            $0.lastUpdated = $0.created
        }
        #expect(verdicts(late, at: nil).policy == .error)
        let undisclosed = core {
            $0.created = 17_723_232_000 - 864_000
            $0.lastUpdated = $0.created
        }
        #expect(verdicts(undisclosed, disclosed: nil).policy == .note)
    }

    @Test func `dates are judged apart, and age only with a clock`() {
        let day: Int64 = 86_400
        let made = Int64(core().created / 10)
        #expect(verdicts(core(), at: nil).date == .ok)
        #expect(verdicts(core(), at: made + 396 * day).date == .ok)
        #expect(verdicts(core(), at: made + 397 * day).has(.expired))
        #expect(verdicts(core(), at: made - day).date == .ok)
        #expect(verdicts(core(), at: made - day - 1).has(.dates))
        #expect(verdicts(core { $0.lastUpdated += 864_000 }).has(.dates))
        #expect(
            verdicts(
                core {
                    $0.created += 1; $0.lastUpdated += 1
                }
            ).date == .warning)
        #expect(
            verdicts(
                core {
                    $0.created = 0; $0.lastUpdated = 0
                }, at: nil
            ).has(.dates))
        for now in [Int64.min, .max, 0] { _ = verdicts(core(), at: now) }
        let aged = verdicts(core(), at: made + 500 * day)
        #expect(aged.structure == .ok && aged.policy == .ok)
    }

    @Test func `letters that are none are told`() {
        #expect(verdicts(core { $0.language = [30, 1] }).problems.map(\.code) == [.language])
        #expect(verdicts(core { $0.publisherCountry = [1, 26] }).problems.map(\.code) == [.country])
        let unknown = verdicts(core { $0.publisherCountry = [0, 0] })
        #expect(unknown.structure == .note)
    }

    @Test func `bits after the last field are told, zeros are not`() {
        let text = TCStringSerializer.text(core(), disclosed: IDRanges([1...4]))
        #expect(TCString(text + Array("AAAA".utf8)).verdicts(at: nil).problems == [])
        let set = TCString(text + Array("AAAB".utf8)).verdicts(at: nil)
        #expect(set.problems.map(\.code) == [.trailing] && set.structure == .warning)
    }

    @Test func `what could be written shorter is a note`() {
        var long = core()
        long.restrictions = [TCCore.Restriction(purpose: 2, kind: 1, vendors: IDRanges([3...4]))]
        #expect(verdicts(long).problems == [])
        let clumsy = TCString(Vectors.tc[6].text.utf8).verdicts(at: nil)
        #expect(clumsy.problems.first { $0.code == .roundTrip }?.grade == .note)
    }
}
