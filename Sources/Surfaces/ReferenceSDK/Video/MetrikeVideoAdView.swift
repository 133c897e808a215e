/// A video within the layout: it plays muted while half of it is in sight, and has neither skip nor close
/// (guide §3.4).
package final class MetrikeVideoAdView {
    package var vastToken = ""
    package weak var delegate: (any MetrikeVideoDelegate)?

    private let metrike: Metrike
    private var ready: VideoAd?

    package init(_ metrike: Metrike) {
        self.metrike = metrike
    }

    package func load() {
        guard metrike.isInitialized(), !vastToken.isEmpty else { return }
        switch metrike.fetchVideo(token: vastToken) {
        case .success(let ad):
            ready = ad
            delegate?.onReady()
        case .failure(let failure): delegate?.onError(failure.code, failure.why)
        }
    }

    /// The viewer scrolls it into sight and stays until it collapses. Gives the address a tap led to.
    @discardableResult
    func comeIntoView(_ actions: [ViewerAction] = []) -> [UInt8]? {
        guard let ad = ready else { return nil }
        ready = nil
        let isLoud = metrike.process.has(.outstreamStartsLoud)
        let manner = PlaybackManner(
            startsMuted: !isLoud, offersSkip: metrike.process.has(.outstreamSkip), scrolls: true)
        // The same touch of the viewer turns off a sound that is on.
        let touches = actions.map { isLoud && $0.kind == .unmute ? ViewerAction(.mute, at: $0.at) : $0 }
        let playback = VideoPlayback(metrike: metrike, ad: ad, manner: manner, actions: touches, delegate: delegate)
        let (outcome, destination) = playback.play()
        if case .failed(let code, let why) = outcome { delegate?.onError(code, why) }
        return destination
    }

    package func destroy() {
        ready = nil
    }
}
