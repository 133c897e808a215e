extension Scenario {
    /// The publisher plays the ad by itself: the request carries the app, and the SDK measures nothing. Two calls too
    /// early or without a token get no address.
    static let ownPlayer = Scenario(
        name: "own-player",
        summary: "an address from buildVastUrl in a player that is not the SDK's",
        steps: [
            .launch(.publisher),
            .ownPlayer(token: TestPlacement.ownPlayer),
            .initialize(),
            .ownPlayer(token: ""),
            .ownPlayer(token: TestPlacement.ownPlayer),
        ])
}
