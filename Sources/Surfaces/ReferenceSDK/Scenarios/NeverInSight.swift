extension Scenario {
    /// A banner that is never in sight for a second: after half an hour its measuring ends in silence (guide §7), which
    /// shows beside the app's later requests.
    static let neverInSight = Scenario(
        name: "never-in-sight",
        summary: "a banner that is never viewable says nothing of it, after half an hour neither",
        steps: [
            .launch(.publisher),
            .initialize(),
            .loadBanner(zone: TestPlacement.display),
            .lookAtBanner(.milliseconds(500)),
            .wait(.seconds(31 * 60)),
            .removeBanner,
            .loadBanner(zone: TestPlacement.display),
            .lookAtBanner(.seconds(20)),
        ], fastestClock: 2000)
}
