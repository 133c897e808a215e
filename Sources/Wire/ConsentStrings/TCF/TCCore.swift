/// The core segment of a TC string of version 2.
package struct TCCore: Sendable, Hashable {
    /// What a publisher asks of some vendors for one purpose.
    package struct Restriction: Sendable, Hashable {
        package var purpose: Int
        /// 0: not allowed, 1: consent required, 2: legitimate interest required, 3: undefined.
        package var kind: Int
        package var vendors: IDRanges

        package init(purpose: Int, kind: Int, vendors: IDRanges) {
            self.purpose = purpose
            self.kind = kind
            self.vendors = vendors
        }
    }

    /// Tenths of a second since 1970.
    package var created = 0
    package var lastUpdated = 0
    package var cmpID = 0
    package var cmpVersion = 0
    package var consentScreen = 0
    /// Two values below 64; letters where they are below 26.
    package var language: [UInt8] = [0, 0]
    package var vendorListVersion = 0
    package var policyVersion = 0
    package var isServiceSpecific = false
    package var usesNonStandardTexts = false
    /// 1 is precise geolocation, 2 active scanning of the device.
    package var specialFeatureOptIns: [Int] = []
    package var purposeConsents: [Int] = []
    package var purposeInterests: [Int] = []
    package var purposeOneTreatment = false
    package var publisherCountry: [UInt8] = [0, 0]
    package var vendorConsents = VendorList(IDRanges())
    package var vendorInterests = VendorList(IDRanges())
    package var restrictions: [Restriction] = []

    package init() {}

    /// Two capital letters, or nil where a code is none.
    package static func letters(_ codes: [UInt8]) -> String? {
        guard codes.allSatisfy({ $0 < 26 }) else { return nil }
        return String(decoding: codes.map { $0 + UInt8(ascii: "A") }, as: UTF8.self)
    }
}

/// A publisher's own purposes: the segment of type 3.
package struct PublisherTC: Sendable, Hashable {
    package var purposeConsents: [Int] = []
    package var purposeInterests: [Int] = []
    package var customPurposeCount = 0
    package var customConsents: [Int] = []
    package var customInterests: [Int] = []

    package init() {}
}

/// The head of a string of version 1, which has been void since 30 September 2020.
package struct TCVersion1: Sendable, Hashable {
    package let created: Int
    package let lastUpdated: Int
    package let cmpID: Int
    package let cmpVersion: Int
    package let consentScreen: Int
    package let language: [UInt8]
    package let vendorListVersion: Int
    package let purposesAllowed: [Int]
}

extension BitReader {
    /// What follows the version.
    mutating func core(_ verdicts: inout ConsentVerdicts) throws(BitShortage) -> TCCore {
        var core = TCCore()
        core.created = try number(36, "Created")
        core.lastUpdated = try number(36, "LastUpdated")
        core.cmpID = try number(12, "CmpId")
        core.cmpVersion = try number(12, "CmpVersion")
        core.consentScreen = try number(6, "ConsentScreen")
        core.language = try letters("ConsentLanguage").codes
        core.vendorListVersion = try number(12, "VendorListVersion")
        core.policyVersion = try number(6, "TcfPolicyVersion")
        core.isServiceSpecific = try flag("IsServiceSpecific")
        core.usesNonStandardTexts = try flag("UseNonStandardTexts")
        core.specialFeatureOptIns = try flags(12, "SpecialFeatureOptIns")
        core.purposeConsents = try flags(24, "PurposesConsent")
        core.purposeInterests = try flags(24, "PurposesLITransparency")
        core.purposeOneTreatment = try flag("PurposeOneTreatment")
        core.publisherCountry = try letters("PublisherCC").codes
        core.vendorConsents = try vendors("VendorConsents", &verdicts)
        core.vendorInterests = try vendors("VendorLegitimateInterests", &verdicts)
        core.restrictions = try restrictions(&verdicts)
        return core
    }

    mutating func restrictions(_ verdicts: inout ConsentVerdicts) throws(BitShortage) -> [TCCore.Restriction] {
        var restrictions: [TCCore.Restriction] = []
        for _ in 0..<(try number(12, "NumPubRestrictions")) {
            let purpose = try number(6, "PurposeId")
            let kind = try number(2, "RestrictionType")
            // Order and repetition inside restrictions occur in strings of real platforms.
            let vendors = try ranges("PubRestrictions", max: nil, disorder: .warning, &verdicts)
            restrictions.append(TCCore.Restriction(purpose: purpose, kind: kind, vendors: vendors))
        }
        return restrictions
    }

    mutating func publisher() throws(BitShortage) -> PublisherTC {
        var publisher = PublisherTC()
        publisher.purposeConsents = try flags(24, "PubPurposesConsent")
        publisher.purposeInterests = try flags(24, "PubPurposesLITransparency")
        publisher.customPurposeCount = try number(6, "NumCustomPurposes")
        publisher.customConsents = try flags(publisher.customPurposeCount, "CustomPurposesConsent")
        publisher.customInterests = try flags(publisher.customPurposeCount, "CustomPurposesLITransparency")
        return publisher
    }

    /// What follows the version in a string of version 1.
    mutating func version1() throws(BitShortage) -> TCVersion1 {
        TCVersion1(
            created: try number(36, "Created"), lastUpdated: try number(36, "LastUpdated"),
            cmpID: try number(12, "CmpId"), cmpVersion: try number(12, "CmpVersion"),
            consentScreen: try number(6, "ConsentScreen"), language: try letters("ConsentLanguage").codes,
            vendorListVersion: try number(12, "VendorListVersion"),
            purposesAllowed: try flags(24, "PurposesAllowed"))
    }
}
