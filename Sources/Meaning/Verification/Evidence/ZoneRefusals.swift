import AdTimeline
import CassetteFormat
import SDKContracts

/// What the zones of a recording answered last on tracking.
struct ZoneRefusals: Sendable {
    private struct Answer: Sendable {
        let exchange: Int
        let answered: TapeTime
        let isRefusal: Bool
        /// Requests of the zone that began after it.
        var followers = 0
    }

    /// Zones beyond these are not remembered.
    let zoneCount: Int
    /// Of one zone; an answer may come while the next request is under way.
    private static let answerCount = 4

    private var answers: [[UInt8]: [Answer]] = [:]
    /// Zones that have ever refused.
    private var refused: Set<[UInt8]> = []

    init(zoneCount: Int = 4096) {
        self.zoneCount = zoneCount
    }

    /// Takes in a request of `/serve` with its answer, after it was judged.
    mutating func see(_ sighting: Sighting, _ evidence: Evidence) {
        guard sighting.role == .serve, let zone = sighting.value(.zone) else { return }
        if let index = lastIndex(zone, before: sighting) { answers[zone]?[index].followers += 1 }
        guard let fill = evidence.timeline.fill(answeredBy: sighting.number), fill.refusal != .unread,
            answers[zone] != nil || answers.count < zoneCount
        else { return }
        let isRefusal = fill.refusal == .refused
        if isRefusal { refused.insert(zone) }
        answers[zone, default: []].append(
            Answer(exchange: sighting.number, answered: fill.answered, isRefusal: isRefusal))
        if answers[zone, default: []].count > Self.answerCount { answers[zone]?.removeFirst() }
    }

    private func lastIndex(_ zone: [UInt8], before sighting: Sighting) -> Int? {
        answers[zone]?.lastIndex { $0.answered <= sighting.exchange.start && $0.exchange < sighting.number }
    }

    func hasRefused(_ zone: [UInt8]) -> Bool { refused.contains(zone) }

    /// The answer that refuses tracking for a request of the zone that begins now.
    ///
    /// - Parameter scope: nil where a refusal stands whatever came after it, until another answer.
    func refusal(
        of zone: [UInt8], for sighting: Sighting, _ scope: ContractConfiguration.ZoneBlockScope?
    ) -> Int? {
        guard let index = lastIndex(zone, before: sighting), let answer = answers[zone]?[index], answer.isRefusal,
            scope != .oneRequest || answer.followers == 0
        else { return nil }
        return answer.exchange
    }

    /// A refusal of another zone that is in force.
    func refusal(besides zone: [UInt8], for sighting: Sighting) -> Int? {
        refused.lazy.filter { $0 != zone }.compactMap { refusal(of: $0, for: sighting, nil) }.min()
    }
}
