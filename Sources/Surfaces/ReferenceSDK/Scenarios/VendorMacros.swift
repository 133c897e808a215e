extension Scenario {
    /// Trackers of two vendors have the macro of the consent string; one of the vendors has no consent.
    static let vendorMacros = Scenario(
        name: "vendor-macros",
        summary: "trackers ask for the consent string for two vendors: the one without consent gets none",
        steps: [
            .launch(.publisher),
            .consent(applies: "1", tcString: TestConsent.oneVendor),
            .initialize(),
            .fullScreenVideo(token: TestPlacement.fullScreen),
        ],
        serverTrouble: "vendor-macros")
}
