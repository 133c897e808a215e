extension Scenario {
    /// A zone answers `tracking: false` until consent comes; another zone is not touched by it.
    static let zoneRefusal = Scenario(
        name: "zone-refusal",
        summary: "a zone refuses tracking until consent comes; another zone tracks on",
        steps: [
            .launch(.publisher),
            .initialize(collectLocation: true),
            .loadBanner(zone: TestPlacement.consent),
            .lookAtBanner(.seconds(2)),
            .tapBanner,
            .loadBanner(zone: TestPlacement.display),
            .lookAtBanner(.seconds(2)),
            .loadBanner(zone: TestPlacement.consent),
            .lookAtBanner(.seconds(2)),
            .consent(applies: "1", tcString: TestConsent.first),
            .loadBanner(zone: TestPlacement.consent),
            .lookAtBanner(.seconds(2)),
            .loadBanner(zone: TestPlacement.consent),
            .lookAtBanner(.seconds(2)),
        ])
}
