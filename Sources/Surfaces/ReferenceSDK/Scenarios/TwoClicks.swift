extension Scenario {
    private static let click: [Step] = [
        .launch(.publisher),
        .initialize(),
        .loadBanner(zone: TestPlacement.display),
        .lookAtBanner(.seconds(2)),
        .tapBanner,
        .launch(.advertiser),
        .initialize(),
        .openLastDestination,
    ]

    /// Two clicks open the advertised app one after the other before the user buys.
    static let twoClicks = Scenario(
        name: "two-clicks", summary: "two clicks open the advertised app; the purchase is the later one's",
        steps: click + click + [.conversion(goal: "goal_public_id", valueCents: 4990, orderID: "order-124")])
}
