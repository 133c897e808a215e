/// What an interstitial tells its host (guide §3.2). Only ``onError(_:_:)`` is required.
package protocol MetrikeInterstitialDelegate: AnyObject {
    func onReady()
    func onClosed()
    func onNoFill()
    func onError(_ code: Int, _ message: String)
    func onClick()
}

extension MetrikeInterstitialDelegate {
    package func onReady() {}
    package func onClosed() {}
    package func onNoFill() {}
    package func onClick() {}
}

/// A full-screen display ad: fetched first, shown once.
package final class MetrikeInterstitial {
    /// Until then the close button is not there.
    package var closeDelaySeconds = 5
    package weak var delegate: (any MetrikeInterstitialDelegate)?

    private let metrike: Metrike
    private let zoneId: Int
    private var ready: DisplayAd?

    var isReady: Bool { ready != nil }

    package init(_ metrike: Metrike, zoneId: Int) {
        self.metrike = metrike
        self.zoneId = zoneId
    }

    /// Fetches an ad. The content address is no part of this request (guide §3.2).
    package func preload() {
        guard metrike.isInitialized() else { return }
        let contentURL = metrike.process.has(.interstitialSendsContentURL) ? "https://publisher.test/tela" : nil
        switch metrike.serve(zone: zoneId, contentURL: contentURL) {
        case .noFill: delegate?.onNoFill()
        case .failed(let code, let message): delegate?.onError(code, message)
        case .fill(let display):
            ready = display
            metrike.beacon("request", display.ad)
            delegate?.onReady()
        }
    }

    /// The app lets the fetched ad go without showing it: nobody is told.
    func discard() {
        if let display = ready, metrike.process.has(.unshownAdCounted) { metrike.beacon("impression", display.ad) }
        ready = nil
    }

    /// Shows the fetched ad until the viewer closes it after `time`, at the earliest when the button appears.
    /// Gives the address a tap led to.
    @discardableResult
    func show(for time: Duration, tapping: Bool = false) -> [UInt8]? {
        guard let display = ready else {
            delegate?.onError(3, "show before onReady")
            return nil
        }
        if !metrike.process.has(.interstitialShownAgain) { ready = nil }
        metrike.render(display)
        _ = metrike.show(display, for: max(time, .seconds(closeDelaySeconds)))
        var end: [UInt8]?
        if tapping {
            delegate?.onClick()
            end = metrike.open(click: display.clickURL, ad: display.ad)
        }
        delegate?.onClosed()
        return end
    }
}
