extension SDKFault {
    /// The name of the shortest scenario in which the fault shows, and as few others with it as can be.
    package var scenario: String {
        switch self {
        case .lateVerdict: "never-in-sight"
        case .unshownAdCounted: "preload-only"
        case .doubleTap: "two-taps"
        case .secondFetchForLoneVAST: "single-vast-instream"
        case .vastTokenEmpty, .installIsConversion, .ownPlayerMeasured: "own-player"
        case .refusedVideoVisitorID: "video-refusal"
        case .missingConsentIgnored: "consent-missing"
        case .vendorMacroAlwaysReplaced: "vendor-macros"
        case .firstClickIDKept: "two-clicks"
        case .distributionHostIdentity, .hostFieldOfOtherHost: "release-lookup"
        case .realZone, .visitorIDNewEachLaunch, .sessionIDKept, .optOutForgotten: "relaunch"
        case .visitorIDInKeychain: "reinstall"
        case .visitorIDOfDevice, .conversionOtherClickID, .linkErasesClickID: "advertised-app"
        case .oldVisitorIDReturns: "second-thoughts"
        case .emptyVisitorIDWhileOff, .lateBeaconKeepsVisitorID, .locationWhileOff,
            .clickIDWhileOff, .adsNotCountedWhileOff:
            "opt-out-mid-run"
        case .visitorIDAfterEarlyOptOut, .childFlagMixed: "opt-out-before-initialize"
        case .refusedBeaconVisitorID, .refusedClickVisitorID, .refusedZoneForgotten, .refusedBeaconLocation,
            .otherZonesBlocked, .refusalNeverLifted:
            "zone-refusal"
        case .beaconWithoutChildFlag, .childFlagIsWord, .childVisitorID, .childLocation,
            .childAdsNotCounted:
            "child-directed"
        case .interstitialSendsContentURL, .locationWithoutOptIn, .consentLeftOut, .gdprIsWord,
            .consentReadOnce, .consentStringChanged, .consentOnPixel, .gdprLeftOut, .platformCutsString,
            .thirdPartyConsentChanged:
            "consent-present"
        case .firstPartyPixelBare, .pixelReordered, .thirdPartyPixelIdentity, .encodedValueToThirdParty,
            .keyedVisitorID, .digestToThirdParty, .valueInHostLabel, .identityInWebSocket, .locationToThirdParty,
            .clickIDToThirdParty, .impressionAtLoad, .requestBeaconForVideo,
            .videoViewableTooEarly, .quartilesOutOfOrder, .quartilesByStatedDuration, .eventsAfterSkip,
            .outstreamSkip, .outstreamStartsLoud, .halfDurationTooEarly, .clickTrackingLeftOut, .muteBeforeStart,
            .videoAskedByPost, .locationOnPixel, .pixelMechanismMissing:
            "video"
        case .lookAlikeHost, .userInformationIsHost, .thirdPartyTagIdentity, .thirdPartyWrapperIdentity,
            .macroExpanded, .postRollByPosition, .scheduleAskedTwice:
            "instream"
        case .failedBreakStopsAll: "failed-break"
        case .watchdogMissing, .pixelsAfterAbandonment, .contentLoadsOn: "stalled-break"
        default: "display"
        }
    }
}
