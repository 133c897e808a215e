import HTTPModel
import SDKContracts

/// A collector that ties an installation to a click by other ways than the guide's: the system's attribution postbacks,
/// and services that recognise a device by its traits.
struct AttributionSubstitute: Sendable {
    /// What is collected there, in words.
    let what: String
    /// Where it stands; nil where the path alone tells.
    let host: Domain?
    /// The path begins so.
    let path: [UInt8]

    private init(what: String, host: String?, path: String) {
        self.what = what
        self.host = host.map { Domain($0) }
        self.path = Array(path.utf8)
    }

    /// Sources: Apple, "NSAdvertisingAttributionReportEndpoint" and "AttributionCopyEndpoint" (the two paths, on any
    /// registrable domain); Apple, "AdServices" (its host); the hosts in the integration guides of Fingerprint
    /// (fpjs.io, fpcdn.io, fpjscdn.net, fptls.com), LexisNexis ThreatMetrix (online-metrix.net), TransUnion iovation
    /// (iesnare.com, iovation.com), Sift (siftscience.com) and SEON (seondf.com).
    static let all: [AttributionSubstitute] =
        [
            .init(what: "a SKAdNetwork postback", host: nil, path: "/.well-known/skadnetwork/report-attribution"),
            .init(
                what: "an AdAttributionKit postback", host: nil,
                path: "/.well-known/appattribution/report-attribution"),
            .init(what: "an AdServices attribution", host: "api-adservices.apple.com", path: "/"),
        ]
        + [
            "fpjs.io", "fpcdn.io", "fpjscdn.net", "fptls.com", "online-metrix.net", "iesnare.com", "iovation.com",
            "siftscience.com", "seondf.com",
        ].map { .init(what: "a device fingerprint", host: $0, path: "/") }

    /// Whether a host is one of a service by which apps attribute their installations. Sources: the hosts in the
    /// integration guides of Branch, AppsFlyer, Adjust, Kochava, Singular, Airbridge and Tenjin.
    static func isService(_ host: String) -> Bool { services.contains { $0.contains(host) } }

    private static let services = [
        "branch.io", "appsflyer.com", "appsflyersdk.com", "adjust.com", "adjust.world", "adjust.net.in", "kochava.com",
        "singular.net", "airbridge.io", "tenjin.com",
    ].map { Domain($0) }

    static func matching(_ sighting: Sighting) -> AttributionSubstitute? {
        all.first { $0.matches(sighting) }
    }

    private func matches(_ sighting: Sighting) -> Bool {
        if let host, !host.contains(sighting.host) { return false }
        return sighting.target.pathBytes.starts(with: path)
    }
}
