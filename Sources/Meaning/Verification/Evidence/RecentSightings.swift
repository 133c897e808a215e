import CassetteFormat
import SDKContracts

/// The latest sightings, as many as the limits allow.
struct RecentSightings: Sendable {
    private let countLimit: Int
    private let sizeLimit: Int
    /// In the order of the numbers; those before `start` are forgotten.
    private var kept: [Sighting] = []
    private var start = 0
    private var positions: [Int: Int] = [:]
    private var size = 0
    /// Added to a position in `kept` it gives the position in `positions`.
    private var offset = 0

    init(count: Int, size: Int) {
        countLimit = count
        sizeLimit = size
    }

    var all: ArraySlice<Sighting> { kept[start...] }

    subscript(_ number: Int) -> Sighting? { positions[number].map { kept[$0 - offset] } }

    /// Answers the number below which nothing is kept any longer, where that has changed.
    mutating func add(_ sighting: Sighting) -> Int? {
        positions[sighting.number] = kept.count + offset
        kept.append(sighting)
        size += sighting.size
        guard kept.count - start > countLimit || size > sizeLimit else { return nil }
        // A quarter at once: forgetting one by one would move the rest each time.
        let count = max(1, countLimit - countLimit / 4)
        while kept.count - start > count || (size > sizeLimit - sizeLimit / 4 && kept.count - start > 1) {
            size -= kept[start].size
            positions[kept[start].number] = nil
            start += 1
        }
        kept.removeFirst(start)
        offset += start
        start = 0
        return kept.first?.number
    }
}

extension Sighting {
    /// About how much memory it takes, in bytes.
    var size: Int {
        1_024 + parameters.count * 160 + requestContent.bytes.count + answer.bytes.count
            + (exchange.response?.body.payload.count ?? 0)
    }
}
