internal import HTTPModel
internal import Platform

/// The ad server of the Metrike iOS guide.
///
/// Anything posted to a path it does not know is taken for a beacon.
struct MetrikeRole: Sendable {
    /// Zones that have ads; the second one wants consent (guide §11 names both as test zones). The third is for
    /// interstitials.
    static let zones = [13778, 13779, 13780]
    static let consentZone = 13779

    let hosts: StandInHosts
    let vocabulary: StandInVocabulary
    let faults: Set<StandInFault>
    var generator: SeededGenerator
    private var fills = 0
    private var lastClickID: String?

    init(
        hosts: StandInHosts, vocabulary: StandInVocabulary, faults: Set<StandInFault>, generator: SeededGenerator
    ) {
        self.hosts = hosts
        self.vocabulary = vocabulary
        self.faults = faults
        self.generator = generator
    }

    mutating func answer(_ request: StandInRequest) -> StandInAnswer {
        let path = request.path
        var answer: StandInAnswer
        if path == vocabulary.servePath {
            answer = serve(request)
        } else if let token = Self.token(path, after: vocabulary.vastPath) {
            answer = xml(vast(token: token, request) ?? VASTDocument.noFill)
        } else if let token = Self.token(path, after: vocabulary.vmapPath) {
            answer = xml(vmap(token: token, request))
        } else if path == vocabulary.clickPath {
            answer = click(request)
        } else if Self.token(path, after: "/px/") != nil {
            answer = pixel(request)
        } else if request.method == "POST" || vocabulary.beaconPaths.contains(path) {
            answer = .noContent
        } else {
            answer = .notFound("no such path: \(path)")
        }
        if faults.contains(.setsCookie) {
            answer.fields.append(.init(name: "Set-Cookie", value: "_mk_vid=\(generator.token(20)); Path=/"))
        }
        return answer
    }

    /// The last segment after a path that ends with a slash.
    private static func token(_ path: String, after prefix: String) -> String? {
        guard path.hasPrefix(prefix) else { return nil }
        let token = path.dropFirst(prefix.count)
        return token.isEmpty || token.contains("/") ? nil : String(token)
    }

    private func xml(_ text: String) -> StandInAnswer {
        .text(text, type: "application/xml; charset=utf-8")
    }

    // MARK: /serve

    private mutating func serve(_ request: StandInRequest) -> StandInAnswer {
        if faults.contains(.serveUnavailable) { return .text("busy\n", type: "text/plain", status: 503) }
        let asked = vocabulary.zoneNames.lazy.compactMap { request.query($0) }.first
        guard let zone = asked.flatMap({ Int($0) }), Self.zones.contains(zone) else { return .noContent }
        let creative = ServeDocument.Creative.allCases[fills % ServeDocument.Creative.allCases.count]
        fills += 1
        let adID = "mk\(generator.token(14))"
        let campaign: Campaign =
            switch creative {
            case .image: .site
            case .htmlzip: .app
            case .extTag: .tracked
            }
        let landing = landing(campaign, request)
        var clickURL = "\(base(request))\(vocabulary.clickPath)?ad=\(adID)\(campaign.parameter)"
        if faults.contains(.destinationInClickLink) { clickURL += "&to=\(PercentCoding.encoded(landing))" }
        let leavesMacro = faults.contains(.clickMacroLeft)
        let media = request.base(hosts.metrikeMedia)
        let tag = request.base(hosts.thirdPartyA) + "/creative.gif?slot=\(generator.token(6))"
        let creativeURL =
            switch creative {
            case .image: "\(media)/banner-320x50.gif"
            case .htmlzip: "\(media)/banner-320x50.html"
            case .extTag: leavesMacro ? tag + "&click=${CLICK_URL_ENC}" : tag
            }
        let document = ServeDocument(
            zone: zone, adID: adID, adIDName: vocabulary.adID, creative: creative, creativeURL: creativeURL,
            clickURL: clickURL, landingURL: landing, tracking: tracking(zone, request),
            clickInTag: leavesMacro ? "${CLICK_URL}" : clickURL)
        return StandInAnswer(status: 200, [("Content-Type", "application/json")], body: document.bytes)
    }

    /// The zone wants consent and none came, or the app is directed to children, so the server does not track either.
    private func tracking(_ zone: Int, _ request: StandInRequest) -> ServeDocument.Tracking {
        let hasConsent = request.query("gdpr_consent")?.isEmpty == false
        let wantsConsent = zone == Self.consentZone || request.query("gdpr") == "1"
        let refuses = (wantsConsent && !hasConsent) || request.query("child_directed") == "1"
        if faults.contains(.trackingWithoutConsent) { return .allowed }
        guard refuses || faults.contains(.refusalWithoutReason) else { return .unsaid }
        return faults.contains(.trackingFlagIsText) ? .refusedInText : .refused
    }

    // MARK: /vast and /vmap

    private mutating func vast(token: String, _ request: StandInRequest) -> String? {
        ad(token: token, request).map(VASTDocument.inline)
    }

    private mutating func ad(token: String, _ request: StandInRequest) -> VASTDocument.Linear? {
        switch token {
        // The stated length is wrong on purpose: the player's own length counts (guide §7).
        case "vast-fullscreen-13779": linear(request, stated: 8, real: 12, skip: 5)
        // The server offers a skip, though the format has none.
        case "vast-outstream-13779": linear(request, stated: 16, real: 16, skip: 5)
        case "vast-own-player-13779": linear(request, stated: 10, real: 10, skip: nil)
        case "vast-postroll-13779": linear(request, stated: 8, real: 8, skip: nil)
        case "vmap-single-13779": linear(request, stated: 10, real: 10, skip: nil)
        default: nil
        }
    }

    private mutating func linear(
        _ request: StandInRequest, stated: Int, real: Int, skip: Int?
    ) -> VASTDocument.Linear {
        let adID = "mk\(generator.token(14))"
        let own = TrackerParty { [base = base(request)] in "\(base)/px/\($0)?ad=\(adID)&k=a%20b%2Fc&flag" }
        var macro = faults.contains(.consentMacroInTracker) ? "&gdpr_consent=%24%7BGDPR_CONSENT_755%7D" : ""
        if faults.contains(.vendorMacros) { macro = Self.consentMacros(ofVendor: 755) }
        let audit = TrackerParty { [base = auditBase(request)] in
            "\(base)/px?e=\($0)&c=audit&cb=[CACHEBUSTING]\(macro)"
        }
        let verifier = TrackerParty { [base = request.base(hosts.thirdPartyB)] in
            "\(base)/px?e=\($0)&c=verify\(Self.consentMacros(ofVendor: 13))"
        }
        let parties = faults.contains(.vendorMacros) ? [own, audit, verifier] : [own, audit]
        return VASTDocument.Linear(
            adID: adID, system: "Metrike", title: "Spot", parties: parties, statedSeconds: stated,
            skipAfterSeconds: skip, mediaURL: request.base(hosts.metrikeMedia) + "/spot-\(real)s.mp4",
            clickThrough: "\(base(request))\(vocabulary.clickPath)?ad=\(adID)",
            refusesTracking: faults.contains(.videoRefused))
    }

    /// IAB TCF v2, "URL-based services".
    private static func consentMacros(ofVendor id: Int) -> String {
        "&gdpr=${GDPR}&gdpr_consent=${GDPR_CONSENT_\(id)}"
    }

    private mutating func vmap(token: String, _ request: StandInRequest) -> String {
        if token == "vmap-single-13779" { return vast(token: token, request) ?? VASTDocument.noFill }
        guard token == "vmap-instream-13779", let first = linear(request) else { return VMAPDocument.text([]) }
        let base = base(request)
        var tag = request.base(hosts.thirdPartyA) + "/vast?pos=mid"
        if faults.contains(.identityInAdTag), let visitor = request.query("visitor_id") { tag += "&uid=\(visitor)" }
        let tracker = { (id: String) in TrackerParty { "\(base)/px/\($0)?break=\(id)" } }
        let text = VMAPDocument.text([
            .init(id: "pre-1", offset: "start", source: .inline(first), tracker: tracker("pre-1")),
            .init(id: "mid-1", offset: "00:00:10", source: .tag(tag), tracker: tracker("mid-1")),
            .init(
                id: "post-1", offset: "end", source: .tag("\(base)\(vocabulary.vastPath)vast-postroll-13779"),
                tracker: tracker("post-1")),
        ])
        return faults.contains(.scheduleMalformed) ? text.replacingFirst("</vmap:AdSource>", with: "") : text
    }

    private mutating func linear(_ request: StandInRequest) -> String? {
        VASTDocument.inlineElement(linear(request, stated: 10, real: 10, skip: nil))
    }

    private func base(_ request: StandInRequest) -> String { request.base(hosts.metrike) }

    private func auditBase(_ request: StandInRequest) -> String {
        let base = request.base(hosts.thirdPartyA)
        return faults.contains(.ambiguousTracker) ? base.replacingFirst("://", with: ":\\\\") : base
    }

    // MARK: Pixels and clicks

    private func pixel(_ request: StandInRequest) -> StandInAnswer {
        guard faults.contains(.identityInRedirect), let visitor = request.query("visitor_id") else { return .pixel }
        return .redirect(to: request.base(hosts.thirdPartyA) + "/px?e=sync&uid=\(visitor)")
    }

    /// 302 to the campaign's address with a fresh `mk_cid` in its query, before the fragment (guide §6).
    private mutating func click(_ request: StandInRequest) -> StandInAnswer {
        var clickID = generator.token(20)
        if faults.contains(.sameClickID), let lastClickID { clickID = lastClickID }
        lastClickID = clickID
        if faults.contains(.clickAnswersPage) {
            return .text("<!doctype html><title>Anúncio</title>\n", type: "text/html; charset=utf-8")
        }
        let campaign = Campaign(rawValue: request.query("c") ?? "") ?? .site
        let landing = request.query("to") ?? landing(campaign, request)
        let (bare, fragment) = Self.parts(landing)
        if faults.contains(.clickWithoutClickID) { return .redirect(to: landing) }
        if faults.contains(.clickWithEmptyClickID) { return .redirect(to: "\(bare)&mk_cid=\(fragment)") }
        if faults.contains(.clickIDInFragment) {
            return .redirect(to: "\(bare)\(fragment.isEmpty ? "#" : fragment)&mk_cid=\(clickID)")
        }
        if faults.contains(.clickWithTwoClickIDs) {
            return .redirect(to: "\(bare)&mk_cid=\(clickID)&mk_cid=\(generator.token(20))\(fragment)")
        }
        if faults.contains(.destinationChanged), campaign != .tracked {
            let page = bare.prefix { $0 != "?" }
            return .redirect(to: "\(page)?sku=42/a&utm_source=metrike&mk_cid=\(clickID)")
        }
        var answer = StandInAnswer.redirect(to: "\(bare)&mk_cid=\(clickID)\(fragment)")
        if faults.contains(.clickMayBeCached) {
            answer.fields = answer.fields.map {
                $0.name == "Cache-Control" ? .init(name: $0.name, value: "max-age=3600") : $0
            }
        }
        return answer
    }

    // MARK: Campaigns

    /// Where a campaign's clicks end.
    private enum Campaign: String {
        /// A page of the advertiser's.
        case site = ""
        /// The advertiser's app.
        case app
        /// A page of the advertiser's, by way of a tracking company.
        case tracked

        /// Tells `/click` the campaign.
        var parameter: String { self == .site ? "" : "&c=\(rawValue)" }
    }

    /// The campaign's own URL, with a query.
    private func landing(_ campaign: Campaign, _ request: StandInRequest) -> String {
        let site = request.base(hosts.advertiser)
        let query = "utm_source=metrike&sku=42%2Fa"
        switch campaign {
        case .site: return "\(site)/oferta?\(query)#detalhe"
        case .app: return "\(site)/abrir?\(query)#detalhe"
        case .tracked:
            let page = "\(site)/oferta?\(query)"
            let inner = faults.contains(.landingNotEncoded) ? page : PercentCoding.encoded(page)
            return "\(request.base(hosts.redirector))/r?dest=\(inner)"
        }
    }

    /// A URL up to its fragment, and the fragment with its `#`.
    private static func parts(_ url: String) -> (String, String) {
        let end = url.firstIndex(of: "#") ?? url.endIndex
        return (String(url[..<end]), String(url[end...]))
    }
}
