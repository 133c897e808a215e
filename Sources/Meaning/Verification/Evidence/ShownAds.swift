import AdTimeline
import SDKContracts

/// Whether ads that are shown in a state of the app are counted in it.
///
/// That no ad is asked for proves nothing, nor that an answered one is not shown. An ad counts as shown where its
/// creative or media is fetched or it is clicked, and as lost where not one impression of the state comes.
struct ShownAds {
    private(set) var asked = 0
    private(set) var impressions = 0
    /// The first request that shows an ad, as a finding of its loss.
    private var shown: Finding?
    /// An event came by its name: that there is no impression is no matter of names.
    private var knowsEvents = false

    /// Takes in a sighting of the state. Ads asked up to `since` belong to an earlier one.
    mutating func see(_ sighting: Sighting, _ evidence: Evidence, since: Int, lost: (Sighting) -> Finding) {
        switch sighting.role {
        case .serve, .vast, .vmap: asked += 1
        default: break
        }
        if let event = evidence.displayEvent(sighting) ?? evidence.markupEvent(sighting) {
            knowsEvents = true
            if event.name == "impression", event.ad > since { impressions += 1 }
        } else if shown == nil, impressions == 0, Self.isShown(sighting, evidence, since) {
            shown = lost(sighting)
        }
    }

    /// Whether a request is made for an ad on screen. A third party's break is counted by that party.
    private static func isShown(_ sighting: Sighting, _ evidence: Evidence, _ since: Int) -> Bool {
        if sighting.role == .click {
            return evidence.timeline.fill(of: sighting.number).map { $0.exchange > since } ?? false
        }
        guard let join = evidence.timeline.join(of: sighting.number) else { return false }
        guard join.root > since, join.breakReference?.isThirdParty != true else { return false }
        if case .answerLink = join.purpose { return sighting.isThirdParty || sighting.isFromBrowser }
        return join.purpose.isAsset
    }

    func verdict(_ state: String) -> RuleVerdict {
        if impressions > 0 { return .pass("impressions \(state): \(impressions)") }
        if let shown, knowsEvents { return .fail([shown]) }
        return .notObserved(
            asked == 0
                ? "a request for an ad \(state) would show it"
                : "an ad that is shown \(state), and its impression, would show it")
    }
}
