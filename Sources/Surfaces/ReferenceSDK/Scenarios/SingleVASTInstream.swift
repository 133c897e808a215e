extension Scenario {
    /// A schedule address answers one ad: it plays before the film, and nothing is asked twice.
    static let singleVASTInstream = Scenario(
        name: "single-vast-instream",
        summary: "the schedule is a lone VAST: a pre-roll without a second request",
        steps: [
            .launch(.publisher),
            .initialize(),
            .instream(token: TestPlacement.single, film: .seconds(15)),
        ])
}
