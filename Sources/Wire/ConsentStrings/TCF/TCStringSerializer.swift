/// Writes TC strings of version 2, each list of vendors in the shorter coding.
package enum TCStringSerializer {
    package static func text(
        _ core: TCCore, disclosed: IDRanges? = nil, publisher: PublisherTC? = nil
    ) -> [UInt8] {
        var text = self.text(core)
        if let disclosed { text += [UInt8(ascii: ".")] + self.text(segment: 1, disclosed) }
        if let publisher { text += [UInt8(ascii: ".")] + self.text(publisher) }
        return text
    }

    static func text(_ core: TCCore) -> [UInt8] {
        var bits = BitWriter()
        bits.number(2, 6)
        bits.number(core.created, 36)
        bits.number(core.lastUpdated, 36)
        bits.number(core.cmpID, 12)
        bits.number(core.cmpVersion, 12)
        bits.number(core.consentScreen, 6)
        for code in core.language { bits.number(Int(code), 6) }
        bits.number(core.vendorListVersion, 12)
        bits.number(core.policyVersion, 6)
        bits.flag(core.isServiceSpecific)
        bits.flag(core.usesNonStandardTexts)
        bits.flags(core.specialFeatureOptIns, 12)
        bits.flags(core.purposeConsents, 24)
        bits.flags(core.purposeInterests, 24)
        bits.flag(core.purposeOneTreatment)
        for code in core.publisherCountry { bits.number(Int(code), 6) }
        bits.vendors(core.vendorConsents.ids)
        bits.vendors(core.vendorInterests.ids)
        bits.number(core.restrictions.count, 12)
        for restriction in core.restrictions {
            bits.number(restriction.purpose, 6)
            bits.number(restriction.kind, 2)
            bits.ranges(restriction.vendors)
        }
        return bits.text
    }

    static func text(segment: Int, _ vendors: IDRanges) -> [UInt8] {
        var bits = BitWriter()
        bits.number(segment, 3)
        bits.vendors(vendors)
        return bits.text
    }

    static func text(_ publisher: PublisherTC) -> [UInt8] {
        var bits = BitWriter()
        bits.number(3, 3)
        bits.flags(publisher.purposeConsents, 24)
        bits.flags(publisher.purposeInterests, 24)
        bits.number(publisher.customPurposeCount, 6)
        bits.flags(publisher.customConsents, publisher.customPurposeCount)
        bits.flags(publisher.customInterests, publisher.customPurposeCount)
        return bits.text
    }
}
