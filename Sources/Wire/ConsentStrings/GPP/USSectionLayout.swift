/// The fields of a US section, in order; each value has two bits: 0 not applicable, 1, 2.
struct USSectionLayout {
    struct Field {
        let name: StaticString
        /// Values; more than one where the field is a list.
        let count: Int
    }

    let fields: [Field]
    /// Whether a subsection for Global Privacy Control may follow.
    let hasGPC: Bool
    /// The highest version that this is the layout of.
    let version: Int

    /// The layout of a section's version; that of the nearest one known where the version is none of them.
    static func layout(_ id: Int, version: Int) -> USSectionLayout? {
        if id == GPPSectionID.usNational { return version == 2 ? national2 : national1 }
        return states[id]
    }

    private static let national1 = national(sensitive: 12, children: 2, version: 1)
    private static let national2 = national(sensitive: 16, children: 3, version: 2)

    private static func national(sensitive: Int, children: Int, version: Int) -> USSectionLayout {
        USSectionLayout(
            fields: one(
                "SharingNotice", "SaleOptOutNotice", "SharingOptOutNotice", "TargetedAdvertisingOptOutNotice",
                "SensitiveDataProcessingOptOutNotice", "SensitiveDataLimitUseNotice", "SaleOptOut", "SharingOptOut",
                "TargetedAdvertisingOptOut") + lists(sensitive, children) + one("PersonalDataConsents") + agreement,
            hasGPC: true, version: version)
    }

    private static let states: [Int: USSectionLayout] = [
        8: USSectionLayout(
            fields: one(
                "SaleOptOutNotice", "SharingOptOutNotice", "SensitiveDataLimitUseNotice", "SaleOptOut",
                "SharingOptOut") + lists(9, 2) + one("PersonalDataConsents") + agreement,
            hasGPC: true, version: 1),
        9: state("SharingNotice", 8, 1, additional: false, gpc: false),
        10: state("SharingNotice", 7, 1, additional: false, gpc: true),
        11: USSectionLayout(
            fields: one(
                "SharingNotice", "SaleOptOutNotice", "TargetedAdvertisingOptOutNotice",
                "SensitiveDataProcessingOptOutNotice", "SaleOptOut", "TargetedAdvertisingOptOut") + lists(8, 1)
                + agreement, hasGPC: false, version: 1),
        12: state("SharingNotice", 8, 3, additional: false, gpc: true),
        13: state("ProcessingNotice", 8, 3, additional: true, gpc: false),
        14: state("SharingNotice", 8, 3, additional: true, gpc: true),
        15: state("ProcessingNotice", 11, 3, additional: true, gpc: true),
        16: state("ProcessingNotice", 8, 1, additional: true, gpc: true),
        17: state("ProcessingNotice", 9, 5, additional: true, gpc: true),
        18: USSectionLayout(
            fields: one(
                "ProcessingNotice", "SaleOptOutNotice", "TargetedAdvertisingOptOutNotice",
                "SensitiveDataOptOutNotice", "SaleOptOut", "TargetedAdvertisingOptOut") + lists(8, 1) + agreement,
            hasGPC: true, version: 1),
        19: state("ProcessingNotice", 8, 1, additional: true, gpc: true),
        20: state("ProcessingNotice", 8, 3, additional: true, gpc: true),
        21: state("ProcessingNotice", 10, 5, additional: true, gpc: true),
        22: state("ProcessingNotice", 8, 1, additional: true, gpc: true),
        23: state("ProcessingNotice", 8, 1, additional: true, gpc: true),
    ]

    /// What most states share.
    private static func state(
        _ notice: StaticString, _ sensitive: Int, _ children: Int, additional: Bool, gpc: Bool
    ) -> USSectionLayout {
        let notices = one(
            notice, "SaleOptOutNotice", "TargetedAdvertisingOptOutNotice", "SaleOptOut", "TargetedAdvertisingOptOut")
        return USSectionLayout(
            fields: notices + lists(sensitive, children)
                + (additional ? one("AdditionalDataProcessingConsent") : []) + agreement,
            hasGPC: gpc, version: 1)
    }

    private static func one(_ names: StaticString...) -> [Field] { names.map { Field(name: $0, count: 1) } }

    private static func lists(_ sensitive: Int, _ children: Int) -> [Field] {
        [
            Field(name: "SensitiveDataProcessing", count: sensitive),
            Field(name: "KnownChildSensitiveDataConsents", count: children),
        ]
    }

    private static let agreement = one("MspaCoveredTransaction", "MspaOptOutOptionMode", "MspaServiceProviderMode")
}
