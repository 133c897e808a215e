extension Scenario {
    /// Every format once, a click to its conversion in the advertised app, location on.
    static let fullRun = Scenario(
        name: "full-run",
        summary: "every format, a click with its conversion, a third-party break, location on",
        steps: [
            .launch(.publisher),
            .initialize(collectLocation: true),
            .loadBanner(zone: TestPlacement.display, contentURL: "https://publisher.test/notícia/123?a=1&b=2"),
            .lookAtBanner(.seconds(3)),
            .tapBanner,
            .removeBanner,
            .interstitial(zone: TestPlacement.display, time: .seconds(6), tap: true),
            .loadBanner(zone: TestPlacement.display),
            .lookAtBanner(.milliseconds(500)),
            .removeBanner,
            .fullScreenVideo(
                token: TestPlacement.fullScreen,
                [.init(.mute, at: .seconds(4)), .init(.unmute, at: .seconds(5)), .init(.tap, at: .seconds(7))]),
            .fullScreenVideo(token: TestPlacement.fullScreen, [.init(.skip, at: .seconds(8))]),
            .outstream(token: TestPlacement.outstream, [.init(.unmute, at: .seconds(3))]),
            .instream(token: TestPlacement.instream, film: .seconds(30)),
            .launch(.advertiser),
            .initialize(),
            .openLastDestination,
            .openLink("https://shop.advertiser.test/ajuda?utm_source=email"),
            .conversion(goal: "goal_public_id", valueCents: 4990, orderID: "order-123"),
        ])
}
