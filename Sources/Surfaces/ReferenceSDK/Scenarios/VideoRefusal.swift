extension Scenario {
    /// A VAST answer refuses tracking by an Extension of its own: the SDK keeps to it, though the guide names none.
    static let videoRefusal = Scenario(
        name: "video-refusal", summary: "VAST answers refuse tracking in an Extension: the pixels go without ID",
        steps: [
            .launch(.publisher),
            .initialize(collectLocation: true),
            .loadBanner(zone: TestPlacement.display),
            .lookAtBanner(.seconds(2)),
            .fullScreenVideo(token: TestPlacement.fullScreen),
        ],
        serverTrouble: "vast-refuses-tracking")
}
