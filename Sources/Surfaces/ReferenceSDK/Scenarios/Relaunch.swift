extension Scenario {
    /// Three launches: the visitor stays the same, then refuses, and the refusal stays.
    static let relaunch = Scenario(
        name: "relaunch",
        summary: "the visitor ID outlives a launch, the session ID does not, an opt-out does",
        steps: [
            .launch(.publisher),
            .initialize(),
            .loadBanner(zone: TestPlacement.display),
            .lookAtBanner(.seconds(2)),
            .nextTape,
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
        ])
}
