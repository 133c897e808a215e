extension Scenario {
    /// The publisher plays the ad by itself: the request carries the app, and the SDK measures nothing.
    static let ownPlayer = Scenario(
        name: "own-player",
        summary: "an address from buildVastUrl in a player that is not the SDK's",
        steps: [
            .launch(.publisher),
            .initialize(),
            .ownPlayer(token: TestPlacement.outstream),
        ])
}
