extension SDKFault {
    /// The name of a scenario in which the fault shows, and as few others with it as can be.
    package var scenario: String {
        switch self {
        case .secondFetchForLoneVAST: "single-vast-instream"
        case .interstitialSendsContentURL: "consent-present"
        case .visitorIDNewEachLaunch, .sessionIDKept, .optOutForgotten: "relaunch"
        case .emptyVisitorIDWhileOff, .oldVisitorIDReturns, .lateBeaconKeepsVisitorID, .locationWhileOff:
            "opt-out-mid-run"
        case .visitorIDAfterEarlyOptOut: "opt-out-before-initialize"
        case .refusedBeaconVisitorID, .refusedClickVisitorID, .refusedZoneForgotten, .refusedBeaconLocation:
            "zone-refusal"
        case .beaconWithoutChildFlag, .childFlagIsWord, .childVisitorID, .childLocation: "child-directed"
        case .locationWithoutOptIn, .consentLeftOut, .consentStringChanged: "consent-present"
        default: "full-run"
        }
    }

    /// The server's fault that must be there too for this one to show.
    package var neededServerFault: String? {
        self == .failedBreakStopsAll ? "third-party-503" : nil
    }
}
