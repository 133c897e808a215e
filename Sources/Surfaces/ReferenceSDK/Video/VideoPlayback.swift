internal import Dialing
internal import Platform

/// What a viewer does while an ad plays, `at` a moment of the ad.
package struct ViewerAction: Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
        case mute, unmute, skip
        /// Opens the destination; the ad waits until the viewer is back.
        case tap
        /// Scrolls the ad out of sight for that long; a full-screen ad cannot be.
        case leave(Duration)
    }

    package let kind: Kind
    package let at: Duration

    package init(_ kind: Kind, at: Duration) {
        self.kind = kind
        self.at = at
    }
}

extension ViewerAction {
    /// Whether the ad is out of sight after it.
    fileprivate var hides: Bool {
        switch kind {
        case .tap, .leave: true
        case .mute, .unmute, .skip: false
        }
    }
}

/// How a format plays its video.
struct PlaybackManner {
    var startsMuted = false
    /// The viewer can skip, where the ad allows it.
    var offersSkip = true
    /// It lies within the layout: out of sight it stops (guide §3.4).
    var scrolls = false
}

/// Plays one video ad from its first frame to its end, on the virtual clock.
///
/// The moments are those of the player's own length, not of `<Duration>` (guide §7).
struct VideoPlayback {
    enum Outcome {
        case completed, skipped
        case failed(code: Int, why: String)
    }

    let metrike: Metrike
    let ad: VideoAd
    let manner: PlaybackManner
    let actions: [ViewerAction]
    weak var delegate: (any MetrikeVideoDelegate)?
    /// What goes on under the ad, at each quartile.
    var meanwhile: () -> Void = {}

    private enum Moment {
        case viewable
        case quartile(String)
        case audibleHalf
        case complete
        case action(ViewerAction.Kind)
    }

    /// How long the viewer stays in the browser before the ad goes on.
    private static let timeInBrowser = Duration.seconds(3)
    /// What is in sight is looked at so often (guide §7).
    private static let sample = Duration.milliseconds(250)

    /// Gives how it ended, and where the last tap led to.
    func play() -> (outcome: Outcome, destination: [UInt8]?) {
        guard let (length, end) = loadMedia() else {
            metrike.fire(ad.errors, .init(errorCode: 401, mediaURL: ad.mediaURL), ad: ad.own)
            return (.failed(code: 401, why: "media file not found"), nil)
        }
        if metrike.process.has(.muteBeforeStart) { track("mute", at: .zero) }
        let begin = metrike.process.clock.now
        var start = begin
        var hasStalled = false
        var isMuted = manner.startsMuted
        if !metrike.process.has(.impressionAtLoad), metrike.countsImpressions {
            metrike.fire(ad.impressions, ad: ad.own)
        }
        track("start", at: .zero)
        delegate?.onStart()
        var destination: [UInt8]?
        for (time, moment) in timeline(length) {
            if let end, time > end, !hasStalled {
                hasStalled = true
                metrike.process.clock.wait(until: start + end)
                start += stall()
                if !metrike.process.has(.watchdogMissing) {
                    metrike.fire(ad.errors, .init(errorCode: 402, mediaURL: ad.mediaURL, position: end), ad: ad.own)
                    if metrike.process.has(.pixelsAfterAbandonment) { track("complete", at: end) }
                    return (.failed(code: 402, why: "nothing on screen moved for 15 s"), destination)
                }
            }
            metrike.process.clock.wait(until: start + time)
            switch moment {
            case .viewable:
                if let own = ad.own {
                    let milliseconds = Int((metrike.process.clock.now - begin) / .milliseconds(1))
                    metrike.beacon("viewable", own, metrike.viewability(milliseconds))
                }
            case .quartile(let name):
                track(name, at: time)
                delegate?.onQuartile(name)
                meanwhile()
            case .audibleHalf:
                if let own = ad.own {
                    metrike.beacon("fully_viewable_audible_half_duration_impression", own)
                }
            case .complete:
                track("complete", at: time)
                delegate?.onComplete()
            // A touch that changes nothing is no event.
            case .action(.mute) where !isMuted, .action(.unmute) where isMuted:
                isMuted.toggle()
                track(isMuted ? "mute" : "unmute", at: time)
            case .action(.mute), .action(.unmute): break
            case .action(.leave(let away)):
                metrike.process.clock.wait(away)
                start += away
            case .action(.skip):
                track("skip", at: time)
                if metrike.process.has(.eventsAfterSkip) { track("complete", at: time) }
                delegate?.onSkip()
                return (.skipped, destination)
            case .action(.tap):
                let trackers = metrike.process.has(.clickTrackingLeftOut) ? [] : ad.clickTrackers
                metrike.fire(trackers, .init(mediaURL: ad.mediaURL, position: time), ad: ad.own)
                delegate?.onClick()
                if let target = ad.clickThrough { destination = metrike.open(click: target, ad: ad.own) }
                metrike.process.clock.wait(VideoPlayback.timeInBrowser)
                start += VideoPlayback.timeInBrowser
            }
        }
        return (.completed, destination)
    }

    private func track(_ event: String, at position: Duration) {
        let urls = ad.trackers.filter { $0.event == event }.map(\.url)
        metrike.fire(urls, .init(mediaURL: ad.mediaURL, position: position), ad: ad.own)
    }

    /// The picture stands still. The watchdog waits 15 s and no longer (guide §3.5).
    private func stall() -> Duration {
        let time: Duration = metrike.process.has(.watchdogMissing) ? .seconds(40) : .seconds(15)
        metrike.process.clock.wait(time)
        return time
    }

    /// A player asks for the first two bytes, then for the rest. Nil where the file cannot be had; an `end` where the
    /// answers break off, at that part of the length.
    private func loadMedia() -> (length: Duration, end: Duration?)? {
        let playback = metrike.process.random.uuid()
        let probe = metrike.process.network.media(ad.mediaURL, range: "bytes=0-1", playback: playback)
        guard let probe, probe.status == 206 || probe.status == 200 else { return nil }
        let rest = metrike.process.network.media(ad.mediaURL, range: "bytes=0-", playback: playback)
        guard let rest, rest.status == 206 || rest.status == 200 else { return nil }
        guard let length = MovieDuration.of(rest.body) ?? ad.statedDuration else { return nil }
        guard let size = rest.contentRangeSize, size > rest.body.count else { return (length, nil) }
        let more = metrike.process.network.media(ad.mediaURL, range: "bytes=\(rest.body.count)-", playback: playback)
        if more?.status == 206 { return (length, nil) }
        let reached = min(length, .seconds(86_400)) / .milliseconds(1) * Double(rest.body.count) / Double(size)
        return (length, .milliseconds(Int(reached)))
    }

    // MARK: The moments of an ad

    private func timeline(_ length: Duration) -> [(Duration, Moment)] {
        let stated = metrike.process.has(.quartilesByStatedDuration) ? ad.statedDuration ?? length : length
        var moments: [(Duration, Moment)] = []
        moments.append((viewable, .viewable))
        let isOutOfOrder = metrike.process.has(.quartilesOutOfOrder)
        let names = isOutOfOrder ? ["midpoint", "firstQuartile"] : ["firstQuartile", "midpoint"]
        for (index, name) in (names + ["thirdQuartile"]).enumerated() {
            moments.append((stated / 4 * (index + 1), .quartile(name)))
        }
        if let half = audibleHalf(length) { moments.append((half, .audibleHalf)) }
        moments += actions.filter(isPossible).map { ($0.at, .action($0.kind)) }
        moments.append((max(stated, length), .complete))
        // Equal moments keep this order; nothing happens after the end.
        return moments.enumerated().filter { $0.element.0 <= max(stated, length) }
            .sorted { ($0.element.0, $0.offset) < ($1.element.0, $1.offset) }.map(\.element)
    }

    private func isPossible(_ action: ViewerAction) -> Bool {
        switch action.kind {
        case .skip: manner.offersSkip && ad.skipOffset.map { action.at >= $0 } == true
        case .leave: manner.scrolls
        case .mute, .unmute, .tap: true
        }
    }

    /// When two seconds in sight without a gap are full (MRC for video, guide §7), at the next look.
    private var viewable: Duration {
        if metrike.process.has(.videoViewableTooEarly) { return .milliseconds(500) }
        var since: Duration = .zero
        for gap in actions.filter({ isPossible($0) && $0.hides }).map(\.at).sorted() where gap - since < .seconds(2) {
            since = gap
        }
        let looks = (since + .seconds(2)) / VideoPlayback.sample
        let whole = Int(looks)
        return VideoPlayback.sample * (Double(whole) < looks ? whole + 1 : whole)
    }

    /// When the audible time in sight reaches half of the length, or nil.
    private func audibleHalf(_ length: Duration) -> Duration? {
        let needed = metrike.process.has(.halfDurationTooEarly) ? length / 8 : length / 2
        var heard: Duration = .zero
        var since: Duration? = manner.startsMuted ? nil : .zero
        let changes = actions.filter { $0.kind == .mute || $0.kind == .unmute }.sorted { $0.at < $1.at }
        for change in changes where change.at < length {
            if change.kind == .unmute, since == nil { since = change.at }
            if change.kind == .mute, let start = since {
                if heard + change.at - start >= needed { return start + needed - heard }
                heard += change.at - start
                since = nil
            }
        }
        guard let since, since + needed - heard <= length else { return nil }
        return since + needed - heard
    }
}
