/// The core of a Canadian section, `tcfcav1`.
package struct CanadianTC: Sendable, Hashable {
    package let version: Int
    /// Tenths of a second since 1970.
    package let created: Int
    package let lastUpdated: Int
    package let cmpID: Int
    package let cmpVersion: Int
    package let vendorListVersion: Int
    package let policyVersion: Int
    package let specialFeatureExpressConsents: [Int]
    package let expressConsents: [Int]
    package let impliedConsents: [Int]
    package let vendorExpressConsents: VendorList
    package let vendorImpliedConsents: VendorList
    package let restrictions: [TCCore.Restriction]

    init(_ reader: inout BitReader, _ verdicts: inout ConsentVerdicts) throws(BitShortage) {
        version = try reader.number(6, "Version")
        created = try reader.number(36, "Created")
        lastUpdated = try reader.number(36, "LastUpdated")
        cmpID = try reader.number(12, "CmpId")
        cmpVersion = try reader.number(12, "CmpVersion")
        _ = try reader.number(6, "ConsentScreen")
        _ = try reader.letters("ConsentLanguage")
        vendorListVersion = try reader.number(12, "VendorListVersion")
        policyVersion = try reader.number(6, "TcfPolicyVersion")
        _ = try reader.flag("UseNonStandardStacks")
        specialFeatureExpressConsents = try reader.flags(12, "SpecialFeatureExpressConsent")
        expressConsents = try reader.flags(24, "PurposesExpressConsent")
        impliedConsents = try reader.flags(24, "PurposesImpliedConsent")
        // Platforms write these as a TC string does, with the highest ID first.
        vendorExpressConsents = try reader.vendors("VendorExpressConsent", &verdicts)
        vendorImpliedConsents = try reader.vendors("VendorImpliedConsent", &verdicts)
        // Strings of before there were restrictions end here, with less than a character's rest.
        restrictions = reader.remaining < 12 ? [] : try reader.restrictions(&verdicts)
    }
}
