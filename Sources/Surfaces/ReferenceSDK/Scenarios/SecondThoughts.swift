extension Scenario {
    /// The user refuses, and allows tracking again in a later launch.
    static let secondThoughts = Scenario(
        name: "second-thoughts",
        summary: "a refusal, taken back in a later launch: a new ID, without a link to the old one",
        steps: [
            .launch(.publisher),
            .initialize(),
            .loadBanner(zone: TestPlacement.display),
            .lookAtBanner(.seconds(2)),
            .setTracking(false),
            .nextTape,
            .launch(.publisher),
            .initialize(),
            .loadBanner(zone: TestPlacement.display),
            .lookAtBanner(.seconds(2)),
            .setTracking(true),
            .loadBanner(zone: TestPlacement.display),
            .lookAtBanner(.seconds(2)),
        ])
}
