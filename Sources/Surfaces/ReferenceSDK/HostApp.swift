/// The app around the SDK: hears every callback and writes it down.
final class HostApp {
    private(set) var heard: [String] = []
    private(set) lazy var banner = Banner(self)
    private(set) lazy var interstitial = Interstitial(self)
    private(set) lazy var fullScreen = Video(self, "fullscreen")
    private(set) lazy var outstream = Video(self, "outstream")
    private(set) lazy var instream = Video(self, "instream")

    func hear(_ text: String) {
        heard.append(text)
    }

    final class Banner: MetrikeBannerViewDelegate {
        private unowned let host: HostApp

        init(_ host: HostApp) {
            self.host = host
        }

        func onLoad() { host.hear("banner.onLoad") }
        func onNoFill() { host.hear("banner.onNoFill") }
        func onClick() { host.hear("banner.onClick") }
        func onClosed() { host.hear("banner.onClosed") }
        func onError(_ code: Int, _ message: String) { host.hear("banner.onError \(code) \(message)") }
        func onViewable(_ timeToViewableMs: Int64) { host.hear("banner.onViewable \(timeToViewableMs)") }
    }

    final class Interstitial: MetrikeInterstitialDelegate {
        private unowned let host: HostApp

        init(_ host: HostApp) {
            self.host = host
        }

        func onReady() { host.hear("interstitial.onReady") }
        func onClosed() { host.hear("interstitial.onClosed") }
        func onNoFill() { host.hear("interstitial.onNoFill") }
        func onError(_ code: Int, _ message: String) { host.hear("interstitial.onError \(code) \(message)") }
        func onClick() { host.hear("interstitial.onClick") }
    }

    final class Video: MetrikeVideoDelegate {
        private unowned let host: HostApp
        private let format: String

        init(_ host: HostApp, _ format: String) {
            self.host = host
            self.format = format
        }

        func onReady() { host.hear("\(format).onReady") }
        func onStart() { host.hear("\(format).onStart") }
        func onQuartile(_ name: String) { host.hear("\(format).onQuartile \(name)") }
        func onComplete() { host.hear("\(format).onComplete") }
        func onSkip() { host.hear("\(format).onSkip") }
        func onClick() { host.hear("\(format).onClick") }
        func onClose() { host.hear("\(format).onClose") }
        func onError(_ code: Int, _ message: String) { host.hear("\(format).onError \(code) \(message)") }
    }
}
