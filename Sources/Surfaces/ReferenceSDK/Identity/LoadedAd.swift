/// An ad that was answered, as its later requests need it.
final class LoadedAd {
    let adID: String
    let zone: Int?
    /// Its zone answered `tracking: false`.
    let refusesTracking: Bool
    /// The visitor ID there was when it came.
    let visitorIDAtLoad: String?

    init(adID: String, zone: Int?, refusesTracking: Bool, visitorIDAtLoad: String?) {
        self.adID = adID
        self.zone = zone
        self.refusesTracking = refusesTracking
        self.visitorIDAtLoad = visitorIDAtLoad
    }
}
