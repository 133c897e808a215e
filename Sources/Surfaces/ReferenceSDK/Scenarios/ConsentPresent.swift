/// Consent strings of the IAB's own documentation style: valid TCF v2 core strings.
enum TestConsent {
    static let first = "CPXxRfAPXxRfAAfKABENB-CgAAAAAAAAAAYgAAAAAAAA"
    static let second = "CPXxRfAPXxRfAAfKABENB-CgAP_AAP_AAAYgAAAAAAAA"
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
