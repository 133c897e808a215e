import AdMarkup
import AdTimeline
import CassetteFormat
import SDKContracts

/// A break of a schedule.
struct BreakKey: Hashable, Sendable {
    /// The exchange that answered with the schedule.
    let schedule: Int
    /// The break's position in it, from 0.
    let index: Int
}

extension Evidence {
    /// The break in whose tree of documents the request is.
    func breakKey(of join: Join) -> BreakKey? {
        join.breakReference.map { BreakKey(schedule: $0.exchange, index: $0.index) }
    }

    /// The schedule with breaks that this exchange answered with.
    func schedule(_ exchange: Int) -> VMAPDocument? {
        guard case .vmap(let schedule)? = timeline.documents[exchange]?.document, !schedule.breaks.isEmpty else {
            return nil
        }
        return schedule
    }

    func scheduledBreak(_ key: BreakKey) -> VMAPBreak? {
        guard let schedule = schedule(key.schedule), schedule.breaks.indices.contains(key.index) else { return nil }
        return schedule.breaks[key.index]
    }

    /// The ads of the VAST document in which the URL stands; nil where it stands in none.
    func ads(around told: ToldURL) -> [VASTAd]? {
        switch timeline.documents[told.document]?.document {
        case .vast(let document): document.ads
        case .vmap:
            told.breakReference.flatMap { scheduledBreak(BreakKey(schedule: $0.exchange, index: $0.index)) }?
                .source?.embedded?.ads
        case nil: nil
        }
    }

    /// A document's URL and those that led to the document, the innermost first.
    func lineage(of told: ToldURL) -> [ToldURL] {
        var line = [told]
        while line.count < Self.lineageLimit, let join = timeline.join(of: line[line.count - 1].document) {
            line.append(join.told)
        }
        return line
    }

    private static let lineageLimit = 16

    /// A recording shows lengths of the app's time no finer than this many seconds: what requests and the machine add.
    static func resolution(_ sighting: Sighting) -> Double { 0.1 * sighting.state.clockScale }

    /// Seconds of the app's own time between two moments of the tape.
    static func appSeconds(from start: TapeTime, to end: TapeTime, _ sighting: Sighting) -> Double {
        end > start ? Double(end - start) / 1e9 * sighting.state.clockScale : 0
    }
}
