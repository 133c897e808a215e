/// What the guide leaves to the deployment: hosts, paths and the names it does not fix.
package struct ContractConfiguration: Sendable, Equatable {
    /// When a zone's refusal ends.
    package enum ZoneBlockScope: String, Sendable {
        /// With an answer of that zone that does not refuse.
        case untilAnswer = "until_answer"
        /// After the next request of that zone.
        case oneRequest = "one_request"
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
    /// The names that stand for a field, the first being the usual one.
    package var names: [FieldKind: [String]] = MetrikeVocabulary.names
    /// RFC 6901 pointer to the zone's refusal in a `/serve` answer.
    package var trackingPointer = MetrikeVocabulary.trackingPointer
    /// Names whose values tie a beacon or a click to its `/serve` answer. Empty: learned from the answers.
    package var joinKeys: [String] = []
    package var zoneBlockScope = ZoneBlockScope.untilAnswer

    package init(baseURL: String? = nil) {
        self.baseURL = baseURL
    }

    package func name(_ kind: FieldKind) -> String { names[kind]?.first ?? "" }
}
