internal import AdMarkup
internal import Dialing
internal import HTTPModel

/// Plans and plays the breaks of a film from one `/vmap/{token}` (guide §3.5).
///
/// Whatever happens to a break, the film goes on and so do the later breaks.
package final class MetrikeAdsLoader {
    package weak var delegate: (any MetrikeVideoDelegate)?
    /// What the viewer does in the break with this number, counted from 0 in document order.
    package var actions: [Int: [ViewerAction]] = [:]
    /// Where the last tap led to.
    private(set) var destination: [UInt8]?

    private let metrike: Metrike
    private let vmapToken: String
    private weak var player: ContentPlayer?
    private var isAbandoned = false

    package init(_ metrike: Metrike, vmapToken: String) {
        self.metrike = metrike
        self.vmapToken = vmapToken
    }

    /// Fetches the schedule and hangs its breaks into the player.
    package func attach(to player: ContentPlayer) {
        guard metrike.isInitialized(), !vmapToken.isEmpty else { return }
        self.player = player
        let url = metrike.endpoint(metrike.process.dialect.vmapPath + PercentCoding.encoded(vmapToken))
        if metrike.process.has(.scheduleAskedTwice) { _ = metrike.fetchMarkup(url, isWrapped: false) }
        guard let reply = metrike.fetchMarkup(url, isWrapped: false), reply.status == 200 else {
            delegate?.onError(1008, "no schedule")
            return
        }
        switch Metrike.markup(reply.body) {
        case .vast(let document):
            // A zone without breaks answers one ad: a pre-roll, without asking again (guide §3.5).
            var ad = Result { () throws(VideoAdFailure) in
                try VASTChain(metrike: metrike).follow(document, from: url)
            }
            if metrike.process.has(.secondFetchForLoneVAST) {
                ad = Result { () throws(VideoAdFailure) in try VASTChain(metrike: metrike).fetch(url) }
            }
            player.atStart = { [self] in play(ad, at: 0) }
        case .vmap(let schedule):
            hang(schedule, into: player, from: url)
        case nil:
            delegate?.onError(1002, "unreadable schedule")
        }
    }

    package func detach() {
        isAbandoned = true
    }

    private func hang(_ schedule: VMAPDocument, into player: ContentPlayer, from url: [UInt8]) {
        var before: [() -> Void] = []
        var after: [() -> Void] = []
        for (index, adBreak) in schedule.breaks.enumerated() {
            let run = { [self] in
                if !isAbandoned { self.run(adBreak, at: index, from: url) }
            }
            switch adBreak.timeOffset {
            case .start: before.append(run)
            case .end where metrike.process.has(.postRollByPosition):
                player.atMoments.append((player.length - .seconds(8), run))
            case .end: after.append(run)
            case .time(let time): player.atMoments.append((time.duration, run))
            case .percent(let percent): player.atMoments.append((player.length * (percent / 100), run))
            case .position, nil: delegate?.onError(1000, "a break without a moment")
            }
        }
        player.atStart = { before.forEach { $0() } }
        player.atEnd = { after.forEach { $0() } }
    }

    private func run(_ adBreak: VMAPBreak, at index: Int, from url: [UInt8]) {
        let trackers = { (event: String) in
            adBreak.tracking.filter { $0.event.elementsEqual(event.utf8) }.map(\.url.bytes)
        }
        metrike.fire(trackers("breakStart"), ad: nil)
        let ad = Result { () throws(VideoAdFailure) -> VideoAd in
            let chain = VASTChain(metrike: metrike)
            switch adBreak.source?.kind {
            case .vast(let document): return try chain.follow(document, from: url)
            case .adTag(let tag, _): return try chain.fetch(URLBytes(url).resolving(tag.bytes))
            case .custom, .missing, nil: throw VideoAdFailure(code: 1004, why: "no source", errors: [])
            }
        }
        if let code = play(ad, at: index) {
            metrike.fire(trackers("error"), .init(errorCode: code), ad: nil)
            if metrike.process.has(.failedBreakStopsAll) { isAbandoned = true }
        }
        metrike.fire(trackers("breakEnd"), ad: nil)
    }

    /// Gives the code of the failure, or nil where the ad played.
    @discardableResult
    private func play(_ ad: Result<VideoAd, VideoAdFailure>, at index: Int) -> Int? {
        switch ad {
        case .failure(let failure):
            metrike.fire(failure.errors, .init(errorCode: failure.code), ad: nil)
            delegate?.onError(failure.code, failure.why)
            return failure.code
        case .success(let ad):
            let playback = VideoPlayback(
                metrike: metrike, ad: ad, manner: PlaybackManner(), actions: actions[index] ?? [],
                delegate: delegate,
                meanwhile: { [metrike, player] in if metrike.process.has(.contentLoadsOn) { player?.load() } })
            let (outcome, destination) = playback.play()
            if let destination { self.destination = destination }
            guard case .failed(let code, let why) = outcome else { return nil }
            delegate?.onError(code, why)
            return code
        }
    }
}
