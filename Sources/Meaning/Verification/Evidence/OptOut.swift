import AdTimeline
import IdentityTrace
import SDKContracts

/// Which rule speaks of a first-party request that was sent while tracking was off.
enum OptOutConcern {
    /// MK-061: off before anything was sent.
    case fromTheStart
    /// MK-062: a later process than the one in which tracking was turned off.
    case afterRelaunch
    /// MK-064: about an ad that was loaded while tracking was on.
    case earlierAd
    /// MK-060: anything else.
    case plain

    /// Nil while tracking is on or undeclared, and in a child-directed app, of which other rules speak.
    init?(_ sighting: Sighting, _ evidence: Evidence) {
        guard evidence.isOptedOut(sighting), evidence.isSDKRequest(sighting), !evidence.isChildDirected(sighting),
            let since = sighting.state.offSince
        else { return nil }
        let before = evidence.lastFirstParty(upTo: since)
        let isRelaunched = sighting.state.launchCount > sighting.state.launchCountWhenOff
        let process = evidence.processes.process(of: sighting.number)
        if let before {
            let former = evidence.processes.process(of: before)
            if isRelaunched || (process != nil && former != nil && process != former) {
                self = .afterRelaunch
            } else if Self.isAboutAd(loadedUpTo: since, sighting, evidence) {
                self = .earlierAd
            } else {
                self = .plain
            }
        } else {
            // The launch at which tracking was off from the start may be marked after the opt-out.
            let isFirst = process.map { $0 == 0 } ?? true
            self =
                isFirst && sighting.state.launchCount <= sighting.state.launchCountWhenOff + 1
                ? .fromTheStart : .afterRelaunch
        }
    }

    private static func isAboutAd(loadedUpTo number: Int, _ sighting: Sighting, _ evidence: Evidence) -> Bool {
        switch sighting.role {
        case .serve, .vast, .vmap, .conversion: return false
        default: break
        }
        if let fill = evidence.timeline.fill(of: sighting.number) { return fill.exchange <= number }
        return evidence.timeline.join(of: sighting.number).map { $0.root <= number } ?? false
    }
}
