extension SDKFault {
    /// The name of the shortest scenario in which the fault shows, and as few others with it as can be.
    package var scenario: String {
        switch self {
        case .lateVerdict: "never-in-sight"
        case .secondFetchForLoneVAST: "single-vast-instream"
        case .vastTokenEmpty: "own-player"
        case .visitorIDNewEachLaunch, .sessionIDKept, .optOutForgotten: "relaunch"
        case .visitorIDInKeychain: "reinstall"
        case .visitorIDOfDevice, .conversionOtherClickID, .linkErasesClickID: "advertised-app"
        case .oldVisitorIDReturns: "second-thoughts"
        case .emptyVisitorIDWhileOff, .lateBeaconKeepsVisitorID, .locationWhileOff:
            "opt-out-mid-run"
        case .visitorIDAfterEarlyOptOut, .childFlagMixed: "opt-out-before-initialize"
        case .refusedBeaconVisitorID, .refusedClickVisitorID, .refusedZoneForgotten, .refusedBeaconLocation:
            "zone-refusal"
        case .beaconWithoutChildFlag, .childFlagIsWord, .childVisitorID, .childLocation: "child-directed"
        case .interstitialSendsContentURL, .locationWithoutOptIn, .consentLeftOut, .gdprIsWord,
            .consentReadOnce, .consentStringChanged:
            "consent-present"
        case .firstPartyPixelBare, .pixelReordered, .thirdPartyPixelIdentity, .encodedValueToThirdParty,
            .locationToThirdParty, .clickIDToThirdParty, .impressionAtLoad, .requestBeaconForVideo,
            .videoViewableTooEarly, .quartilesOutOfOrder, .quartilesByStatedDuration, .eventsAfterSkip,
            .outstreamSkip, .outstreamStartsLoud, .halfDurationTooEarly, .clickTrackingLeftOut, .muteBeforeStart,
            .videoAskedByPost:
            "video"
        case .lookAlikeHost, .userInformationIsHost, .thirdPartyTagIdentity, .thirdPartyWrapperIdentity,
            .macroExpanded, .postRollByPosition, .scheduleAskedTwice:
            "instream"
        case .failedBreakStopsAll: "failed-break"
        case .watchdogMissing, .pixelsAfterAbandonment: "stalled-break"
        default: "display"
        }
    }
}
