extension StandIn {
    /// What a `fita.json` for the stand-in says: its placements and their formats, and the hosts it plays.
    package static let configuration = """
        {
          "paths": {"known": ["/px"]},
          "formats": {
            "zones": {"13778": "banner", "13779": "banner", "13780": "interstitial"},
            "tokens": {
              "vast-fullscreen-13779": "fullscreen",
              "vast-outstream-13779": "outstream",
              "vast-own-player-13779": "own_player",
              "vast-postroll-13779": "instream",
              "vmap-instream-13779": "instream",
              "vmap-single-13779": "instream"
            }
          },
          "hosts": {
            "expected": [
              "media.edge-cdn.test", "thirdparty-a.test", "cdn.thirdparty-a.test", "thirdparty-b.test",
              ".thirdparty-b.test", "shop.advertiser.test", "video.publisher.test", "cdx.metrike.test",
              "go.redirector.test"
            ],
            "distribution": ["cdx.metrike.test"]
          },
          "policy": {"test_zones": ["13778", "13779", "13780"]}
        }

        """
}
