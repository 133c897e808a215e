import CassetteFormat
import HTTPModel
import SDKContracts

/// The told URLs that are remembered, to be found by the requests that follow them.
struct ToldBook: Sendable {
    struct Entry: Sendable {
        let url: ToldURL
        let template: URLTemplate
        /// When the answer's head was complete.
        let answered: TapeTime
        var isAsked = false
    }

    private let limits: TimelineLimits
    /// In the order in which they were told; the first is `base`.
    private var entries: [Entry] = []
    /// Those before it are forgotten already.
    private var start = 0
    /// The position of `entries[0]` among all that were ever told.
    private var base = 0
    private var index = TemplateIndex()
    private var size = 0
    /// Told in all, and of these forgotten before the end.
    private(set) var count = 0
    private(set) var forgottenCount = 0

    init(limits: TimelineLimits) {
        self.limits = limits
    }

    /// The remembered ones, in the order in which they were told.
    var urls: [ToldURL] { entries[start...].map(\.url) }

    subscript(position: Int) -> Entry { entries[position - base] }

    /// The remembered URLs of one exchange's answer, in document order: they were taken in together.
    func urls(at range: Range<Int>) -> ArraySlice<Entry> {
        entries[max(range.lowerBound - base, start)..<max(range.upperBound - base, start)]
    }

    /// The first exchange of which something is remembered.
    var oldestDocument: Int? { start < entries.count ? entries[start].url.document : nil }

    /// Leaves out a URL that no request could follow.
    mutating func add(_ url: ToldURL, answered: TapeTime) {
        guard let template = URLTemplate(url.url) else { return }
        index.add(base + entries.count, template)
        entries.append(Entry(url: url, template: template, answered: answered))
        size += url.url.count
        count += 1
    }

    /// Where the next URL will stand.
    var end: Int { base + entries.count }

    mutating func noteAsked(_ position: Int) { entries[position - base].isAsked = true }

    // MARK: Finding

    struct Found {
        let position: Int
        let match: URLTemplate.Match
    }

    /// The URL that a request most likely followed.
    func best(for sighting: Sighting) -> Found? {
        let first = base + start
        let exact = index.exactCandidates(sighting.host, sighting.target, from: first)
        if let found = exact.isEmpty ? nil : strict(exact, sighting) { return found }
        let candidates = index.candidates(sighting.host, sighting.target, from: first)
        return strict(candidates, sighting) ?? loose(candidates, sighting)
            // A URL that lost or changed what it is indexed by is looked for only where no better is found.
            ?? loose(index.lateCandidates(sighting.host, sighting.target, from: first), sighting)
    }

    private func strict(_ candidates: some BidirectionalCollection<Int>, _ sighting: Sighting) -> Found? {
        var best: Found?
        var worst = Int.max
        var last: Int?
        /// Of the best one, where it is unasked and the request adds to it.
        var extended: Int?
        for position in candidates.reversed() where isOpen(position, sighting) {
            // Of the same words in one document the first counts.
            if let last, entries[position - base].url.document != last { break }
            // One that was told earlier is better only if less is added to it.
            let document = entries[position - base].url.document
            let bound = extended.map { $0 == document ? worst : worst - 1 } ?? worst
            guard let match = entries[position - base].template.strictMatch(sighting.target, adding: bound) else {
                continue
            }
            let found = Found(position: position, match: match)
            if let best, !isBetter(found, than: best) { continue }
            best = found
            let isAsked = entries[position - base].isAsked && entries[position - base].url.role != .media
            if match.agreement != .extended, !isAsked { last = document }
            // What comes later in this search was told earlier: it must agree better, or be unasked.
            worst = match.agreement != .extended ? 0 : isAsked ? .max : match.added.count
            extended = match.agreement == .extended && !isAsked ? document : nil
        }
        return best
    }

    private func loose(_ candidates: some BidirectionalCollection<Int>, _ sighting: Sighting) -> Found? {
        var best: Found?
        for position in candidates.suffix(TemplateIndex.lateCount).reversed() where isOpen(position, sighting) {
            let entry = entries[position - base]
            guard let match = entry.template.looseMatch(sighting.target) else { continue }
            // A request that lost parameters joins a redirect, or a tracker of which something is left.
            guard match.agreement != .reduced || entry.url.role == .redirect || entry.url.role.isTracker else {
                continue
            }
            let found = Found(position: position, match: match)
            if let best, !isBetter(found, than: best) { continue }
            best = found
        }
        return best
    }

    private func isOpen(_ position: Int, _ sighting: Sighting) -> Bool {
        entries[position - base].answered <= sighting.exchange.start
            && entries[position - base].url.document < sighting.number
    }

    private func isBetter(_ a: Found, than b: Found) -> Bool {
        if a.match.agreement != b.match.agreement { return a.match.agreement < b.match.agreement }
        let (isAsked, isOtherAsked) = (entries[a.position - base].isAsked, entries[b.position - base].isAsked)
        // A film is asked for in many pieces, all by the player that was given it last.
        if isAsked != isOtherAsked, entries[a.position - base].url.role != .media { return !isAsked }
        if a.match.added.count != b.match.added.count { return a.match.added.count < b.match.added.count }
        let (document, other) = (entries[a.position - base].url.document, entries[b.position - base].url.document)
        return document == other ? a.position < b.position : document > other
    }

    // MARK: Forgetting

    /// Forgets the oldest documents' URLs where there are too many; answers the first exchange still remembered.
    mutating func forget() -> Int? {
        guard entries.count > limits.toldCount || size > limits.toldSize else { return nil }
        // A quarter at once: forgetting one by one would move the rest each time.
        let count = limits.toldCount - limits.toldCount / 4
        while entries.count - start > count || size > limits.toldSize - limits.toldSize / 4 {
            size -= entries[start].url.url.count
            start += 1
            forgottenCount += 1
            index.remove(entries[start - 1].template, below: base + start)
        }
        entries.removeFirst(start)
        base += start
        start = 0
        return entries.first?.url.document ?? .max
    }
}
