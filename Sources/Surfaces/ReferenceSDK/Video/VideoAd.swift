/// A linear ad with the addresses of its whole wrapper chain, outermost first.
struct VideoAd {
    struct Tracker {
        let event: String
        let url: [UInt8]
    }

    /// The ad of the ad server itself, for native beacons; nil where a third party answered.
    var own: LoadedAd?
    var impressions: [[UInt8]] = []
    var errors: [[UInt8]] = []
    var trackers: [Tracker] = []
    var clickTrackers: [[UInt8]] = []
    var clickThrough: [UInt8]?
    var mediaURL: [UInt8] = []
    /// What `<Duration>` says; the player's own length replaces it (guide §7).
    var statedDuration: Duration?
    var skipOffset: Duration?
}

/// Why a chain led to no ad, with the code for `[ERRORCODE]` (VAST 4.3 §2.3.6.3).
struct VideoAdFailure: Error {
    let code: Int
    let why: String
    /// Whom to tell: the `Error` addresses of the chain so far.
    let errors: [[UInt8]]
}
