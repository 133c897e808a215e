/// A way in which the reference SDK breaks one rule of the guide. Each changes just what it names.
///
/// A name is the code of the rule and a few words. Where a rule can be broken in several ways it has several faults.
/// What no rule can see begins with `covary`: only a differential replay finds it.
package enum SDKFault: String, CaseIterable, Sendable {
    // Endpoints
    case unknownPath = "MK-001-first-party-path-unknown"
    case displayZoneAskedAtVAST = "MK-002-display-zone-asked-at-vast"
    case videoAskedByPost = "MK-003-video-asked-by-post"
    case scheduleAskedTwice = "MK-004-schedule-asked-twice"
    case secondFetchForLoneVAST = "MK-005-second-fetch-after-lone-vast"
    case vastTokenEmpty = "MK-006-vast-token-empty"
    case ownPlayerMeasured = "MK-007-own-player-measured"
    case interstitialSendsContentURL = "MK-008-interstitial-sends-content-url"
    case categoryLookup = "MK-009-category-looked-up-by-device"
    case distributionHostIdentity = "MK-011-identity-on-distribution-host"
    case interstitialShownAgain = "MK-012-interstitial-shown-again"
    case realZone = "MK-013-real-zone"
    case beaconWithoutTLS = "MK-014-beacon-without-tls"

    // Identity on first-party requests
    case clickWithoutAppVersion = "MK-020-app-identity-missing"
    case beaconAppVersionDiffers = "MK-021-app-identity-unstable"
    case appBundleMalformed = "MK-022-app-bundle-malformed"
    case sdkVersionMalformed = "MK-023-sdk-version-malformed"
    case deviceTypeUnknown = "MK-024-device-type-unknown"
    case visitorIDNotUUID = "MK-025-visitor-id-not-uuid"
    case visitorIDNewEachLaunch = "MK-025-visitor-id-unstable"
    case sessionIDKept = "MK-026-session-id-reused"
    case sessionIDIsVisitorID = "MK-026-session-id-is-visitor-id"
    case fieldTwice = "MK-027-identity-field-twice"
    case appNameEncodedTwice = "MK-028-app-name-encoded-twice"
    case advertisingID = "MK-029-advertising-id-sent"
    case cookie = "MK-030-cookie-sent"

    case beaconFromWebView = "MK-031-beacon-from-web-view"
    case beaconWithoutDeviceType = "MK-033-device-type-missing-on-beacon"
    case identityInBeaconQuery = "MK-034-identity-in-beacon-query"
    case carrierSent = "MK-035-carrier-sent"

    case visitorIDInKeychain = "MK-036-visitor-id-survives-reinstall"
    case visitorIDOfDevice = "MK-037-visitor-id-shared-by-apps"

    // The first-party boundary
    case lookAlikeHost = "MK-040-identity-on-lookalike-host"
    case userInformationIsHost = "MK-045-identity-on-misread-url"
    case firstPartyPixelBare = "MK-041-first-party-pixel-without-identity"
    case thirdPartyPixelIdentity = "MK-042-identity-on-third-party-host"
    case thirdPartyTagIdentity = "MK-151-identity-in-third-party-ad-request"
    case assetIdentity = "MK-044-identity-in-asset-request"
    case encodedValueToThirdParty = "MK-047-identity-value-under-foreign-name"
    case digestToThirdParty = "MK-047-digest-to-third-party"
    case valueInHostLabel = "MK-047-value-in-host-label"
    case identityInWebSocket = "MK-047-identity-in-websocket-message"
    case referer = "MK-048-identity-in-referer"
    case macroExpanded = "MK-049-identity-macro-expanded"
    case pixelReordered = "MK-050-pixel-changed-by-attachment"
    case unexpectedHost = "MK-052-unexpected-host"
    case hostFieldOfOtherHost = "MK-053-host-field-of-other-host"

    // Tracking off
    case emptyVisitorIDWhileOff = "MK-060-visitor-id-while-opted-out"
    case visitorIDAfterEarlyOptOut = "MK-061-visitor-id-though-never-tracked"
    case optOutForgotten = "MK-062-opt-out-forgotten"
    case oldVisitorIDReturns = "MK-063-visitor-id-returned"
    case lateBeaconKeepsVisitorID = "MK-064-visitor-id-of-earlier-ad"
    case locationWhileOff = "MK-065-location-while-opted-out"
    case clickIDWhileOff = "MK-067-click-id-while-opted-out"
    case adsNotCountedWhileOff = "MK-066-ads-not-counted-while-off"

    // A zone that answered tracking: false
    case refusedBeaconVisitorID = "MK-070-visitor-id-in-refused-beacon"
    case refusedClickVisitorID = "MK-071-visitor-id-in-refused-click"
    case refusedZoneForgotten = "MK-072-visitor-id-in-next-request-of-refused-zone"
    case otherZonesBlocked = "MK-073-other-zones-lose-visitor-id"
    case refusalNeverLifted = "MK-074-refusal-never-lifted"
    case refusedBeaconLocation = "MK-075-location-in-refused-zone"
    case refusedVideoVisitorID = "MK-078-visitor-id-in-refused-video"

    // Child-directed
    case beaconWithoutChildFlag = "MK-080-child-flag-missing"
    case childFlagIsWord = "MK-081-child-directed-is-true"
    case childFlagMixed = "MK-084-child-flag-mixed"
    case childVisitorID = "MK-082-visitor-id-in-child-directed-app"
    case childLocation = "MK-083-location-in-child-directed-app"
    case childAdsNotCounted = "MK-085-child-ads-not-counted"

    // Location
    case locationWithoutOptIn = "MK-090-location-though-off"
    case locationExact = "MK-091-location-unrounded"
    case accuracyExact = "MK-092-location-accuracy-too-fine"
    case locationOnServe = "MK-093-location-outside-beacon"
    case locationWithoutVisitorID = "MK-094-location-in-untracked-beacon"
    case locationToThirdParty = "MK-095-location-at-third-party"

    case locationZero = "MK-096-location-implausible"
    case locationInTrace = "MK-097-location-hidden"
    case locationOnPixel = "MK-098-location-on-pixel"

    // Consent
    case consentLeftOut = "MK-110-consent-left-out"
    case consentMadeUp = "MK-111-consent-made-up"
    case gdprIsWord = "MK-112-gdpr-is-word"
    case consentReadOnce = "MK-114-consent-stale"
    case consentStringChanged = "MK-113-consent-string-changed"
    case consentOnPixel = "MK-115-consent-on-pixel"
    case missingConsentIgnored = "MK-116-visitor-id-against-missing-consent"
    case gdprLeftOut = "MK-117-gdpr-left-out"
    case platformCutsString = "MK-118-platform-cuts-string"
    case thirdPartyConsentChanged = "MK-197-third-party-consent-changed"
    case usPrivacyCut = "MK-198-us-privacy-cut"
    case gppOfOtherSection = "MK-199-gpp-sid-of-other-section"
    case vendorMacroAlwaysReplaced = "MK-202-vendor-macro-always-replaced"

    // Events
    case unknownEvent = "MK-120-unknown-event"
    case impressionTwice = "MK-121-impression-twice"
    case impressionAtLoad = "MK-122-video-impression-at-load"
    case requestBeaconForVideo = "MK-123-request-beacon-for-video"
    case viewableThenNot = "MK-124-viewability-contradicted"
    case viewableTooEarly = "MK-125-viewable-too-early"
    case videoViewableTooEarly = "MK-126-video-viewable-too-early"
    case lateVerdict = "MK-127-not-viewable-after-half-an-hour"
    case quartilesOutOfOrder = "MK-128-quartiles-out-of-order"
    case quartilesByStatedDuration = "MK-129-quartiles-by-stated-duration"
    case eventsAfterSkip = "MK-130-event-after-end"
    case outstreamSkip = "MK-131-outstream-skip"
    case outstreamStartsLoud = "MK-132-outstream-starts-loud"
    case halfDurationTooEarly = "MK-133-audible-half-too-early"
    case mechanismMissing = "MK-134-in-app-mechanism-missing"
    case viewableMechanismMissing = "MK-135-viewable-mechanism-missing"

    case clickTrackingLeftOut = "MK-136-click-tracking-left-out"
    case muteBeforeStart = "MK-137-mute-before-start"
    case orphanBeacon = "MK-138-orphan-beacon"
    case unshownAdCounted = "MK-139-unshown-ad-counted"
    case pixelMechanismMissing = "MK-140-pixel-mechanism-missing"

    // Instream
    case failedBreakStopsAll = "MK-150-failed-break-stops-the-rest"
    case thirdPartyWrapperIdentity = "MK-043-identity-in-third-party-break"
    case watchdogMissing = "MK-152-watchdog-missing"
    case pixelsAfterAbandonment = "MK-153-pixels-after-abandonment"
    case postRollByPosition = "MK-154-post-roll-before-content-end"
    case contentLoadsOn = "MK-155-content-loads-on-under-break"

    // Click and conversion
    case conversionOtherClickID = "MK-176-conversion-without-click-id"
    case linkErasesClickID = "MK-177-click-id-erased-by-plain-link"
    case firstClickIDKept = "MK-178-first-click-id-kept"
    case conversionValueIsFraction = "MK-179-value-is-a-fraction"
    case installIsConversion = "MK-180-install-reported-as-conversion"
    case conversionTwice = "MK-181-conversion-twice"
    case doubleTap = "MK-194-click-sent-twice"
    case linkPreview = "MK-195-click-counted-for-preview"
    case clickIDToThirdParty = "MK-182-click-id-outside-click-chain"
    case installPostback = "MK-183-skadnetwork-postback"
    case clickOutsideBrowser = "MK-184-click-outside-browser"

    // Past every rule
    case keyedVisitorID = "covary-keyed-visitor-id"

    /// The rule it breaks, such as `MK-042`; `covary` where there is none.
    package var code: String { String(rawValue.prefix(6)) }

    /// The faults with this name, or those of this rule: `MK-042-identity-on-third-party-pixel` or `MK-042`.
    package static func named(_ name: String) -> [SDKFault] {
        allCases.filter { $0.rawValue == name || $0.code == name }
    }
}
