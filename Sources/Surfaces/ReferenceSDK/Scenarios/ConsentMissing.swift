extension Scenario {
    /// The consent platform says that the GDPR applies and has no string: the zone refuses, and is asked again.
    static let consentMissing = Scenario(
        name: "consent-missing", summary: "gdpr=1 without a consent string: the zone refuses and is asked again",
        steps: [
            .launch(.publisher),
            .consent(applies: "1", tcString: nil),
            .initialize(),
            .loadBanner(zone: TestPlacement.consent),
            .lookAtBanner(.seconds(2)),
            .loadBanner(zone: TestPlacement.consent),
            .lookAtBanner(.seconds(2)),
        ])
}
