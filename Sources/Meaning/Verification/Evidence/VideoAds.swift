import AdMarkup
import AdTimeline
package import SDKContracts

/// A video ad that was answered: what came for one request of `/vast`, or for one break of a schedule.
package struct VideoAd: Sendable {
    package struct Key: Hashable, Sendable {
        /// The exchange of `/vast` or `/vmap` that began it.
        package let root: Int
        /// Its break in the schedule, from 0; nil where `/vast` or `/vmap` answered the ad itself.
        package let breakIndex: Int?
    }

    package let key: Key
    /// What its token is used for; nil where neither the endpoint, the configuration nor a mark says it.
    package var format: ContractConfiguration.AdFormat?
    /// Whether documents with an ad came for it.
    package var isFilled = false
    /// Several ads came for it, whose pixels cannot be told apart.
    package var isPod = false
    /// Whether a document asks to be told of the start, and of the midpoint.
    package var tellsStart = false
    package var tellsMidpoint = false
    /// What `<Duration>` says.
    package var statedSeconds: Double?
    /// What the media file says.
    package var mediaSeconds: Double?
}

/// What a request tells of a video ad, or fetches for it.
package struct VideoEvent: Sendable {
    package enum Kind: Sendable, Hashable {
        /// A pixel of the ad's documents.
        case pixel
        /// A beacon of the SDK's own.
        case beacon
        /// Bytes of the film.
        case media
        case click
        case error
    }

    /// Which line of which document asked for it: an event told to two parties has two.
    package struct Origin: Sendable, Hashable {
        package let document: Int
        package let place: Int
    }

    package let ad: VideoAd
    package let kind: Kind
    /// As the guide names it (§7); empty for media, click and error.
    package let name: String
    /// Nil for a beacon.
    package let origin: Origin?
}

/// The video ads of a recording so far.
struct VideoAds: Sendable {
    private var ads = RecentAds<VideoAd.Key, VideoAd>()
    /// Ads by the IDs of their documents: a native beacon names its ad by one.
    private var keysByID = RecentAds<[UInt8], VideoAd.Key>()
    /// A shorter ad ID says nothing when it is seen again.
    private static let shortestID = 3
    /// What the last sighting told of an ad.
    private(set) var event: VideoEvent?
    /// The ad that the last sighting answered, where it answered one for a token.
    private(set) var answered: VideoAd?

    /// Takes in a sighting that the timeline has taken in.
    mutating func see(_ sighting: Sighting, _ timeline: AdTimeline, _ configuration: ContractConfiguration) {
        let join = timeline.join(of: sighting.number)
        if join == nil { begin(sighting, configuration) }
        answered = nil
        if let document = timeline.documents[sighting.number]?.document {
            read(document, sighting, join)
            if join == nil { answered = ads[key(sighting, nil)].flatMap { $0.isFilled ? $0 : nil } }
        }
        event = event(sighting, join)
    }

    private mutating func begin(_ sighting: Sighting, _ configuration: ContractConfiguration) {
        let format: ContractConfiguration.AdFormat?
        switch sighting.role {
        case .vmap: format = .instream
        case .vast(let token):
            let text = String(decoding: token, as: UTF8.self)
            format = configuration.tokenFormats[text] ?? sighting.state.tokenFormats[text]
        default: return
        }
        let key = VideoAd.Key(root: sighting.number, breakIndex: nil)
        ads[key] = VideoAd(key: key, format: format)
    }

    private func key(_ sighting: Sighting, _ join: Join?) -> VideoAd.Key {
        VideoAd.Key(root: join?.root ?? sighting.number, breakIndex: join?.breakReference?.index)
    }

    /// The ad with this key, or a break's ad that its schedule begins.
    private func ad(_ key: VideoAd.Key) -> VideoAd? {
        if let ad = ads[key] { return ad }
        guard key.breakIndex != nil, let root = ads[VideoAd.Key(root: key.root, breakIndex: nil)] else { return nil }
        return VideoAd(key: key, format: root.format)
    }

    // MARK: Documents

    private mutating func read(_ document: AdDocument, _ sighting: Sighting, _ join: Join?) {
        let key = key(sighting, join)
        switch document {
        case .vast(let document): add(document, to: key)
        case .vmap(let schedule):
            for (index, adBreak) in schedule.breaks.enumerated() {
                guard let document = adBreak.source?.embedded else { continue }
                add(document, to: VideoAd.Key(root: key.root, breakIndex: index))
            }
        }
    }

    private mutating func add(_ document: VASTDocument, to key: VideoAd.Key) {
        guard var ad = ad(key), let first = document.ads.first else { return }
        ad.isFilled = true
        if document.ads.count > 1 { ad.isPod = true }
        for linear in document.ads.flatMap(\.creatives).compactMap(\.linear) {
            for tracking in linear.tracking {
                if tracking.event.elementsEqual("start".utf8) { ad.tellsStart = true }
                if tracking.event.elementsEqual("midpoint".utf8) { ad.tellsMidpoint = true }
            }
            if let duration = linear.duration?.duration {
                ad.statedSeconds = Double(duration.components.seconds) + Double(duration.components.attoseconds) / 1e18
            }
        }
        ads[key] = ad
        if let id = first.id, id.count >= Self.shortestID { keysByID[id] = key }
    }

    // MARK: Events

    private mutating func event(_ sighting: Sighting, _ join: Join?) -> VideoEvent? {
        guard let join else { return beacon(sighting) }
        let key = key(sighting, join)
        let origin = VideoEvent.Origin(document: join.told.document, place: join.told.place.range.lowerBound)
        if join.purpose == .media {
            guard var ad = ad(key) else { return nil }
            if let seconds = sighting.mediaSeconds {
                ad.mediaSeconds = seconds
                ads[key] = ad
            }
            return VideoEvent(ad: ad, kind: .media, name: "", origin: origin)
        }
        let kind: VideoEvent.Kind
        var name = ""
        switch join.told.role {
        case .error, .tracking("error"): kind = .error
        case .clickThrough, .clickTracking: kind = .click
        case .impression:
            kind = .pixel
            name = "impression"
        case .tracking(let event):
            kind = .pixel
            name = event
        default: return nil
        }
        return ad(key).map { VideoEvent(ad: $0, kind: kind, name: name, origin: origin) }
    }

    private func beacon(_ sighting: Sighting) -> VideoEvent? {
        guard case .beacon(let event?) = sighting.role else { return nil }
        let key = sighting.parameters.lazy.compactMap { keysByID[$0.value] }.first
        return key.flatMap(ad).map { VideoEvent(ad: $0, kind: .beacon, name: event, origin: nil) }
    }
}

extension Evidence {
    /// What the sighting that was taken in last tells of a video ad; nil where nothing, or of a pod, whose ads cannot
    /// be told apart, or of an ad in the publisher's own player.
    var videoEvent: VideoEvent? {
        guard let event = videos.event, !event.ad.isPod, event.ad.format != .ownPlayer else { return nil }
        return event
    }
}
