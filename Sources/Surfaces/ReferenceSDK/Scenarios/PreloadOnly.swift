extension Scenario {
    /// Ads are fetched ahead of time and never shown: nothing of them is counted. One of each is shown after them.
    static let preloadOnly = Scenario(
        name: "preload-only",
        summary: "an interstitial and a full-screen video are fetched and never shown; others after them are",
        steps: [
            .launch(.publisher),
            .initialize(),
            .unshownInterstitial(zone: TestPlacement.display),
            .unshownVideo(token: TestPlacement.fullScreen),
            .interstitial(zone: TestPlacement.display, time: .seconds(5)),
            .fullScreenVideo(token: TestPlacement.fullScreen),
        ])
}
