internal import HTTPModel

extension Metrike {
    /// Asks `/vast/{token}` and follows it; a failure is told to the `Error` addresses that came so far.
    func fetchVideo(token: String) -> Result<VideoAd, VideoAdFailure> {
        let tag = endpoint(process.dialect.vastPath + PercentCoding.encoded(token))
        do throws(VideoAdFailure) {
            let ad = try VASTChain(metrike: self).fetch(tag)
            if process.has(.impressionAtLoad) { fire(ad.impressions, ad: ad.own) }
            if process.has(.requestBeaconForVideo), let own = ad.own {
                beacon("request", own, [BeaconMember("token", .text(token))])
            }
            return .success(ad)
        } catch {
            fire(error.errors, .init(errorCode: error.code), ad: nil)
            return .failure(error)
        }
    }
}

/// A full-screen video whose moment the publisher chooses (guide §3.3).
package final class MetrikeVastVideo {
    package weak var delegate: (any MetrikeVideoDelegate)?

    private let metrike: Metrike
    private let vastToken: String
    private var ready: VideoAd?

    var isReady: Bool { ready != nil }

    package init(_ metrike: Metrike, vastToken: String) {
        self.metrike = metrike
        self.vastToken = vastToken
    }

    package func preload() {
        guard metrike.isInitialized(), !vastToken.isEmpty else { return }
        switch metrike.fetchVideo(token: vastToken) {
        case .success(let ad):
            ready = ad
            delegate?.onReady()
        case .failure(let failure): delegate?.onError(failure.code, failure.why)
        }
    }

    /// The app lets the fetched ad go without showing it: nobody is told.
    func discard() {
        if let ad = ready, metrike.process.has(.unshownAdCounted) { metrike.fire(ad.impressions, ad: ad.own) }
        ready = nil
    }

    /// Plays the fetched ad once. Gives the address a tap led to.
    @discardableResult
    func display(_ actions: [ViewerAction] = []) -> [UInt8]? {
        guard let ad = ready else {
            delegate?.onError(3, "display before onReady")
            return nil
        }
        ready = nil
        let playback = VideoPlayback(
            metrike: metrike, ad: ad, manner: PlaybackManner(), actions: actions, delegate: delegate)
        let (outcome, destination) = playback.play()
        switch outcome {
        case .completed: break
        case .skipped: delegate?.onClose()
        case .failed(let code, let why): delegate?.onError(code, why)
        }
        return destination
    }
}
