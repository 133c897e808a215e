/// The register: every rule, in the order of the codes.
package enum AllRules {
    package static let register: [any Rule.Type] = [
        VideoNotAskedByGET.self,  // MK-003
        ScheduleAskedTwice.self,  // MK-004
        SecondFetchAfterLoneVAST.self,  // MK-005
        VASTTokenEmpty.self,  // MK-006
        CategoryLookedUpByDevice.self,  // MK-009
        ClickMacroLeft.self,  // MK-010
        AppIdentityMissing.self,  // MK-020
        AppIdentityUnstable.self,  // MK-021
        AppBundleMalformed.self,  // MK-022
        SDKVersionMalformed.self,  // MK-023
        DeviceTypeUnknown.self,  // MK-024
        VisitorIDUnstable.self,  // MK-025
        SessionIDReused.self,  // MK-026
        IdentityFieldRepeated.self,  // MK-027
        IdentityEncodedTwice.self,  // MK-028
        AdvertisingIDSent.self,  // MK-029
        CookieSent.self,  // MK-030
        BeaconFromWebView.self,  // MK-031
        VisitorIDSurvivesReinstall.self,  // MK-036
        VisitorIDSharedByApps.self,  // MK-037
        IdentityOnLookalikeHost.self,  // MK-040
        FirstPartyPixelWithoutIdentity.self,  // MK-041
        IdentityOnThirdPartyHost.self,  // MK-042
        IdentityInThirdPartyBreak.self,  // MK-043
        IdentityInAssetRequest.self,  // MK-044
        IdentityOnMisreadURL.self,  // MK-045
        IdentityAfterRedirect.self,  // MK-046
        IdentityValueUnderForeignName.self,  // MK-047
        IdentityInReferer.self,  // MK-048
        IdentityMacroExpanded.self,  // MK-049
        PixelChangedByAttachment.self,  // MK-050
        IdentitySuppliedByServer.self,  // MK-051
        VisitorIDWhileOptedOut.self,  // MK-060
        VisitorIDThoughNeverTracked.self,  // MK-061
        OptOutForgotten.self,  // MK-062
        VisitorIDReturned.self,  // MK-063
        VisitorIDOfEarlierAd.self,  // MK-064
        LocationWhileOptedOut.self,  // MK-065
        VisitorIDInRefusedBeacon.self,  // MK-070
        VisitorIDInRefusedClick.self,  // MK-071
        VisitorIDInNextRefusedRequest.self,  // MK-072
        LocationInRefusedZone.self,  // MK-075
        RefusalNotBoolean.self,  // MK-076
        RefusalWithoutReason.self,  // MK-077
        ChildFlagMissing.self,  // MK-080
        ChildFlagMalformed.self,  // MK-081
        VisitorIDInChildDirectedApp.self,  // MK-082
        LocationInChildDirectedApp.self,  // MK-083
        ChildFlagMixed.self,  // MK-084
        LocationThoughOff.self,  // MK-090
        LocationUnrounded.self,  // MK-091
        LocationAccuracyTooFine.self,  // MK-092
        LocationOutsideBeacon.self,  // MK-093
        LocationInUntrackedBeacon.self,  // MK-094
        LocationAtThirdParty.self,  // MK-095
        LocationImplausible.self,  // MK-096
        LocationHidden.self,  // MK-097
        ConsentMissing.self,  // MK-110
        ConsentWithoutPlatform.self,  // MK-111
        GDPRNotFlag.self,  // MK-112
        ConsentAltered.self,  // MK-113
        ConsentStale.self,  // MK-114
        EventUnknown.self,  // MK-120
        ImpressionRepeated.self,  // MK-121
        VideoRequestCountedTwice.self,  // MK-123
        ViewabilityContradicted.self,  // MK-124
        ViewableTooSoon.self,  // MK-125
        QuartileOutOfOrder.self,  // MK-128
        EventAfterEnd.self,  // MK-130
        InAppMechanismWrong.self,  // MK-134
        ViewableMechanismWrong.self,  // MK-135
        IdentityInBreakRequest.self,  // MK-151
        ClickIDMissing.self,  // MK-170
        ClickIDMisplaced.self,  // MK-171
        ClickIDLost.self,  // MK-173
        ClickIDRepeated.self,  // MK-174
        ClickIDLostAtAppLink.self,  // MK-175
        ConversionWithoutClickID.self,  // MK-176
        ClickIDErasedByPlainLink.self,  // MK-177
        ConversionMalformed.self,  // MK-179
        ConversionRepeated.self,  // MK-181
        ClickIDOutsideClickChain.self,  // MK-182
    ]

    /// The rule with this code, whatever the code's case.
    package static func rule(_ code: String) -> (any Rule.Type)? {
        register.first { $0.description.code.lowercased() == code.lowercased() }
    }
}
