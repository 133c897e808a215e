import ConsentStrings

/// Whether a TC string gives a vendor a legal basis for anything that the vendor declares (IAB TCF v2, "What are
/// publisher restrictions?" and the fields of the core).
enum VendorLegalBasis: Equatable {
    /// For one purpose at least, or where the string says that purpose 1 was not asked about.
    case established
    /// For special purposes alone, which transparency is enough for.
    case specialPurposes
    /// In no way; the words say why.
    case none(String)
    /// The list is not the one that the string was made by, and the vendor's declarations may have changed between.
    case otherVersion

    init(of vendor: Int, in string: TCString, _ core: TCCore, by list: GlobalVendorList) {
        guard let declared = list.vendors[vendor] else {
            // IDs are never given out again, and those of vendors that are gone stay in the list.
            let isOlder = list.version < core.vendorListVersion
            self = isOlder ? .otherVersion : .none("is not in the vendor list")
            return
        }
        if declared.isDeleted, list.version <= core.vendorListVersion {
            self = .none("is gone from the vendor list")
            return
        }
        if core.purposeOneTreatment, declared.purposes.contains(1) {
            self = .established
            return
        }
        let signals = Signals(vendor, string, core)
        if !signals.hasConsent, !signals.hasInterest, !signals.isDisclosed {
            self = .none("has neither consent nor legitimate interest")
        } else if list.version != core.vendorListVersion {
            self = .otherVersion
        } else if signals.hasBasis(declared) {
            self = .established
        } else if !declared.specialPurposes.isEmpty, signals.isDisclosed {
            self = .specialPurposes
        } else {
            self = .none("has no legal basis for any purpose that it declares")
        }
    }

    /// What the string says of one vendor.
    private struct Signals {
        let vendor: Int
        let core: TCCore
        let hasConsent: Bool
        let hasInterest: Bool
        /// Shown to the person. Before there was a segment for it, the bit of a legitimate interest said so.
        let isDisclosed: Bool

        init(_ vendor: Int, _ string: TCString, _ core: TCCore) {
            self.vendor = vendor
            self.core = core
            hasConsent = core.vendorConsents.ids.contains(vendor)
            hasInterest = core.vendorInterests.ids.contains(vendor)
            isDisclosed = string.disclosedVendors.map { $0.ids.contains(vendor) } ?? hasInterest
        }

        func hasBasis(_ declared: GlobalVendorList.Vendor) -> Bool {
            declared.purposes.contains { hasBasis($0, byConsent: true, declared) }
                || declared.interestPurposes.contains { hasBasis($0, byConsent: false, declared) }
        }

        /// - Parameter byConsent: what the vendor declares; a publisher may ask for the other where it is flexible.
        private func hasBasis(_ purpose: Int, byConsent: Bool, _ declared: GlobalVendorList.Vendor) -> Bool {
            let kinds = core.restrictions.filter { $0.purpose == purpose && $0.vendors.contains(vendor) }.map(\.kind)
            if kinds.contains(0) { return false }
            let isOverruled = kinds.contains(byConsent ? 2 : 1)
            if isOverruled, !declared.flexiblePurposes.contains(purpose) { return false }
            if byConsent != isOverruled { return hasConsent && core.purposeConsents.contains(purpose) }
            return hasInterest && core.purposeInterests.contains(purpose) && mayRestOnInterest(purpose)
        }

        /// Purpose 1 never; 3 to 6 no more since policy version 4.
        private func mayRestOnInterest(_ purpose: Int) -> Bool {
            purpose != 1 && (core.policyVersion < 4 || !(3...6).contains(purpose))
        }
    }
}
