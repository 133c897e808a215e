extension Scenario {
    /// Two apps on one device: a click in one opens the other, which tells of a purchase, and later of another.
    ///
    /// Then the user refuses in the first app, which the second knows nothing of.
    static let advertisedApp = Scenario(
        name: "advertised-app",
        summary: "a click in one app, the conversion in another; a refusal in one is none in the other",
        steps: [
            .launch(.publisher),
            .initialize(),
            .loadBanner(zone: TestPlacement.display),
            .lookAtBanner(.seconds(2)),
            .tapBanner,
            .setTracking(false),
            .nextTape,
            .launch(.advertiser),
            .initialize(),
            .openLastDestination,
            .conversion(goal: "goal_public_id", valueCents: 4990, orderID: "order-123"),
            .nextTape,
            .launch(.publisher),
            .initialize(),
            .loadBanner(zone: TestPlacement.display),
            .lookAtBanner(.seconds(2)),
            .nextTape,
            .launch(.advertiser),
            .initialize(),
            .openLink("https://shop.advertiser.test/ajuda?utm_source=email"),
            .conversion(goal: "goal_public_id", valueCents: 1990, orderID: "order-124"),
        ])
}
