extension Scenario {
    /// The publisher's app starts, location on.
    private static let start: [Step] = [.launch(.publisher), .initialize(collectLocation: true)]

    private static let displayAds: [Step] = [
        .loadBanner(zone: TestPlacement.display, contentURL: "https://publisher.test/notícia/123?a=1&b=2"),
        .lookAtBanner(.seconds(3)),
        .tapBanner,
        .removeBanner,
        .interstitial(zone: TestPlacement.interstitial, time: .seconds(6), tap: true),
        .loadBanner(zone: TestPlacement.display),
        .lookAtBanner(.milliseconds(500)),
        .tapBanner,
        .removeBanner,
    ]

    private static let videoAds: [Step] = [
        .fullScreenVideo(
            token: TestPlacement.fullScreen,
            [.init(.mute, at: .seconds(4)), .init(.unmute, at: .seconds(5)), .init(.tap, at: .seconds(7))]),
        .fullScreenVideo(token: TestPlacement.fullScreen, [.init(.skip, at: .seconds(8))]),
        // The viewer finds no skip there, scrolls it out of sight for a while, and touches the sound twice.
        .outstream(
            token: TestPlacement.outstream,
            [
                .init(.leave(.seconds(2)), at: .seconds(1)), .init(.unmute, at: .seconds(4)),
                .init(.mute, at: .seconds(13)), .init(.skip, at: .seconds(14)),
            ]),
    ]

    private static let film: [Step] = [.instream(token: TestPlacement.instream, film: .seconds(30))]

    /// The last click's address opens the advertised app, and the user buys there.
    private static let purchase: [Step] = [
        .launch(.advertiser),
        .initialize(),
        .openLastDestination,
        .openLink("https://shop.advertiser.test/ajuda?utm_source=email"),
        .conversion(goal: "goal_public_id", valueCents: 4990, orderID: "order-123"),
    ]

    /// Every format once, a click to its conversion in the advertised app, location on.
    static let fullRun = Scenario(
        name: "full-run",
        summary: "every format, a click with its conversion, a third-party break, location on",
        steps: start + displayAds + videoAds + film + purchase)

    static let display = Scenario(
        name: "display", summary: "banners and an interstitial, a click into an app with its conversion, location on",
        steps: start + displayAds + purchase)

    static let video = Scenario(
        name: "video",
        summary: "full-screen and outstream video: muted, tapped, skipped, out of sight",
        steps: start + videoAds, fastestClock: 20)

    static let instream = Scenario(
        name: "instream", summary: "a film with three breaks, one of them a third party's", steps: start + film)

    /// One banner, tapped twice with time between; slow enough for a double tap to show.
    static let twoTaps = Scenario(
        name: "two-taps", summary: "a banner that is tapped, and tapped again after a while",
        steps: start + [
            .loadBanner(zone: TestPlacement.display), .lookAtBanner(.seconds(2)), .tapBanner, .wait(.seconds(3)),
            .tapBanner, .removeBanner,
        ], fastestClock: 50)

    /// A break whose server is down: it is left out, the film and the later break go on (guide §3.5).
    static let failedBreak = Scenario(
        name: "failed-break", summary: "a third party's server is down: the film and the later break go on",
        steps: start + film, serverTrouble: "third-party-503")

    /// A break whose picture stands still: the watchdog ends it after 15 s (guide §3.5).
    static let stalledBreak = Scenario(
        name: "stalled-break", summary: "a break's media breaks off: the watchdog ends it, the film goes on",
        steps: start + [.instream(token: TestPlacement.instream, film: .seconds(15))],
        serverTrouble: "third-party-media-stalls", fastestClock: 20)
}
