import ConsentStrings
import Testing

@Suite struct GPPStringTests {
    @Test(arguments: Vectors.gpp)
    func `the header's IDs and the structure are as told`(_ vector: Vectors.GPP) {
        let string = GPPString(vector.text.utf8)
        #expect(string.sectionIDs == vector.ids)
        let codes = string.verdicts(at: nil).problems.filter { $0.grade == .error && $0.aspect == .structure }
        #expect(Set(codes.map(\.code.rawValue)).isSuperset(of: vector.codes))
        if vector.codes.isEmpty { #expect(codes == [], "\(codes)") }
    }

    @Test func `the national section's values stand in its fields`() throws {
        let string = GPPString("DBABLA~BVQqAAAAAgA.QA".utf8)
        guard case .us(let section) = try #require(string.section(7)).content else {
            Issue.record("no US section")
            return
        }
        #expect(section.version == 1 && section.values.count == 15)
        #expect(section.value("SharingNotice") == 1 && section.value("SaleOptOutNotice") == 1)
        #expect(section.value("SaleOptOut") == 2 && section.value("TargetedAdvertisingOptOut") == 2)
        #expect(section.value("MspaCoveredTransaction") == 2)
        #expect(section.values.first { $0.name == "SensitiveDataProcessing" }?.values.count == 12)
        #expect(section.globalPrivacyControl == false && !section.isOptedOut)
        #expect(string.verdicts(at: nil).problems == [])
        guard case .us(let opted) = try #require(GPPString("DBABLA~BVQVAAAAAgA.YA".utf8).section(7)).content else {
            Issue.record("no US section")
            return
        }
        #expect(opted.value("SaleOptOut") == 1 && opted.isOptedOut && opted.globalPrivacyControl == true)
    }

    @Test func `an ID is told by its distance from the last one of a group`() {
        // 5 to 6, then 2 more: 1 00011 11 0 011.
        #expect(GPPString("DBACjz".utf8).sectionIDs == [5, 6, 8])
        #expect(GPPString("DBACjz".utf8).verdicts(at: nil).problems.map(\.code) == [.gppCount])
    }

    @Test func `a section of an unknown version is read and told`() {
        let verdicts = GPPString("DBABrGA~DSJgmkoZJSA.YA~BlgWEYCY.QA~BSFgmiU~bSFgmJQ.YA~BWJYJllA~bSFgmSZQ.YA".utf8)
            .verdicts(at: nil)
        #expect(verdicts.problems.filter { $0.code == .gppSectionVersion }.count == 3)
    }

    @Test func `the sections inside are the strings they are alone`() throws {
        let text = Vectors.gpp[1].text
        let string = GPPString(text.utf8)
        guard case .europe(let tc) = try #require(string.section(2)).content,
            case .usPrivacy(let usp) = try #require(string.section(6)).content
        else {
            Issue.record("no such sections")
            return
        }
        #expect(tc.core?.policyVersion == 2 && tc.core?.cmpID == 31)
        #expect(usp.optedOutOfSale == .no)
        let inner = string.verdicts(at: Vectors.today)
        #expect(inner.has(.policyOld) && inner.date == .warning)
        #expect(inner.problems.allSatisfy { $0.place.lowerBound >= 8 })
    }

    @Test func `the Canadian section is read`() throws {
        let string = GPPString(Vectors.gpp[7].text.utf8)
        guard case .canada(let core) = try #require(string.section(5)).content else {
            Issue.record("no Canadian section")
            return
        }
        #expect(core.vendorExpressConsents.ids.text == "130" && core.vendorImpliedConsents.ids.text == "111")
        #expect(core.expressConsents == [1] && core.impliedConsents == [1] || core.policyVersion > 0)
    }

    @Test func `sections are counted, and none may be empty or unknown`() {
        #expect(GPPString("DBABLA~".utf8).verdicts(at: nil).has(.gppSection))
        #expect(GPPString("DBABLA~BVVqAAEABCA.QA~1---".utf8).verdicts(at: nil).has(.gppCount))
        #expect(GPPString("DBABLA~B".utf8).verdicts(at: nil).has(.gppTruncated))
        #expect(GPPString("DBABLA~BVVq+AEABCA.QA".utf8).verdicts(at: nil).has(.gppAlphabet))
        #expect(GPPString("DCABLA~BVVqAAEABCA.QA".utf8).verdicts(at: nil).has(.gppHeader))
        #expect(GPPString("".utf8).verdicts(at: nil).has(.empty))
    }
}
