extension Scenario {
    /// An app for children: ads are shown and counted, without ID and without location.
    static let childDirected = Scenario(
        name: "child-directed",
        summary: "an app directed to children, though tracking and location are asked for",
        steps: [
            .launch(.publisher),
            .initialize(childDirected: true, collectLocation: true),
            .setTracking(true),
            .loadBanner(zone: TestPlacement.display),
            .lookAtBanner(.seconds(2)),
            .tapBanner,
            .interstitial(zone: TestPlacement.interstitial, time: .seconds(5)),
            .fullScreenVideo(token: TestPlacement.fullScreen),
            .instream(token: TestPlacement.instream, film: .seconds(20)),
            .launch(.advertiser),
            .initialize(childDirected: true, collectLocation: true),
            .openLastDestination,
            .conversion(goal: "goal_public_id", valueCents: nil, orderID: nil),
        ])
}
