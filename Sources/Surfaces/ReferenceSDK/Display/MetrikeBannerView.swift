/// What a banner tells its host (guide §3.1). Only ``onError(_:_:)`` is required.
package protocol MetrikeBannerViewDelegate: AnyObject {
    func onLoad()
    func onNoFill()
    func onClick()
    func onClosed()
    func onError(_ code: Int, _ message: String)
    func onViewable(_ timeToViewableMs: Int64)
}

extension MetrikeBannerViewDelegate {
    package func onLoad() {}
    package func onNoFill() {}
    package func onClick() {}
    package func onClosed() {}
    package func onViewable(_ timeToViewableMs: Int64) {}
}

/// A banner within a screen of the app.
package final class MetrikeBannerView {
    package var zoneId = 0
    /// The web address of the same content, for the server's classification (guide §4).
    package var contentUrl: String?
    package weak var delegate: (any MetrikeBannerViewDelegate)?

    private let metrike: Metrike
    private var display: DisplayAd?
    private var wasViewable = false

    package init(_ metrike: Metrike) {
        self.metrike = metrike
    }

    package func load() {
        guard metrike.isInitialized() else { return }
        display = nil
        wasViewable = false
        switch metrike.serve(zone: zoneId, contentURL: contentUrl) {
        case .noFill: delegate?.onNoFill()
        case .failed(let code, let message): delegate?.onError(code, message)
        case .fill(let display):
            self.display = display
            metrike.beacon("request", display.ad)
            metrike.render(display)
            delegate?.onLoad()
        }
    }

    /// The viewer looks at it that long.
    func stayVisible(for time: Duration) {
        guard let display else { return }
        guard let milliseconds = metrike.show(display, for: time) else { return }
        wasViewable = true
        delegate?.onViewable(milliseconds)
    }

    /// The viewer taps it. Gives the address the browser ends at.
    func tap() -> [UInt8]? {
        guard let display else { return nil }
        delegate?.onClick()
        return metrike.open(click: display.clickURL, ad: display.ad)
    }

    /// Takes the creative down; ``load()`` brings another.
    package func removeFromSuperview() {
        if let display, !wasViewable, metrike.process.has(.lateVerdict), metrike.process.clock.now > .seconds(1800) {
            metrike.beacon("notViewable", display.ad, metrike.viewability(0))
        }
        if display != nil { delegate?.onClosed() }
        display = nil
    }
}
