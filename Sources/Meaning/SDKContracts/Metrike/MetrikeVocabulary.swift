/// Every wire spelling of the Metrike iOS SDK, once.
///
/// Source: the Metrike iOS guide; spellings the guide leaves open are common ones and can be set.
package enum MetrikeVocabulary {
    // Fixed by the guide (§3, §6).
    package static let servePath = "/serve"
    package static let vastPath = "/vast/"
    package static let vmapPath = "/vmap/"
    package static let clickPath = "/click"
    /// Left open by the guide; a JSON POST to the base host is taken as a beacon as well.
    package static let beaconPaths = ["/beacon", "/beacons", "/event", "/events"]
    /// Left open by the guide; a request with a goal is taken as a conversion as well.
    package static let conversionPaths = ["/conversion", "/conversions"]

    package static let names: [FieldKind: [String]] = [
        // Fixed by the guide (§2, §4, §6, §7).
        .appBundle: ["app_bundle"],
        .appName: ["app_name"],
        .appVersion: ["app_version"],
        .sdkVersion: ["sdk_version"],
        .deviceType: ["device_type"],
        .visitorID: ["visitor_id"],
        .sessionID: ["session_id"],
        .childDirected: ["child_directed"],
        .gdpr: ["gdpr"],
        .gdprConsent: ["gdpr_consent"],
        .clickID: ["mk_cid"],
        .inAppMechanism: ["in_app_mechanism"],
        .viewableMechanism: ["viewable_mechanism"],
        // Left open.
        .zone: ["zone_id", "zone", "zoneId", "z"],
        .contentURL: ["page_url", "content_url"],
        .latitude: ["lat", "latitude"],
        .longitude: ["lon", "lng", "longitude"],
        .accuracy: ["acc", "accuracy", "horizontal_accuracy"],
        .event: ["event"],
        .timeToViewable: ["time_to_viewable_ms"],
        .goal: ["goal_public_id", "goal_id", "goal"],
        .valueCents: ["value_cents", "valueCents"],
        .orderID: ["order_id", "orderId"],
    ]

    /// The host that the SDK is downloaded from (§1).
    package static let distributionHost = "cdx.metrike.com.br"
    /// The refusal in a `/serve` answer: `tracking: false`.
    package static let trackingPointer = "/tracking"
    /// The kind of creative in a `/serve` answer: `image`, `htmlzip`, `ext_tag` (guide §3.1; its place is left open).
    package static let creativeKindPointer = "/kind"
    /// The kind of a tag of another party's, whose click macros the server replaces (guide §3.1).
    package static let tagKind = "ext_tag"
    /// The campaign's own URL in a `/serve` answer; the guide tells of none.
    package static let landingPointer = "/landing_url"
    /// Every event of the guide (§7), as it is named there.
    package static let events = [
        "request", "impression", "viewable", "notViewable", "viewUndetermined", "click", "start", "firstQuartile",
        "midpoint", "thirdQuartile", "complete", "mute", "unmute", "skip",
        "fully_viewable_audible_half_duration_impression", "conversion",
    ]
    package static let sdkName = "metrike-ios"
    package static let childDirectedValue = "1"

    /// Names under which ad systems carry the advertising ID; the SDK never touches it (§4 "IDFA: não é tocado").
    package static let advertisingIDNames = [
        "idfa", "ifa", "aaid", "gaid", "rdid", "adid", "advertising_id", "advertisingid", "advertiser_id",
    ]

    /// Names under which other privacy signals travel (IAB Tech Lab, US Privacy and GPP).
    package static let usPrivacyNames = ["us_privacy", "usprivacy"]
    package static let gppName = "gpp"
    package static let gppSectionsName = "gpp_sid"
    /// Beginnings of the macros that stand for consent signals, in capitals (IAB TCF v2, "URL-based services"; VAST 4.3
    /// §6.2).
    package static let consentMacros = ["GDPR_CONSENT", "GDPR", "GDPRCONSENT", "GPP_STRING", "GPP_SID", "US_PRIVACY"]
    /// The beginning of the macro that stands for the consent string of one vendor; its ID follows.
    package static let vendorConsentMacro = "GDPR_CONSENT_"

    // Keys of marks: state that does not show on the wire.
    package static let trackingMark = "tracking"
    package static let childDirectedMark = "child_directed"
    package static let collectLocationMark = "collect_location"
    package static let cmpMark = "cmp"
    package static let launchMark = "launch"
    package static let deepLinkMark = "deep_link"
    package static let contentEndMark = "content_end"
    package static let clockScaleMark = "clock_scale"
    /// Its value is a token and what it is used for, as `abc outstream`.
    package static let tokenFormatMark = "token_format"
    /// `preload` when the app fetches an interstitial, `show` when it shows it.
    package static let interstitialMark = "interstitial"
    /// Values of the launch mark after which nothing that the app had stored is left.
    package static let installLaunches = ["install", "reinstall"]
    // Keys of marks that a join of tapes makes; no client can, since a key has no "/".
    package static let joinedTapeMark = "join/tape"
    package static let joinedAppMark = "join/app"
    // Keys of the IAB TCF in-app storage.
    package static let consentKeyPrefix = "IABTCF_"
    package static let consentStringKey = "IABTCF_TCString"
    package static let gdprAppliesKey = "IABTCF_gdprApplies"

    // Values of the guide (§2, §7).
    package static let deviceTypes = ["phone", "tablet"]
    package static let inAppMechanism = "sdk"
    package static let viewableMechanism = "native-sdk"
    package static let viewabilityEvents = ["viewable", "notViewable", "viewUndetermined"]
}
