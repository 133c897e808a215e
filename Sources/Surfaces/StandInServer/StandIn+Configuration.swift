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

    /// A Global Vendor List of the two vendors whose trackers are told, and the name of its file beside `fita.json`.
    package static let vendorListName = "vendor-list.json"
    package static let vendorList = """
        {
          "gvlSpecificationVersion": 3,
          "vendorListVersion": 142,
          "tcfPolicyVersion": 5,
          "lastUpdated": "2026-01-29T16:00:27Z",
          "vendors": {
            "13": {
              "id": 13, "name": "Verificador de Teste",
              "purposes": [1, 3, 4], "legIntPurposes": [7], "flexiblePurposes": [7],
              "specialPurposes": [], "features": [], "specialFeatures": []
            },
            "755": {
              "id": 755, "name": "Auditoria de Teste",
              "purposes": [1, 3, 4], "legIntPurposes": [2, 7], "flexiblePurposes": [2, 7],
              "specialPurposes": [1, 2], "features": [2], "specialFeatures": []
            }
          }
        }

        """
}
