/// What an app tells the SDK at its start (guide §2, §5).
package final class MetrikeConfig {
    /// Shown in place of the bundle's name.
    package var appName: String?
    /// No installation ID, no location, and `child_directed=1` in every request.
    package var childDirected = false
    /// Lets tracked beacons carry a coarse location, where the app may read one.
    package var collectLocation = false
    /// Scheme and host of the ad server, without a path: the first party is this host.
    package var baseURL = "https://ads.metrike.test"

    package init() {}
}
