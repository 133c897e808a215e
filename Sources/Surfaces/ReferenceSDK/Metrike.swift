internal import Dialing
internal import HTTPModel
internal import Platform

/// The SDK's entry, named as in the guide: one per process of an app.
///
/// Every call is a defensive edge: whatever fails inside, the host app sees a call without effect.
package final class Metrike {
    enum Key {
        static let tracking = "metrike_tracking_enabled"
        static let visitorID = "metrike_visitor_id"
        static let clickID = "metrike_mk_cid"
        /// The ID that was let go, where a fault brings it back.
        static let formerVisitorID = "metrike_former_visitor_id"
        static let sessionID = "metrike_session_id"
        /// With the zone's number: its last answer said `tracking: false`.
        static let refusedZone = "metrike_refused_zone_"
        static let gdprApplies = "IABTCF_gdprApplies"
        static let consent = "IABTCF_TCString"
    }

    static let sdkVersion = "metrike-ios/0.1.1"

    let process: AppProcess
    private(set) var config: MetrikeConfig?
    private(set) var sessionID = ""
    private(set) var base = URLBytes([])
    /// What the browser's last address held, for a fault that tells others of it.
    var lastClickID: String?
    /// The consent string of the start, for a fault that asks for it no more.
    private(set) var consentAtStart: String?
    /// Some zone's last answer refused, for a fault that blocks the others as well.
    private(set) var hasRefusedZone = false
    /// A fault's greeting was said.
    var hasGreeted = false

    package init(process: AppProcess) {
        self.process = process
    }

    // MARK: Start

    /// Call once and early. A second call changes nothing.
    package func initialize(config: MetrikeConfig = MetrikeConfig()) {
        guard self.config == nil else { return }
        self.config = config
        base = URLBytes(Array(config.baseURL.utf8))
        consentAtStart = process.store[Key.consent]
        sessionID = process.makeIdentifier()
        if process.has(.sessionIDKept) {
            sessionID = process.store[Key.sessionID] ?? sessionID
            process.store[Key.sessionID] = sessionID
        }
        if process.has(.visitorIDNewEachLaunch) { process.store[Key.visitorID] = nil }
        if isTrackingEnabled() || ignoresEarlyOptOut { makeVisitorID() }
        if process.has(.sessionIDIsVisitorID), let visitor = process.store[Key.visitorID] { sessionID = visitor }
        if process.has(.installIsConversion) { trackConversion("install") }
        if process.has(.unexpectedHost) {
            _ = process.network.session("GET", Array("https://collect.analytics.test/ping".utf8))
        }
        if process.has(.unknownPath) {
            _ = process.network.session("GET", identified(endpoint("/settings"), for: .vast))
        }
    }

    package func isInitialized() -> Bool { config != nil }

    // MARK: The user's choice

    /// Kept for later launches. On again means a new ID without any link to the earlier one (guide §5).
    package func setTrackingEnabled(_ enabled: Bool) {
        let wasEnabled = isTrackingEnabled()
        process.store[Key.tracking] = enabled ? "1" : "0"
        if process.has(.optOutForgotten) { forgetChoiceAtRelaunch(enabled) }
        ignoresEarlyOptOut = process.has(.visitorIDAfterEarlyOptOut) && !enabled && !isInitialized()
        guard enabled != wasEnabled else { return }
        if enabled {
            if process.has(.oldVisitorIDReturns), let former = process.store[Key.formerVisitorID] {
                process.store[Key.visitorID] = former
            } else {
                process.store[Key.visitorID] = nil
                if isInitialized() { makeVisitorID() }
            }
        } else {
            if process.has(.oldVisitorIDReturns) {
                process.store[Key.formerVisitorID] = process.store[Key.visitorID]
            }
            process.store[Key.visitorID] = nil
        }
    }

    /// Set by faults only, as is the next.
    private var choiceOfThisProcess: Bool?
    private var ignoresEarlyOptOut = false

    private func forgetChoiceAtRelaunch(_ enabled: Bool) {
        choiceOfThisProcess = enabled
        process.store[Key.tracking] = nil
    }

    package func isTrackingEnabled() -> Bool {
        choiceOfThisProcess ?? (process.store[Key.tracking] != "0")
    }

    /// The ID the SDK sends; nil before ``initialize(config:)``, with tracking off and in an app for children.
    package func visitorId() -> String? {
        guard let config, isTrackingEnabled() || ignoresEarlyOptOut else { return nil }
        guard !config.childDirected || process.has(.childVisitorID) else { return nil }
        return process.store[Key.visitorID]
    }

    private func makeVisitorID() {
        guard let config, !config.childDirected || process.has(.childVisitorID) else { return }
        guard process.store[Key.visitorID] == nil else { return }
        let uuid = keptVisitorID ?? process.makeIdentifier()
        if let keptKey { process.keychain[keptKey] = uuid }
        process.store[Key.visitorID] =
            process.has(.visitorIDNotUUID) ? String(uuid.filter { $0 != "-" }) : uuid
    }

    /// Where a fault keeps the ID besides: with the app's name, or for all apps of the device.
    private var keptKey: String? {
        if process.has(.visitorIDInKeychain) { return "\(process.app.identifier)/\(Key.visitorID)" }
        return process.has(.visitorIDOfDevice) ? Key.visitorID : nil
    }

    private var keptVisitorID: String? { keptKey.flatMap { process.keychain[$0] } }

    // MARK: An own player

    /// The VAST address for a player that is not the SDK's, with the app's identity; nil before the start and for an
    /// empty token (guide §3.6).
    package func buildVastUrl(_ token: String) -> String? {
        guard isInitialized(), !token.isEmpty || process.has(.vastTokenEmpty) else { return nil }
        let url = endpoint(process.dialect.vastPath + PercentCoding.encoded(token))
        return String(display: identified(url, for: .ownPlayer))
    }

    /// The other player measures by itself: the SDK tells of the ad by a fault alone (guide §3.6).
    func measure(ownPlayer token: String) {
        guard process.has(.ownPlayerMeasured) else { return }
        process.clock.wait(.seconds(2))
        let ad = LoadedAd(adID: token, zone: nil, refusesTracking: false, visitorIDAtLoad: visitorId())
        beacon("viewable", ad, viewability(2000))
    }

    /// Asks the host of the download, which is not the ad server and gets no identity but by a fault (guide §7).
    func lookUpRelease(_ url: [UInt8]) {
        let address = process.has(.distributionHostIdentity) ? identified(url, for: .vast) : url
        let other = process.has(.hostFieldOfOtherHost) ? base.normalizedHost : nil
        _ = process.network.session("GET", address, extra: other.map { [HTTPCallField("Host", $0)] } ?? [])
    }

    // MARK: Conversion

    /// Keeps the `mk_cid` of a link that has one; another link does not erase it (guide §6).
    package func handleDeepLink(_ url: String) -> Bool {
        if let clickID = Metrike.clickID(in: Array(url.utf8)) {
            let keepsFirst = process.has(.firstClickIDKept) && process.store[Key.clickID] != nil
            if !keepsFirst { process.store[Key.clickID] = clickID }
            return true
        }
        if process.has(.linkErasesClickID) { process.store[Key.clickID] = nil }
        return false
    }

    /// The first `mk_cid` of the query that is not empty.
    static func clickID(in url: [UInt8]) -> String? {
        let link = URLBytes(url)
        return link.queryPairs.lazy.filter { link.bytes[$0.name].elementsEqual("mk_cid".utf8) }
            .compactMap { $0.value.map { String(display: PercentCoding.decoded(link.bytes[$0])) } }
            .first { !$0.isEmpty }
    }

    /// Tells of a goal the user reached in the advertised app, with the last click's `mk_cid`.
    package func trackConversion(_ goal: String, valueCents: Int? = nil, orderId: String? = nil) {
        guard isInitialized() else { return }
        var clickID = process.store[Key.clickID]
        if process.has(.conversionOtherClickID) { clickID = process.random.token(20) }
        var members: [BeaconMember] = [.init(process.dialect.goal, .text(goal))]
        if let valueCents {
            let value: BeaconMember.Value =
                process.has(.conversionValueIsFraction)
                ? .fraction(Double(valueCents) / 100 + 0.001) : .whole(valueCents)
            members.append(.init(process.dialect.valueCents, value))
        }
        if let orderId { members.append(.init(process.dialect.orderID, .text(orderId))) }
        if let clickID { members.append(.init("mk_cid", .text(clickID))) }
        for _ in 0..<(process.has(.conversionTwice) ? 2 : 1) {
            post(process.dialect.conversionPath, members, identity(for: .conversion))
        }
        if process.has(.installPostback) { sendInstallPostback() }
    }

    /// What only the system sends, to the advertised app's own domain.
    private func sendInstallPostback() {
        let url = "https://shop.advertiser.test/.well-known/skadnetwork/report-attribution/"
        let content = Array(#"{"version":"4.0","source-identifier":"5239","did-win":true}"#.utf8)
        _ = process.network.session("POST", Array(url.utf8), content: ("application/json", content))
    }

    // MARK: For the formats

    func endpoint(_ path: String) -> [UInt8] {
        Array(((config ?? MetrikeConfig()).baseURL + path).utf8)
    }

    /// An answer lifts or lays a refusal on its zone. It is kept for later launches: the next request may come there.
    func note(zone: Int, refusesTracking: Bool) {
        guard isRefused(zone) != refusesTracking, refusesTracking || !process.has(.refusalNeverLifted) else { return }
        hasRefusedZone = refusesTracking
        process.store[Key.refusedZone + String(zone)] = refusesTracking ? "1" : nil
    }

    func isRefused(_ zone: Int) -> Bool { process.store[Key.refusedZone + String(zone)] != nil }
}
