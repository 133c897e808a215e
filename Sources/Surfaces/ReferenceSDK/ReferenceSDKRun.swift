internal import HTTPModel
internal import Platform

/// What a run of the reference SDK is made of, besides the network and the clock.
package struct ReferenceSDKSettings: Sendable {
    package var faults: Set<SDKFault> = []
    package var dialect = SDKDialect()
    /// Scheme and host of the ad server; the film has the same scheme.
    package var baseURL = "https://ads.metrike.test"
    package var filmHost = "video.publisher.test"
    /// Where the SDK is downloaded from.
    package var distributionHost = "cdx.metrike.test"
    package var device = Device()
    package var seed: UInt64 = 1
    /// Of the visitor and session IDs alone; nil makes them of ``seed`` like everything else.
    package var identitySeed: UInt64?

    package init() {}
}

/// What a run did, for people.
package struct ReferenceSDKSummary: Hashable, Sendable {
    package var scenario: String
    package var calls = 0
    /// Calls without an answer, with the reason.
    package var failures: [String] = []
    /// What the SDK told its host, in order: `banner.onLoad`, `instream.onError 301 HTTP status 503`.
    package var callbacks: [String] = []
    /// How long it took on the virtual clock.
    package var time: Duration = .zero
}

/// Lives through a scenario: plays the apps, their user and the consent platform around the SDK.
///
/// `mark` is called before each change of the apps' state, with the names a recording knows: `launch`, `tracking`,
/// `child_directed`, `collect_location`, `cmp`, `IABTCF_gdprApplies`, `IABTCF_TCString`, `deep_link`, `content_end`,
/// and before each ad of which the wire does not show it what it is used for: `token_format`, `interstitial`.
package struct ReferenceSDKRun {
    private let settings: ReferenceSDKSettings
    private let transport: any SDKTransport
    private let clock: VirtualClock
    private let mark: (_ key: String, _ value: String) -> Void
    private let memory: DeviceMemory

    private var generator: SeededGenerator
    private var identities: SeededGenerator?
    private var apps: [Scenario.App: AppState] = [:]
    private var current = Scenario.App.publisher
    private var lastDestination: [UInt8]?
    private let host = HostApp()

    /// Everything about an app that outlives a process, and its running process.
    private struct AppState {
        var store: SDKStore
        var launches: Int
        /// What the user wants, whatever the SDK remembers.
        var isTrackingWanted: Bool
        var isChildDirected = false
        var collectsLocation = false
        var process: AppProcess?
        var metrike: Metrike?
        var banner: MetrikeBannerView?
    }

    package static func run(
        _ scenario: Scenario, settings: ReferenceSDKSettings = ReferenceSDKSettings(),
        transport: any SDKTransport, clock: VirtualClock = VirtualClock(), memory: DeviceMemory = DeviceMemory(),
        mark: @escaping (_ key: String, _ value: String) -> Void = { _, _ in }
    ) -> ReferenceSDKSummary {
        var run = ReferenceSDKRun(
            settings: settings, transport: transport, clock: clock, memory: memory, mark: mark)
        return run.live(scenario)
    }

    private init(
        settings: ReferenceSDKSettings, transport: any SDKTransport, clock: VirtualClock, memory: DeviceMemory,
        mark: @escaping (_ key: String, _ value: String) -> Void
    ) {
        self.settings = settings
        self.transport = transport
        self.clock = clock
        self.mark = mark
        self.memory = memory
        // Another part of a story makes other IDs.
        let part = UInt64(memory.launches) &* 1_000_003
        generator = SeededGenerator(seed: settings.seed &+ part)
        identities = settings.identitySeed.map { SeededGenerator(seed: $0 &+ part) }
        lastDestination = memory.lastDestination
    }

    private mutating func live(_ scenario: Scenario) -> ReferenceSDKSummary {
        var summary = ReferenceSDKSummary(scenario: scenario.name)
        let start = clock.now
        for step in scenario.steps {
            if let app = step.launched, let network = apps[app]?.process?.network { summary.add(network) }
            take(step)
        }
        memory.lastDestination = lastDestination
        for app in apps.values { if let network = app.process?.network { summary.add(network) } }
        summary.callbacks = host.heard
        summary.time = clock.now - start
        return summary
    }

    // MARK: Steps

    private mutating func take(_ step: Scenario.Step) {
        switch step {
        case .launch(let app): launch(app)
        case .reinstall(let app):
            memory.remove(app)
            apps[app] = nil
            launch(app, isNew: true)
        case .nextTape: break
        case .consent(let applies, let tcString): consent(applies, tcString)
        case .setTracking(let isOn):
            mark("tracking", isOn ? "on" : "off")
            apps[current]?.isTrackingWanted = isOn
            memory[current, .refuses] = isOn ? nil : "1"
            metrike?.setTrackingEnabled(isOn)
        case .initialize(let childDirected, let collectLocation): initialize(childDirected, collectLocation)
        case .wait(let time): clock.wait(time)
        case .openLastDestination: if let lastDestination { open(String(display: lastDestination)) }
        case .openLink(let link): open(link)
        case .conversion(let goal, let valueCents, let orderID):
            metrike?.trackConversion(goal, valueCents: valueCents, orderId: orderID)
        default: show(step)
        }
    }

    private mutating func show(_ step: Scenario.Step) {
        guard let metrike else { return }
        switch step {
        case .loadBanner(let zone, let contentURL): loadBanner(metrike, zone, contentURL)
        case .lookAtBanner(let time): apps[current]?.banner?.stayVisible(for: time)
        case .tapBanner: note(apps[current]?.banner?.tap())
        case .removeBanner:
            apps[current]?.banner?.removeFromSuperview()
            apps[current]?.banner = nil
        case .interstitial(let zone, let time, let tap):
            let ad = MetrikeInterstitial(metrike, zoneId: zone)
            ad.delegate = host.interstitial
            mark("interstitial", "preload")
            ad.preload()
            guard ad.isReady else { return }
            mark("interstitial", "show")
            note(ad.show(for: time, tapping: tap))
            // The app asks once more without a new preload: nothing is shown (guide §3.2).
            ad.show(for: .seconds(1))
        case .unshownInterstitial(let zone):
            let ad = MetrikeInterstitial(metrike, zoneId: zone)
            ad.delegate = host.interstitial
            mark("interstitial", "preload")
            ad.preload()
            ad.discard()
        case .unshownVideo(let token):
            mark("token_format", "\(token) fullscreen")
            let ad = MetrikeVastVideo(metrike, vastToken: token)
            ad.delegate = host.fullScreen
            ad.preload()
            ad.discard()
        case .fullScreenVideo(let token, let actions):
            mark("token_format", "\(token) fullscreen")
            let ad = MetrikeVastVideo(metrike, vastToken: token)
            ad.delegate = host.fullScreen
            ad.preload()
            if ad.isReady { note(ad.display(actions)) }
        case .outstream(let token, let actions):
            mark("token_format", "\(token) outstream")
            let ad = MetrikeVideoAdView(metrike)
            ad.vastToken = token
            ad.delegate = host.outstream
            ad.load()
            note(ad.comeIntoView(actions))
        case .instream(let token, let film, let actions):
            let url = "\(scheme)://\(settings.filmHost)/film-\(film.components.seconds)s.mp4"
            let player = ContentPlayer(metrike.process, url: url, length: film)
            player.didEnd = { [mark] in mark("content_end", url) }
            let loader = MetrikeAdsLoader(metrike, vmapToken: token)
            loader.actions = actions
            loader.delegate = host.instream
            loader.attach(to: player)
            player.play()
            loader.detach()
            note(loader.destination)
        case .ownPlayer(let token):
            if !token.isEmpty { mark("token_format", "\(token) own_player") }
            guard let url = metrike.buildVastUrl(token) else { return }
            _ = metrike.process.network.session("GET", Array(url.utf8))
            metrike.measure(ownPlayer: token)
        case .lookUpRelease:
            let url = "\(scheme)://\(settings.distributionHost)/sdk/ios/latest.txt"
            metrike.lookUpRelease(Array(url.utf8))
        default: break
        }
    }

    /// Every address of the app has the scheme of the ad server.
    private var scheme: String { (URLBytes(Array(settings.baseURL.utf8)).webScheme ?? .https).rawValue }

    private var metrike: Metrike? { apps[current]?.metrike }

    private mutating func note(_ destination: [UInt8]?) {
        if let destination { lastDestination = destination }
    }

    private mutating func launch(_ app: Scenario.App, isNew: Bool = false) {
        current = app
        var state =
            apps[app]
            ?? AppState(
                store: memory.store(of: app), launches: memory.launches(of: app),
                isTrackingWanted: memory[app, .refuses] == nil)
        state.launches += 1
        memory[app, .launches] = String(state.launches)
        state.isChildDirected = false
        state.collectsLocation = false
        let process = AppProcess(
            app: app.bundle, device: settings.device, store: state.store, keychain: memory.keychain,
            transport: transport, clock: clock, dialect: settings.dialect, faults: settings.faults,
            seed: generator.next(), identitySeed: identities?.next())
        state.process = process
        state.metrike = Metrike(process: process)
        state.banner = nil
        apps[app] = state
        mark("launch", isNew ? "reinstall" : "\(app.rawValue)-\(state.launches)")
        markState()
    }

    private func markState() {
        guard let state = apps[current] else { return }
        mark("tracking", state.isTrackingWanted ? "on" : "off")
        mark("child_directed", state.isChildDirected ? "1" : "0")
        mark("collect_location", state.collectsLocation ? "1" : "0")
        markConsent(state.store)
    }

    private func markConsent(_ store: SDKStore) {
        let keys = [Metrike.Key.gdprApplies, Metrike.Key.consent]
        mark("cmp", keys.contains { store[$0] != nil } ? "present" : "absent")
        for key in keys { if let value = store[key] { mark(key, value) } }
    }

    private func consent(_ applies: String?, _ tcString: String?) {
        guard let store = apps[current]?.store else { return }
        store[Metrike.Key.gdprApplies] = applies
        let isCut = settings.faults.contains(.platformCutsString)
        store[Metrike.Key.consent] = isCut ? tcString.map { String($0.dropLast(12)) } : tcString
        markConsent(store)
    }

    private mutating func initialize(_ childDirected: Bool, _ collectLocation: Bool) {
        mark("child_directed", childDirected ? "1" : "0")
        mark("collect_location", collectLocation ? "1" : "0")
        apps[current]?.isChildDirected = childDirected
        apps[current]?.collectsLocation = collectLocation
        let config = MetrikeConfig()
        config.childDirected = childDirected
        config.collectLocation = collectLocation
        config.baseURL = settings.baseURL
        metrike?.initialize(config: config)
    }

    private mutating func loadBanner(_ metrike: Metrike, _ zone: Int, _ contentURL: String?) {
        let banner = MetrikeBannerView(metrike)
        banner.zoneId = zone
        banner.contentUrl = contentURL
        banner.delegate = host.banner
        apps[current]?.banner = banner
        banner.load()
    }

    private func open(_ link: String) {
        mark("deep_link", link)
        let isTaken = metrike?.handleDeepLink(link) ?? false
        host.hear("handleDeepLink \(isTaken)")
    }
}

extension Scenario.Step {
    /// The app of which a new process begins.
    fileprivate var launched: Scenario.App? {
        switch self {
        case .launch(let app), .reinstall(let app): app
        default: nil
        }
    }
}

extension ReferenceSDKSummary {
    fileprivate mutating func add(_ network: Network) {
        calls += network.calls
        failures += network.failures
    }
}

extension Scenario.App {
    fileprivate var bundle: AppBundle {
        switch self {
        case .publisher:
            AppBundle(
                identifier: "br.com.example.noticias", name: "Notícias & Cia", version: "2.3.1", executable: "DemoApp")
        case .advertiser:
            AppBundle(
                identifier: "br.com.example.loja", name: "Loja Exemplo", version: "5.0.2", executable: "LojaApp")
        }
    }
}
