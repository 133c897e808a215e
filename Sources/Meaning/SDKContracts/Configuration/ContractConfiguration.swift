package import ConsentStrings

/// What the guide leaves to the deployment: hosts, paths and the names it does not fix.
package struct ContractConfiguration: Sendable, Equatable {
    /// When a zone's refusal ends.
    package enum ZoneBlockScope: String, Sendable, CaseIterable {
        /// With an answer of that zone that does not refuse.
        case untilAnswer = "until_answer"
        /// After the next request of that zone.
        case oneRequest = "one_request"
    }

    package enum BeaconMethod: String, Sendable, CaseIterable {
        case get = "GET"
        case post = "POST"
    }

    /// What a zone or a token is used for (guide §3).
    package enum AdFormat: String, Sendable, CaseIterable {
        case banner, interstitial, outstream, instream
        case fullScreen = "fullscreen"
        /// A player of the publisher's, fed by `buildVastUrl` (guide §3.6).
        case ownPlayer = "own_player"
    }

    /// The base URL of the SDK; its path, if any, stands before every endpoint's path.
    package var baseURL: String?
    /// Further first-party hosts. The guide knows exactly one ("mesmo host").
    package var extraHosts: [String] = []
    /// Whether another port of the base host is a third party. The guide speaks of the host only.
    package var matchesPort = false
    package var servePath = MetrikeVocabulary.servePath
    package var vastPath = MetrikeVocabulary.vastPath
    package var vmapPath = MetrikeVocabulary.vmapPath
    package var clickPath = MetrikeVocabulary.clickPath
    package var beaconPaths = MetrikeVocabulary.beaconPaths
    package var conversionPaths = MetrikeVocabulary.conversionPaths
    /// First-party paths besides, that the deployment knows: a path stands for those below it too.
    package var knownPaths: [String] = []
    /// The method of a beacon; nil where any may be one.
    package var beaconMethod: BeaconMethod?
    /// The names that stand for a field, the first being the usual one.
    package var names: [FieldKind: [String]] = MetrikeVocabulary.names
    /// RFC 6901 pointer to the zone's refusal in a `/serve` answer.
    package var trackingPointer = MetrikeVocabulary.trackingPointer
    /// Names whose values tie a beacon or a click to its `/serve` answer. Empty: learned from the answers.
    package var joinKeys: [String] = []
    package var zoneBlockScope = ZoneBlockScope.untilAnswer
    /// RFC 6901 pointer to the kind of creative in a `/serve` answer.
    package var creativeKindPointer = MetrikeVocabulary.creativeKindPointer
    /// RFC 6901 pointer to the campaign's URL in a `/serve` answer.
    package var landingPointer = MetrikeVocabulary.landingPointer
    /// The campaigns' URLs, as /click should lead to them but for the click ID.
    package var landingURLs: [String] = []
    /// What each zone is used for, by the zone's ID as sent.
    package var zoneFormats: [String: AdFormat] = [:]
    /// What each `/vast` or `/vmap` token is used for.
    package var tokenFormats: [String: AdFormat] = [:]
    /// Severities in place of the rules' own, `P0` to `P3` by code.
    package var severities: [String: String] = [:]
    /// Third-party hosts that the app is known to talk to; `.cdn.example` stands for every host below `cdn.example`.
    package var expectedHosts: [String] = []
    /// Where the SDK's releases come from: a third party, though it has the ad server's domain.
    package var distributionHosts = [MetrikeVocabulary.distributionHost]
    /// The zones that a recording may name; empty where it may name any.
    package var testZones: [String] = []
    /// Where the vendor list is, as the configuration says.
    package var vendorListPath: String?
    /// What that file says; whoever reads the configuration's file reads it too.
    package var vendorList: GlobalVendorList?
    package var readings = ContractReadings()

    package init(baseURL: String? = nil) {
        self.baseURL = baseURL
    }

    package func name(_ kind: FieldKind) -> String { names[kind]?.first ?? "" }
}
