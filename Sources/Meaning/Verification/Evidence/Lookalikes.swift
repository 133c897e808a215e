import CassetteFormat
import HTTPModel
import SDKContracts

/// Which hosts could be taken for the base host: found out once for each, for the same few are asked again and again.
struct Lookalikes: Sendable {
    /// Hosts that are remembered; beyond them all are forgotten.
    private static let hostCount = 1_024

    private var known: [ServerOrigin: Bool] = [:]
    /// The third party's request that was seen last, and whether its host is such a one.
    private var latest: (request: Int, isLookalike: Bool) = (0, false)

    mutating func see(_ sighting: Sighting, _ hosts: FirstPartyHosts) {
        let origin = sighting.exchange.origin
        if let isLookalike = known[origin] {
            latest = (sighting.number, isLookalike)
            return
        }
        if known.count == Self.hostCount { known = [:] }
        let isLookalike = hosts.resembles(origin)
        known[origin] = isLookalike
        latest = (sighting.number, isLookalike)
    }

    /// False for a request that is not the last one seen.
    func contains(_ sighting: Sighting) -> Bool { latest.request == sighting.number && latest.isLookalike }
}
