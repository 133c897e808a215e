import CassetteFormat

/// The `/serve` answers that are remembered.
struct FillBook: Sendable {
    private struct Entry: Sendable {
        let fill: Fill
        let keys: [[UInt8]]
    }

    private var entries: [Int: Entry] = [:]
    /// Exchanges in order; those before `start` are forgotten.
    private var order: [Int] = []
    private var start = 0
    /// Exchanges by the opaque values of the answer, and by zone; each list in order.
    private var byKey: [[UInt8]: [Int]] = [:]
    private var byZone: [[UInt8]: [Int]] = [:]
    private(set) var refusalCount = 0
    private(set) var hasForgotten = false

    mutating func add(_ fill: Fill, keys: Set<[UInt8]>) {
        if fill.refusal == .refused { refusalCount += 1 }
        entries[fill.exchange] = Entry(fill: fill, keys: Array(keys))
        order.append(fill.exchange)
        for key in keys { byKey[key, default: []].append(fill.exchange) }
        if let zone = fill.zone { byZone[zone, default: []].append(fill.exchange) }
    }

    subscript(exchange: Int) -> Fill? { entries[exchange]?.fill }

    func isKey(_ value: [UInt8]) -> Bool { byKey[value] != nil }

    /// The latest fill with this value that was answered before the time.
    func latest(key: [UInt8], before time: TapeTime) -> Int? { latest(byKey[key], before: time) }

    /// The latest fill of the zone that was answered before the time.
    func latest(zone: [UInt8], before time: TapeTime) -> Int? { latest(byZone[zone], before: time) }

    private func latest(_ exchanges: [Int]?, before time: TapeTime) -> Int? {
        exchanges?.last { entries[$0].map { $0.fill.answered <= time } ?? false }
    }

    /// Forgets the fills of earlier exchanges, but for the last of each zone: a refusal stays in force.
    mutating func forget(before exchange: Int) {
        var stays: [Int] = []
        while start < order.count, order[start] < exchange {
            let number = order[start]
            start += 1
            guard let entry = entries[number] else { continue }
            hasForgotten = true
            if let zone = entry.fill.zone {
                if byZone[zone]?.last == number {
                    stays.append(number)
                    continue
                }
                byZone[zone]?.removeAll { $0 == number }
            }
            for key in entry.keys {
                byKey[key]?.removeAll { $0 == number }
                if byKey[key]?.isEmpty == true { byKey[key] = nil }
            }
            entries[number] = nil
        }
        order.replaceSubrange(..<start, with: stays)
        start = 0
    }
}
