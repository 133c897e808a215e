internal import Dialing
internal import HTTPModel
internal import JSONText
internal import Platform

/// What `/serve` answered for a display zone.
struct DisplayAd {
    enum Creative {
        case image([UInt8])
        case page([UInt8])
        case html([UInt8])
    }

    let ad: LoadedAd
    let creative: Creative
    let clickURL: [UInt8]
}

/// How a request to `/serve` ended.
enum ServeOutcome {
    case fill(DisplayAd)
    case noFill
    case failed(code: Int, message: String)
}

extension Metrike {
    /// Asks for a display ad; consent signals travel along where a consent platform left them (guide §5).
    func serve(zone: Int, contentURL: String?) -> ServeOutcome {
        // A zone of the publisher's business, not of its tests.
        let asked = process.has(.realZone) ? 40_001 : zone
        if process.has(.displayZoneAskedAtVAST) {
            let url = endpoint(process.dialect.vastPath + String(zone))
            _ = process.network.session("GET", identified(url, for: .vast))
        }
        var fields = [IdentityField(name: process.dialect.zone, value: String(asked))]
        if let contentURL { fields.append(IdentityField(name: process.dialect.contentURL, value: contentURL)) }
        fields += identity(for: .serve(zone: zone)) + consentFields + otherPrivacySignals
        if process.has(.carrierSent) { fields.append(IdentityField(name: "carrier", value: "Operadora")) }
        if process.has(.clickIDWhileOff), !isTrackingEnabled(), let lastClickID {
            fields.append(IdentityField(name: "mk_cid", value: lastClickID))
        }
        if process.has(.categoryLookup) {
            let lookup = "https://itunes.apple.com/lookup?bundleId=\(process.app.identifier)"
            _ = process.network.session("GET", Array(lookup.utf8))
        }
        let isTracked = fields.contains { $0.name == "visitor_id" }
        if process.has(.locationOnServe), isTracked, config?.collectLocation == true {
            fields += coarseLocation.map(\.field)
        }
        let url = Metrike.appending(
            process.dialect.ordered(fields, by: \.name), to: endpoint(process.dialect.servePath))
        guard let reply = process.network.session("GET", url, extra: extraFields) else {
            return .failed(code: 1, message: "no answer")
        }
        if reply.status == 204 { return .noFill }
        guard reply.status == 200 else { return .failed(code: reply.status, message: "HTTP status \(reply.status)") }
        guard let ad = displayAd(reply.body, zone: zone) else { return .failed(code: 2, message: "unreadable answer") }
        note(zone: zone, refusesTracking: ad.ad.refusesTracking)
        return .fill(ad)
    }

    var consentFields: [IdentityField] {
        guard !process.has(.consentLeftOut) else { return [] }
        var applies = process.store[Key.gdprApplies]
        var consent = process.store[Key.consent]
        if process.has(.consentMadeUp), applies == nil { applies = "0" }
        if process.has(.gdprIsWord), applies == "1" { applies = "true" }
        if process.has(.gdprLeftOut) { applies = nil }
        if process.has(.consentReadOnce) { consent = consentAtStart }
        if process.has(.consentStringChanged) { consent = consent.map { String($0.dropLast()) } }
        return [("gdpr", applies), ("gdpr_consent", consent)].compactMap { name, value in
            value.map { IdentityField(name: name, value: $0) }
        }
    }

    /// Signals that the guide does not know, sent by faults alone.
    private var otherPrivacySignals: [IdentityField] {
        var fields: [IdentityField] = []
        if process.has(.usPrivacyCut) { fields.append(IdentityField(name: "us_privacy", value: "1YN")) }
        if process.has(.gppOfOtherSection) {
            fields.append(IdentityField(name: "gpp", value: "DBABTA~1YNN"))
            fields.append(IdentityField(name: "gpp_sid", value: "7"))
        }
        return fields
    }

    private func displayAd(_ body: [UInt8], zone: Int) -> DisplayAd? {
        guard let root = try? JSONParser().parse(body).root,
            let adID = root[process.dialect.answeredAdID]?.string,
            let clickURL = root["click_url"]?.text
        else { return nil }
        let creative: DisplayAd.Creative
        switch root["kind"]?.string {
        case "image":
            guard let url = root["image_url"]?.text else { return nil }
            creative = .image(url)
        case "htmlzip":
            guard let url = root["html_url"]?.text else { return nil }
            creative = .page(url)
        case "ext_tag":
            guard let html = root["html"]?.text else { return nil }
            creative = .html(html)
        default:
            return nil
        }
        let ad = LoadedAd(
            adID: adID, zone: zone, refusesTracking: root["tracking"]?.boolean == false, visitorIDAtLoad: visitorId())
        return DisplayAd(ad: ad, creative: creative, clickURL: clickURL)
    }

    // MARK: On screen

    /// Draws the creative in the web view and counts the impression.
    func render(_ display: DisplayAd) {
        switch display.creative {
        case .image(let url): draw(url)
        case .page(let url): process.network.webView(url)
        case .html(let html):
            for url in Metrike.sources(in: html) {
                draw(process.has(.assetIdentity) ? identified(url, for: .vast) : url)
            }
        }
        if countsImpressions {
            for _ in 0..<(process.has(.impressionTwice) ? 2 : 1) { beacon("impression", display.ad) }
        }
        if process.has(.unknownEvent) { beacon("rendered", display.ad) }
        if process.has(.orphanBeacon) {
            let nobody = LoadedAd(
                adID: "mk" + process.random.token(14), zone: nil, refusesTracking: false, visitorIDAtLoad: nil)
            beacon("impression", nobody)
        }
    }

    /// An ad is counted whatever the user or the app's audience forbids; only faults leave the impression out.
    var countsImpressions: Bool {
        if process.has(.adsNotCountedWhileOff), !isTrackingEnabled() { return false }
        return !(process.has(.childAdsNotCounted) && config?.childDirected == true)
    }

    /// Loads a part of the page; the web view tells where the page is from, and of that the origin alone.
    private func draw(_ url: [UInt8]) {
        let leaky = identified(endpoint(process.dialect.servePath), for: .vast)
        process.network.webView(url, referer: process.has(.referer) ? leaky : endpoint("/"))
    }

    /// Keeps the creative in sight; after one second without a gap it counts as viewable (MRC, guide §7).
    func show(_ display: DisplayAd, for time: Duration) -> Int64? {
        let needed: Duration = process.has(.viewableTooEarly) ? .milliseconds(250) : .seconds(1)
        guard time >= needed else {
            process.clock.wait(time)
            return nil
        }
        process.clock.wait(needed)
        let milliseconds = process.has(.viewableTooEarly) ? 250 : 1000
        beacon("viewable", display.ad, viewability(milliseconds))
        if process.has(.viewableThenNot) { beacon("notViewable", display.ad, viewability(milliseconds)) }
        process.clock.wait(time - needed)
        return Int64(milliseconds)
    }

    func viewability(_ milliseconds: Int) -> [BeaconMember] {
        let mechanism = [BeaconMember("viewable_mechanism", .text("native-sdk"))]
        let time = [BeaconMember(process.dialect.timeToViewable, .whole(milliseconds))]
        return process.has(.viewableMechanismMissing) ? time : mechanism + time
    }

    /// Opens the click address in the in-app browser and gives the address it ends at.
    func open(click url: [UInt8], ad: LoadedAd?) -> [UInt8] {
        let link = isFirstParty(url) ? identified(url, for: .click, ad: ad) : url
        if process.has(.linkPreview) { _ = process.network.session("HEAD", link) }
        if process.has(.doubleTap) { _ = process.network.browser(link) }
        let end = process.network.browser(link, asApp: process.has(.clickOutsideBrowser))
        lastClickID = Metrike.clickID(in: end) ?? lastClickID
        return end
    }

    /// The values of `src` in the HTML, in quotes of either kind.
    private static func sources(in html: [UInt8]) -> [[UInt8]] {
        var found: [[UInt8]] = []
        var rest = html[...]
        let name = Array("src=".utf8)
        while let start = rest.indices.first(where: { rest[$0...].starts(with: name) }) {
            rest = rest[(start + name.count)...]
            guard let quote = rest.first, quote == UInt8(ascii: "'") || quote == UInt8(ascii: "\"") else { continue }
            let value = rest.dropFirst().prefix { $0 != quote }
            found.append(Array(value))
            rest = rest[value.endIndex...]
        }
        return found
    }
}
