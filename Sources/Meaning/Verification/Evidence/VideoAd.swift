import AdMarkup
import AdTimeline
import SDKContracts

/// The ad of a VAST answer, or of a break that has its ad in the schedule itself.
struct VideoAd: Hashable {
    /// The exchange that answered with the document.
    let document: Int
    /// Nil for a VAST answer.
    let breakIndex: Int?

    init(document: Int, breakIndex: Int?) {
        self.document = document
        self.breakIndex = breakIndex
    }

    /// The ad whose document tells the URL.
    init(_ told: ToldURL) {
        self.init(document: told.document, breakIndex: told.breakReference?.index)
    }

    /// The ads of the document; nil where there is none to be read.
    func markup(_ evidence: Evidence) -> VASTDocument? {
        switch evidence.timeline.documents[document]?.document {
        case .vast(let document): return document
        case .vmap(let schedule):
            guard let breakIndex, schedule.breaks.indices.contains(breakIndex) else { return nil }
            return schedule.breaks[breakIndex].source?.embedded
        case nil: return nil
        }
    }

    /// This ad, then the wrappers that led to it, the innermost first.
    func chain(_ evidence: Evidence) -> [VideoAd] {
        var chain = [self]
        var exchange = document
        while breakIndex == nil, chain.count <= Self.longestChain, let join = evidence.timeline.join(of: exchange),
            join.purpose == .wrapper
        {
            if join.told.role == .wrapper { chain.append(VideoAd(join.told)) }
            exchange = join.told.document
        }
        return chain
    }

    /// A chain is followed so far and no farther.
    private static let longestChain = 32
}

/// The video ads of a recording by the IDs that native beacons repeat.
struct VideoAdIndex {
    /// A shorter ad ID says nothing when it is seen again.
    private static let shortestID = 3
    private var ads: [[UInt8]: VideoAd] = [:]

    /// Takes in the answer of this sighting.
    mutating func see(_ sighting: Sighting, _ evidence: Evidence) {
        guard let answer = evidence.timeline.documents[sighting.number] else { return }
        switch answer.document {
        case .vast(let document): add(document, VideoAd(document: sighting.number, breakIndex: nil))
        case .vmap(let schedule):
            for (index, adBreak) in schedule.breaks.enumerated() {
                guard let document = adBreak.source?.embedded else { continue }
                add(document, VideoAd(document: sighting.number, breakIndex: index))
            }
        }
    }

    private mutating func add(_ document: VASTDocument, _ ad: VideoAd) {
        for id in document.ads.compactMap(\.id) where id.count >= Self.shortestID { ads[id] = ad }
    }

    /// The ad whose ID the request repeats.
    func ad(of sighting: Sighting) -> VideoAd? {
        for field in sighting.parameters where sighting.kind(of: field) == nil {
            if let ad = ads[field.value] { return ad }
        }
        return nil
    }

    func contains(_ value: [UInt8]) -> Bool { ads[value] != nil }
}

extension Evidence {
    /// What a pixel of a document reports: the event of a Tracking element, `impression` or `error`.
    func videoEvent(_ sighting: Sighting) -> (ad: VideoAd, name: String)? {
        guard let told = timeline.join(of: sighting.number)?.told else { return nil }
        switch told.role {
        case .impression: return (VideoAd(told), "impression")
        case .error: return (VideoAd(told), "error")
        case .tracking(let event): return (VideoAd(told), event)
        default: return nil
        }
    }

    /// A request takes so long of the app's time at most, in seconds, that lengths of time can be told beside it.
    private static let requestTime = 0.1

    /// Whether the recording can tell a length of so many seconds of the app's time: where the app's clock ran much
    /// faster than the recorder's, the requests themselves take longer.
    func canTell(seconds: Double, at sighting: Sighting) -> Bool {
        sighting.state.clockScale * Self.requestTime <= seconds
    }
}
