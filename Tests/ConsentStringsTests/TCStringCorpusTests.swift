import ConsentStrings
import Foundation
import Testing
import TestMaterial

@Suite struct TCStringCorpusTests {
    private func vectors(_ path: String) throws -> [[String: Any]] {
        guard let corpus = MaterialFolder.corpus else { return [] }
        let root = try JSONSerialization.jsonObject(with: Data(corpus.bytes(path))) as? [String: Any]
        return try #require(root?["vectors"] as? [[String: Any]])
    }

    private func moment(_ text: String) -> Int? {
        let day = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
        return (try? day.parse(text)).map { Int(($0.timeIntervalSince1970 * 10).rounded()) }
    }

    private func matches(_ list: IDRanges?, _ expected: Any?) -> Bool {
        switch expected {
        case let numbers as [Int]: list == IDRanges(numbers: numbers)
        case let facts as [String: Any]:
            list?.count == facts["count"] as? Int && list?.last == facts["max"] as? Int
                && list?.numbers.prefix(10) == (facts["first"] as? [Int])?[...]
        case nil: list == nil
        default: false
        }
    }

    @Test func `strings of four libraries read as their suites state`() throws {
        var read = 0
        for vector in try vectors("tcf/iabtcf-java/tc-strings.json") {
            let text = try #require(vector["tcString"] as? String)
            let string = TCString(text.utf8)
            let verdicts = string.verdicts(at: Vectors.today)
            guard vector["valid"] as? Bool == true, let expected = vector["expected"] as? [String: Any] else {
                #expect(verdicts.structure == .error || verdicts.policy == .error, "\(text)")
                continue
            }
            read += 1
            // One of them ends in padding, which its library takes and the specification does not know.
            let foreign = verdicts.problems.filter { $0.aspect == .structure && $0.grade == .error }.map(\.code)
            #expect(foreign == (text.hasSuffix("=") ? [.alphabet] : []), "\(text)")
            #expect(string.version == expected["version"] as? Int)
            guard let core = string.core else {
                #expect(string.version1?.purposesAllowed == expected["purposesAllowed"] as? [Int])
                #expect(string.version1?.vendorListVersion == expected["vendorListVersion"] as? Int)
                continue
            }
            #expect(core.created == moment(try #require(expected["created"] as? String)), "\(text)")
            #expect(core.lastUpdated == moment(try #require(expected["lastUpdated"] as? String)), "\(text)")
            #expect(core.cmpID == expected["cmpId"] as? Int && core.cmpVersion == expected["cmpVersion"] as? Int)
            #expect(core.consentScreen == expected["consentScreen"] as? Int)
            #expect(TCCore.letters(core.language) == expected["consentLanguage"] as? String)
            #expect(core.vendorListVersion == expected["vendorListVersion"] as? Int)
            #expect(core.policyVersion == expected["tcfPolicyVersion"] as? Int)
            #expect(core.isServiceSpecific == expected["isServiceSpecific"] as? Bool)
            #expect(core.usesNonStandardTexts == expected["useNonStandardStacks"] as? Bool)
            #expect(core.specialFeatureOptIns == expected["specialFeatureOptins"] as? [Int])
            #expect(core.purposeConsents == expected["purposesConsent"] as? [Int])
            #expect(core.purposeInterests == expected["purposesLegitInterest"] as? [Int])
            #expect(core.purposeOneTreatment == expected["purposeOneTreatment"] as? Bool)
            #expect(TCCore.letters(core.publisherCountry) == expected["publisherCC"] as? String)
            #expect(matches(core.vendorConsents.ids, expected["vendorsConsent"]), "\(text)")
            #expect(matches(core.vendorInterests.ids, expected["vendorsLegitInterest"]), "\(text)")
            let restrictions = try #require(expected["publisherRestrictions"] as? [[String: Any]])
            #expect(core.restrictions.count == restrictions.count)
            for (one, other) in zip(core.restrictions, restrictions) {
                #expect(one.purpose == other["purpose"] as? Int && one.kind == other["type"] as? Int)
                #expect(matches(one.vendors, other["vendors"]))
            }
            #expect(matches(string.disclosedVendors?.ids, expected["vendorsDisclosed"]), "\(text)")
            if expected["vendorsAllowed"] != nil {
                #expect(matches(string.allowedVendors?.ids, expected["vendorsAllowed"]), "\(text)")
            }
            if let publisher = expected["publisherTC"] as? [String: Any] {
                #expect(string.publisher?.purposeConsents == publisher["purposesConsent"] as? [Int])
                #expect(string.publisher?.purposeInterests == publisher["purposesLegitInterest"] as? [Int])
                #expect(string.publisher?.customConsents == publisher["customConsent"] as? [Int])
                #expect(string.publisher?.customInterests == publisher["customLegitInterest"] as? [Int])
            }
        }
        if MaterialFolder.corpus != nil { #expect(read == 13) }
    }

    @Test func `GPP headers of two libraries read as their suites state`() throws {
        for vector in try vectors("tcf/iabgpp-es/gpp-strings.json") {
            let text = try #require(vector["gpp"] as? String)
            let header = try #require(vector["header"] as? [String: Any])
            let string = GPPString(text.utf8)
            #expect(string.kind == header["type"] as? Int && string.version == header["version"] as? Int)
            #expect(string.sectionIDs == header["sectionIds"] as? [Int], "\(text)")
            #expect(string.partCount == header["sections"] as? Int, "\(text)")
        }
    }
}
