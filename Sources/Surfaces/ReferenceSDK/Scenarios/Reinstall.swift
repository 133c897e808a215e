extension Scenario {
    /// The app is started again, then removed and installed again: a new visitor, who has refused nothing.
    static let reinstall = Scenario(
        name: "reinstall",
        summary: "a relaunch keeps the visitor ID, a new installation does not, nor a refusal before it",
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
            .nextTape,
            .reinstall(.publisher),
            .initialize(),
            .loadBanner(zone: TestPlacement.display),
            .lookAtBanner(.seconds(2)),
        ])
}
