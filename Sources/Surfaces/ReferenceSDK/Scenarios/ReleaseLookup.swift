extension Scenario {
    /// The host of the SDK's download is not the ad server: it learns nothing of the app (guide §1, §7).
    static let releaseLookup = Scenario(
        name: "release-lookup",
        summary: "the app looks up the SDK's release where it is downloaded from, as nobody in particular",
        steps: [
            .launch(.publisher),
            .initialize(),
            .loadBanner(zone: TestPlacement.display),
            .lookAtBanner(.seconds(2)),
            .lookUpRelease,
        ])
}
