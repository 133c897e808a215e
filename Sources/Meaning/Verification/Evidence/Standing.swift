import AdTimeline
import SDKContracts

/// What most rules ask of a request first. It is found out once, for the request that is judged.
struct Standing: Sendable {
    let request: Int
    /// The SDK itself made it, to its server: not what a redirect, a player or a web view fetches.
    let isSDKRequest: Bool
    /// A first-party tracker that a VAST or VMAP document asked for.
    let isMarkupPixel: Bool
    /// It reports an event.
    let isBeacon: Bool
    /// Declared, or said on the wire by the same process.
    let isChildDirected: Bool

    /// - Parameter timeline: has taken the sighting in.
    init(_ sighting: Sighting, _ timeline: AdTimeline, _ processes: ProcessMap) {
        request = sighting.number
        let join = timeline.join(of: sighting.number)
        isSDKRequest = Self.isSDKRequest(sighting, join)
        isMarkupPixel = sighting.isFirstParty && join?.told.role.isTracker == true
        isBeacon =
            sighting.role.isBeacon
            || sighting.role == .other && isSDKRequest && timeline.fill(of: sighting.number) != nil
        isChildDirected =
            sighting.state.childDirected == true
            || processes.process(of: sighting.number).map { processes.processes[$0].saysChildDirected } == true
    }

    private static func isSDKRequest(_ sighting: Sighting, _ join: Join?) -> Bool {
        guard sighting.isFirstParty else { return false }
        if join?.told.role == .redirect || join?.purpose.isAsset == true { return false }
        switch sighting.role {
        case .none: return false
        case .other:
            if join?.purpose.isTracker == true { return true }
            return !sighting.isFromBrowser && !sighting.isFromMediaPlayer
        default: return true
        }
    }
}
