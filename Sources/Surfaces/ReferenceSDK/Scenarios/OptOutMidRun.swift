extension Scenario {
    /// The user refuses while a banner is on screen, and later allows tracking again.
    static let optOutMidRun = Scenario(
        name: "opt-out-mid-run",
        summary: "tracking goes off while an ad is on screen, then on again with a new ID",
        steps: [
            .launch(.publisher),
            .initialize(collectLocation: true),
            .loadBanner(zone: TestPlacement.display),
            .setTracking(false),
            .lookAtBanner(.seconds(2)),
            .tapBanner,
            .loadBanner(zone: TestPlacement.display),
            .lookAtBanner(.seconds(2)),
            .removeBanner,
            .fullScreenVideo(token: TestPlacement.fullScreen),
            .instream(token: TestPlacement.instream, film: .seconds(20)),
            .setTracking(true),
            .loadBanner(zone: TestPlacement.display),
            .lookAtBanner(.seconds(2)),
        ])
}
