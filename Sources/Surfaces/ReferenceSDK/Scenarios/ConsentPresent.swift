/// Consent strings of the IAB's own documentation style: valid TCF v2 core strings.
enum TestConsent {
    static let first = "CPXxRfAPXxRfAAfKABENB-CgAAAAAAAAAAYgAAAAAAAA"
    static let second = "CPXxRfAPXxRfAAfKABENB-CgAP_AAP_AAAYgAAAAAAAA"
    /// Consent to purposes 1 to 4 and 7 for vendor 755; vendor 13 was disclosed, and refused.
    static let oneVendor =
        "CQe_xoAQe_xoAAfABBENCOFgAPIAAAAAAAKIF5wAQF5gAAAA.IF5wAgAGgLz"
}

extension Scenario {
    /// A consent platform is there, and its string changes while the app runs.
    static let consentPresent = Scenario(
        name: "consent-present",
        summary: "consent signals travel on serve requests, and a changed string on the next one",
        steps: [
            .launch(.publisher),
            .consent(applies: "1", tcString: TestConsent.first),
            .initialize(),
            .loadBanner(zone: TestPlacement.display),
            .lookAtBanner(.seconds(2)),
            .consent(applies: "1", tcString: TestConsent.second),
            .interstitial(zone: TestPlacement.interstitial, time: .seconds(5)),
            .fullScreenVideo(token: TestPlacement.fullScreen),
        ])
}
