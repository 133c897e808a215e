import ConsentStrings
import SDKContracts
import TestTape
import Testing

@testable import Verification

@Suite("MK-202")
struct VendorWithoutLegalBasisTests {
    /// A string of list version 142 in which vendor 7 has what the arguments say.
    private static func core(
        purposes: [Int] = [], interests: [Int] = [], consents: [Int] = [], legitimate: [Int] = [],
        _ restrictions: [TCCore.Restriction] = [], policy: Int = 5
    ) -> TCCore {
        var core = TCCore()
        core.vendorListVersion = 142
        core.policyVersion = policy
        core.isServiceSpecific = true
        core.created = 17_700_000_000
        core.purposeConsents = purposes
        core.purposeInterests = interests
        core.vendorConsents = VendorList(IDRanges(numbers: consents))
        core.vendorInterests = VendorList(IDRanges(numbers: legitimate))
        core.restrictions = restrictions
        return core
    }

    private static func text(_ core: TCCore, disclosed: [Int]? = nil) -> String {
        String(
            decoding: TCStringSerializer.text(core, disclosed: disclosed.map { IDRanges(numbers: $0) }), as: UTF8.self)
    }

    private static let consenting = core(purposes: [1, 3], consents: [7])

    private static func list(
        _ version: Int = 142, purposes: [Int] = [1, 3], interests: [Int] = [2, 4], flexible: [Int] = [],
        special: [Int] = [], isDeleted: Bool = false, id: Int = 7
    ) -> GlobalVendorList {
        var vendor = GlobalVendorList.Vendor()
        vendor.purposes = purposes
        vendor.interestPurposes = interests
        vendor.flexiblePurposes = flexible
        vendor.specialPurposes = special
        vendor.isDeleted = isDeleted
        return GlobalVendorList(version: version, vendors: [id: vendor])
    }

    private static func restriction(_ purpose: Int, _ kind: Int, _ vendors: [Int] = [7]) -> TCCore.Restriction {
        TCCore.Restriction(purpose: purpose, kind: kind, vendors: IDRanges(numbers: vendors))
    }

    /// A tracker told with a macro, and fired with a value in its place.
    private func tape(
        _ value: String, macro: String = "${GDPR_CONSENT_7}", gdpr: String = "1", fired: String? = nil
    ) -> TapeBuilder {
        var tape = TapeBuilder()
        tape.vast(answer: Markup.vast(["https://px.example/i?c=a&gdpr=\(gdpr)&gdpr_consent=\(macro)"]))
        tape.get("https://px.example/i?" + (fired ?? "c=a&gdpr=\(gdpr)&gdpr_consent=\(value)"))
        return tape
    }

    private func verdict(_ tape: TapeBuilder, _ list: GlobalVendorList?) -> RuleVerdict? {
        var configuration = ContractConfiguration()
        configuration.vendorList = list
        return tape.verdict("MK-202", configuration)
    }

    // MARK: On a recording

    @Test(arguments: ["${GDPR_CONSENT_7}", "%24%7BGDPR_CONSENT_7%7D", "%24%7bGDPR_CONSENT_7%7d"])
    func `a vendor without a legal basis breaks, one with it holds`(macro: String) throws {
        let held = verdict(tape(Self.text(Self.consenting), macro: macro), Self.list())
        #expect(held?.outcome == .pass)
        let broken = try #require(
            verdict(tape(Self.text(Self.core(purposes: [1, 3], consents: [8])), macro: macro), Self.list()))
        #expect(broken.outcome == .fail)
        let finding = try #require(broken.findings.first)
        #expect(broken.findings.count == 1)
        #expect(finding.exchange == 2)
        #expect(finding.cause == .expandedMacro(macro, at: "#1:2"))
        #expect(finding.message == "vendor 7 gets the consent string and has neither consent nor legitimate interest")
        #expect(finding.places.map(\.name) == ["${GDPR_CONSENT_7}"])
    }

    @Test func `a macro that is replaced by nothing, or whose parameter is left out, holds without a list`() {
        #expect(verdict(tape(""), nil)?.outcome == .pass)
        #expect(verdict(tape("", fired: "c=a&gdpr=1"), nil)?.outcome == .pass)
    }

    @Test func `a string in a macro's place needs the vendor list`() {
        let verdict = verdict(tape(Self.text(Self.consenting)), nil)
        #expect(verdict?.outcome == .needsConfig)
        #expect(
            verdict?.reason
                == "name consent.vendor_list: #2 has a consent string in place of ${GDPR_CONSENT_7}")
    }

    @Test func `parameters in another order are found`() {
        let refused = Self.text(Self.core(consents: [8]))
        #expect(verdict(tape("", fired: "gdpr_consent=\(refused)&gdpr=1&c=a"), Self.list())?.outcome == .fail)
    }

    @Test func `what is no macro of a vendor is not observed`() {
        let refused = Self.text(Self.core())
        for macro in ["${GDPR_CONSENT}", "${GDPR}", "[GDPRCONSENT]", "${GPP_STRING_7}", "${GDPR_CONSENT_0}", refused] {
            #expect(verdict(tape(refused, macro: macro), Self.list())?.outcome == .notObserved, "\(macro)")
        }
        var tape = TapeBuilder()
        tape.get("https://px.example/i?gdpr=1&gdpr_consent=\(refused)")
        #expect(verdict(tape, Self.list())?.outcome == .notObserved)
    }

    @Test func `where the GDPR does not apply nothing is judged, and the platform's mark decides`() {
        let refused = Self.text(Self.core())
        #expect(verdict(tape(refused, gdpr: "0"), Self.list())?.outcome == .notObserved)
        #expect(verdict(tape(refused, gdpr: ""), Self.list())?.outcome == .notObserved)
        for (mark, outcome) in [("0", RuleVerdict.Outcome.notObserved), ("1", .fail)] {
            var marked = TapeBuilder()
            marked.mark("IABTCF_gdprApplies", mark)
            marked.vast(answer: Markup.vast(["https://px.example/i?gdpr_consent=${GDPR_CONSENT_7}"]))
            marked.get("https://px.example/i?gdpr_consent=\(refused)")
            #expect(verdict(marked, Self.list())?.outcome == outcome)
        }
        var said = TapeBuilder()
        said.serve(with: "&gdpr=1&gdpr_consent=\(refused)", answer: #"{"tracking":false}"#)
        said.vast(answer: Markup.vast(["https://px.example/i?gdpr_consent=${GDPR_CONSENT_7}"]))
        said.get("https://px.example/i?gdpr_consent=\(refused)")
        #expect(verdict(said, Self.list())?.outcome == .fail)
    }

    @Test func `a macro that was left and a value that is no consent string are other rules'`() {
        let left = tape("${GDPR_CONSENT_7}")
        #expect(verdict(left, Self.list())?.outcome == .notObserved)
        #expect(left.outcome("MK-196") == .fail)
        #expect(verdict(tape("-1"), Self.list())?.outcome == .notObserved)
    }

    @Test func `of several strings those that cannot be weighed are a remark`() {
        var tape = tape(Self.text(Self.consenting))
        var other = Self.consenting
        other.vendorListVersion = 143
        tape.get("https://px.example/i?c=a&gdpr=1&gdpr_consent=\(Self.text(other))")
        let verdict = verdict(tape, Self.list())
        #expect(verdict?.outcome == .pass)
        #expect(
            verdict?.remarks == [
                "name consent.vendor_list of version 143, not 142: "
                    + "#3 has a consent string in place of ${GDPR_CONSENT_7}"
            ])
    }

    // MARK: The legal basis

    private func basis(_ core: TCCore, disclosed: [Int]? = nil, _ list: GlobalVendorList) throws -> VendorLegalBasis {
        let string = TCString(Self.text(core, disclosed: disclosed).utf8)
        return VendorLegalBasis(of: 7, in: string, try #require(string.core), by: list)
    }

    private static let noPurpose = VendorLegalBasis.none("has no legal basis for any purpose that it declares")

    @Test func `consent needs both the vendor and a purpose that it declares`() throws {
        #expect(try basis(Self.core(purposes: [3], consents: [7]), Self.list()) == .established)
        #expect(try basis(Self.core(purposes: [2, 4], consents: [7]), Self.list()) == Self.noPurpose)
        #expect(
            try basis(Self.core(purposes: [1, 2, 3, 4], consents: [6, 8]), Self.list())
                == .none("has neither consent nor legitimate interest"))
    }

    @Test func `a legitimate interest needs both too, and counts where the policy allows it`() throws {
        #expect(try basis(Self.core(interests: [2], legitimate: [7]), Self.list()) == .established)
        #expect(try basis(Self.core(interests: [7], legitimate: [7]), Self.list()) == Self.noPurpose)
        #expect(try basis(Self.core(interests: [4], legitimate: [7]), Self.list()) == Self.noPurpose)
        #expect(try basis(Self.core(interests: [4], legitimate: [7], policy: 2), Self.list()) == .established)
        let first = Self.list(purposes: [], interests: [1])
        #expect(try basis(Self.core(interests: [1], legitimate: [7], policy: 2), first) == Self.noPurpose)
    }

    /// One declared purpose, what it may rest on, and a restriction for it.
    @Test(arguments: [
        (declaredConsent: true, isFlexible: true, kind: 0, byConsent: false, byInterest: false),
        (declaredConsent: true, isFlexible: false, kind: 1, byConsent: true, byInterest: false),
        (declaredConsent: true, isFlexible: true, kind: 2, byConsent: false, byInterest: true),
        (declaredConsent: true, isFlexible: false, kind: 2, byConsent: false, byInterest: false),
        (declaredConsent: false, isFlexible: true, kind: 0, byConsent: false, byInterest: false),
        (declaredConsent: false, isFlexible: true, kind: 1, byConsent: true, byInterest: false),
        (declaredConsent: false, isFlexible: false, kind: 1, byConsent: false, byInterest: false),
        (declaredConsent: false, isFlexible: false, kind: 2, byConsent: false, byInterest: true),
        (declaredConsent: false, isFlexible: true, kind: 3, byConsent: false, byInterest: true),
    ])
    func `a publisher's restriction is heeded`(
        declaredConsent: Bool, isFlexible: Bool, kind: Int, byConsent: Bool, byInterest: Bool
    ) throws {
        let list = Self.list(
            purposes: declaredConsent ? [2] : [], interests: declaredConsent ? [] : [2],
            flexible: isFlexible ? [2] : [])
        let restrictions = [Self.restriction(2, kind)]
        let consent = Self.core(purposes: [2], consents: [7], restrictions)
        #expect(try basis(consent, list) == (byConsent ? .established : Self.noPurpose))
        let interest = Self.core(interests: [2], legitimate: [7], restrictions)
        #expect(try basis(interest, list) == (byInterest ? .established : Self.noPurpose))
        // Of another vendor or purpose it says nothing.
        let others = [Self.restriction(2, kind, [6, 8]), Self.restriction(9, kind)]
        let own = declaredConsent ? Self.core(purposes: [2], consents: [7], others) : nil
        #expect(try basis(own ?? Self.core(interests: [2], legitimate: [7], others), list) == .established)
    }

    @Test func `a disclosed special purpose is a basis, and the remark says that there is no other`() throws {
        let list = Self.list(special: [1])
        #expect(try basis(Self.core(), disclosed: [7], list) == .specialPurposes)
        #expect(try basis(Self.core(), disclosed: [8], list) == .none("has neither consent nor legitimate interest"))
        #expect(try basis(Self.core(), disclosed: [7], Self.list()) == Self.noPurpose)
        #expect(try basis(Self.core(legitimate: [7]), list) == .specialPurposes)
        let verdict = verdict(tape(Self.text(Self.core(), disclosed: [7])), list)
        #expect(verdict?.outcome == .pass)
        #expect(verdict?.remarks == ["#2: vendor 7 has a legal basis for special purposes alone"])
    }

    @Test func `purpose 1 that nobody was asked about is no breach`() throws {
        var core = Self.core()
        core.purposeOneTreatment = true
        #expect(try basis(core, Self.list()) == .established)
        #expect(try basis(core, Self.list(purposes: [2])) == .none("has neither consent nor legitimate interest"))
    }

    @Test func `a vendor that the list does not have has no basis, unless the list is older than the string`() throws {
        for version in [142, 143] {
            #expect(try basis(Self.consenting, Self.list(version, id: 8)) == .none("is not in the vendor list"))
        }
        #expect(try basis(Self.consenting, Self.list(141, id: 8)) == .otherVersion)
    }

    @Test func `a vendor that was gone when the string was made has no basis`() throws {
        for version in [141, 142] {
            #expect(
                try basis(Self.consenting, Self.list(version, isDeleted: true))
                    == .none("is gone from the vendor list"))
        }
        #expect(try basis(Self.consenting, Self.list(143, isDeleted: true)) == .otherVersion)
    }

    @Test func `by another version only a vendor that nothing was said of is convicted`() throws {
        for version in [141, 143] {
            #expect(try basis(Self.consenting, Self.list(version)) == .otherVersion)
            #expect(try basis(Self.core(purposes: [2], consents: [7]), Self.list(version)) == .otherVersion)
            #expect(
                try basis(Self.core(), Self.list(version)) == .none("has neither consent nor legitimate interest"))
        }
    }
}
