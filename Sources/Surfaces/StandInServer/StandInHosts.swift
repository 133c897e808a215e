/// The parts a stand-in plays.
package enum StandInRole: String, CaseIterable, Sendable {
    /// The ad server of the guide: `/serve`, `/vast`, `/vmap`, `/click`, beacons and conversions.
    case metrike
    /// Files of the ad server's own creatives, on a network of another party.
    case metrikeMedia
    /// Answers wrappers that lead to ``thirdPartyB``.
    case thirdPartyA
    case thirdPartyB
    case thirdPartyMedia
    /// Stands between some clicks and their site.
    case redirector
    /// The site a click leads to.
    case advertiser
    /// The publisher's own content video.
    case publisherMedia
    /// Where the SDK is downloaded from: in the ad server's domain, and not the ad server.
    case distribution
}

/// Which host name plays which part. Names are in lower case and without port.
package struct StandInHosts: Hashable, Sendable {
    package var metrike = "ads.metrike.test"
    package var metrikeMedia = "media.edge-cdn.test"
    package var thirdPartyA = "thirdparty-a.test"
    package var thirdPartyB = "thirdparty-b.test"
    package var thirdPartyMedia = "cdn.thirdparty-a.test"
    package var redirector = "go.redirector.test"
    package var advertiser = "shop.advertiser.test"
    package var publisherMedia = "video.publisher.test"
    package var distribution = "cdx.metrike.test"

    package init() {}

    /// A host of the second third party that begins like the ad server's name.
    package var lookAlike: String { "\(metrike).\(thirdPartyB)" }

    package subscript(role: StandInRole) -> String {
        switch role {
        case .metrike: metrike
        case .metrikeMedia: metrikeMedia
        case .thirdPartyA: thirdPartyA
        case .thirdPartyB: thirdPartyB
        case .thirdPartyMedia: thirdPartyMedia
        case .redirector: redirector
        case .advertiser: advertiser
        case .publisherMedia: publisherMedia
        case .distribution: distribution
        }
    }

    /// Every name, each once, the look-alike included: what a certificate for the stand-in must cover.
    package var all: [String] { StandInRole.allCases.map { self[$0] } + [lookAlike] }

    package func role(of host: String) -> StandInRole? {
        host == lookAlike ? .thirdPartyB : StandInRole.allCases.first { self[$0] == host }
    }
}
