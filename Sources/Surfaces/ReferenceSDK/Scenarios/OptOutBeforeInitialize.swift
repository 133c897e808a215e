extension Scenario {
    /// The refusal comes before the SDK starts: no ID ever exists, in the next launch neither.
    static let optOutBeforeInitialize = Scenario(
        name: "opt-out-before-initialize",
        summary: "tracking is off before the start, and stays off in the next launch",
        steps: [
            .launch(.publisher),
            .setTracking(false),
            .initialize(collectLocation: true),
            .loadBanner(zone: TestPlacement.display),
            .lookAtBanner(.seconds(2)),
            .tapBanner,
            .fullScreenVideo(token: TestPlacement.fullScreen),
            .launch(.publisher),
            .initialize(collectLocation: true),
            .loadBanner(zone: TestPlacement.display),
            .lookAtBanner(.seconds(2)),
        ])
}
