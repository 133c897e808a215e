extension StandInFault {
    /// The rule it breaks, such as `MK-042`; nil for a trouble of the market, which breaks none.
    package var code: String? { rawValue.hasPrefix("MK-") ? String(rawValue.prefix(6)) : nil }

    /// The name of the shortest story of the reference SDK in which it shows.
    package var scenario: String {
        switch self {
        case .trackingFlagIsText: "zone-refusal"
        case .refusalWithoutReason, .trackingWithoutConsent: "consent-present"
        case .redirectDropsClickID: "opt-out-before-initialize"
        case .identityInRedirect, .clickTrackerNavigates, .mediaMissing, .ambiguousTracker, .consentMacroInTracker:
            "video"
        case .identityInAdTag, .thirdPartyUnavailable, .thirdPartyEmpty, .thirdPartyMalformed, .thirdPartyLoop,
            .scheduleMalformed, .videoRefused, .thirdPartyMediaStalls:
            "instream"
        default: "display"
        }
    }
}
