import AdTimeline
import HTTPModel
import SDKContracts

/// The way of a click: `/click`, its redirect, and each redirect after it.
struct ClickChain {
    /// An exchange that answered with a Location.
    struct Hop {
        let sighting: Sighting
        /// As sent.
        let location: [UInt8]
        let range: Range<Int>
        let reading: ClickIDReading
        /// The request that followed; nil where the recording shows none.
        let next: Sighting?

        var isWeb: Bool {
            let url = URLBytes(location)
            return url.scheme == nil || url.webScheme != nil
        }

        var place: EvidencePlace {
            EvidencePlace(part: .responseHead, surface: .header, name: "location", range: range)
        }
    }

    /// A chain is followed so far and no farther.
    static let longest = 32

    let hops: [Hop]

    init(from click: Sighting, _ evidence: Evidence) {
        var hops: [Hop] = []
        var visited: Set<Int> = []
        var current: Sighting? = click
        while let sighting = current, let location = sighting.location, hops.count < Self.longest,
            visited.insert(sighting.number).inserted
        {
            let next = evidence.timeline.nextHop(after: sighting.number).flatMap(evidence.sighting)
            hops.append(
                Hop(
                    sighting: sighting, location: Array(location.bytes), range: location.range,
                    reading: ClickIDReading(location.bytes, name: evidence.configuration.name(.clickID)),
                    next: next))
            current = next
        }
        self.hops = hops
    }

    /// The click ID that the ad server's redirect gave: exactly one, as a parameter.
    var clickID: [UInt8]? {
        guard let values = hops.first?.reading.values, values.count == 1, !values[0].isEmpty else { return nil }
        return values[0]
    }
}
