internal import ConsentStrings
internal import Cryptography
internal import HTTPModel
internal import Platform

/// The addresses of a VAST document are plain GETs, fired when their moment comes (guide §7).
extension Metrike {
    /// Values of macros that only the moment of firing knows (VAST 4.3 §6).
    struct PixelMoment {
        var errorCode: Int?
        var mediaURL: [UInt8] = []
        var position: Duration = .zero
    }

    func fire(_ urls: [[UInt8]], _ moment: PixelMoment = PixelMoment(), ad: LoadedAd?) {
        for url in urls { fire(url, moment, ad: ad) }
    }

    private func fire(_ template: [UInt8], _ moment: PixelMoment, ad: LoadedAd?) {
        let url = expanded(consenting(template), moment)
        if isFirstParty(url) {
            var address = process.has(.firstPartyPixelBare) ? url : attached(to: url, ad)
            if process.has(.pixelReordered) { address = Metrike.reversingQuery(address) }
            _ = process.network.session("GET", address, extra: extraFields)
        } else {
            // The faults touch trackers of the ad server's own ads; a third party's break has its own.
            if ad != nil, process.has(.identityInWebSocket) { greet(hostOf: url) }
            _ = process.network.session("GET", ad == nil ? url : leaking(url, ad))
        }
    }

    /// A first-party pixel with identity and mechanism.
    private func attached(to url: [UInt8], _ ad: LoadedAd?) -> [UInt8] {
        var fields = identity(for: .pixel, ad: ad)
        let isTracked = fields.contains { $0.name == "visitor_id" }
        if !process.has(.pixelMechanismMissing) {
            fields.append(IdentityField(name: "in_app_mechanism", value: "sdk"))
        }
        if process.has(.consentOnPixel) { fields += consentFields }
        if process.has(.locationOnPixel), isTracked, config?.collectLocation == true {
            fields += coarseLocation.map(\.field)
        }
        return Metrike.appending(process.dialect.ordered(fields, by: \.name), to: url)
    }

    /// A third party's address as it is, but for faults.
    private func leaking(_ url: [UInt8], _ ad: LoadedAd?) -> [UInt8] {
        if process.has(.thirdPartyPixelIdentity) { return identified(url, for: .pixel, ad: ad) }
        if process.has(.encodedValueToThirdParty), let visitor = visitorId() {
            let digits = Array("0123456789ABCDEF".utf8)
            let encoded = visitor.utf8.flatMap { [UInt8(ascii: "%"), digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
            return url + Array("&u=".utf8) + encoded
        }
        if process.has(.keyedVisitorID), let visitor = visitorId() {
            return url + Array("&k=".utf8) + KeyedMixing.text(of: visitor)
        }
        if process.has(.digestToThirdParty), let visitor = visitorId() {
            let digest = Metrike.base64URL(SHA256.digest(Array(visitor.utf8)))
            return Metrike.appending([IdentityField(name: "h", value: digest)], to: url)
        }
        if process.has(.valueInHostLabel), let visitor = visitorId(), let host = URLBytes(url).host {
            return url[..<host.lowerBound] + Array("\(visitor).".utf8) + url[host.lowerBound...]
        }
        if process.has(.thirdPartyConsentChanged), let consent = process.store[Key.consent] {
            return Metrike.appending([IdentityField(name: "gdpr_consent", value: String(consent.dropLast()))], to: url)
        }
        if process.has(.locationToThirdParty) {
            return Metrike.appending(coarseLocation.map(\.field), to: url)
        }
        if process.has(.clickIDToThirdParty), let clickID = lastClickID {
            return Metrike.appending([IdentityField(name: "mk_cid", value: clickID)], to: url)
        }
        return url
    }

    /// Tells a tracker's host who is watching, once, where no query shows it.
    private func greet(hostOf url: [UInt8]) {
        guard !hasGreeted, let visitor = visitorId() else { return }
        hasGreeted = true
        let encoded = String(display: Base64Text.encoded(Array(visitor.utf8)))
        let message = Array("{\"type\":\"hello\",\"u\":\"\(encoded)\"}".utf8)
        let nonce = (0..<16).map { _ in UInt8(truncatingIfNeeded: process.random.next()) }
        process.network.webSocket(
            URLBytes(url).resolving(Array("/live".utf8)), [message], nonce: nonce,
            mask: UInt32(truncatingIfNeeded: process.random.next()))
    }

    /// Replaces `${GDPR}` and `${GDPR_CONSENT_nnn}` (IAB TCF v2, "URL-based services"). There is no vendor list here: a
    /// vendor to which the person did not consent gets nothing.
    private func consenting(_ template: [UInt8]) -> [UInt8] {
        let (open, close) = (Array("${".utf8), UInt8(ascii: "}"))
        var result: [UInt8] = []
        var rest = template[...]
        while let start = rest.firstIndex(of: open[0]) {
            guard rest[start...].starts(with: open), let end = rest[start...].firstIndex(of: close),
                let value = consentValue(String(display: rest[(start + open.count)..<end]))
            else {
                result += rest[...start]
                rest = rest[(start + 1)...]
                continue
            }
            result += rest[..<start] + PercentCoding.encoded(Array(value.utf8))
            rest = rest[(end + 1)...]
        }
        return result + rest
    }

    /// Nil for what is no macro of consent.
    private func consentValue(_ name: String) -> String? {
        if name == "GDPR" { return process.store[Key.gdprApplies] ?? "" }
        let prefix = "GDPR_CONSENT_"
        guard name.hasPrefix(prefix), let vendor = Int(name.dropFirst(prefix.utf8.count)) else { return nil }
        guard let consent = process.store[Key.consent] else { return "" }
        let core = TCString(consent.utf8).core
        let isAllowed = core?.vendorConsents.ids.contains(vendor) == true && core?.purposeConsents.isEmpty == false
        return isAllowed || process.has(.vendorMacroAlwaysReplaced) ? consent : ""
    }

    /// Replaces each `[NAME]`: a known one by its value, percent-encoded, one that asks for
    /// identity by `-2`, any other by `-1` (VAST 4.3 §6.2).
    private func expanded(_ template: [UInt8], _ moment: PixelMoment) -> [UInt8] {
        var result: [UInt8] = []
        var rest = template[...]
        while let open = rest.firstIndex(of: UInt8(ascii: "[")) {
            result += rest[..<open]
            let name = rest[(open + 1)...].prefix { $0 == 0x5F || $0 &- 0x41 < 26 || ASCII.isDigit($0) }
            guard !name.isEmpty, name.endIndex < rest.endIndex, rest[name.endIndex] == UInt8(ascii: "]") else {
                result.append(rest[open])
                rest = rest[(open + 1)...]
                continue
            }
            result += PercentCoding.encoded(Array(macro(String(display: name), moment).utf8))
            rest = rest[(name.endIndex + 1)...]
        }
        return result + rest
    }

    private func macro(_ name: String, _ moment: PixelMoment) -> String {
        switch name {
        case "CACHEBUSTING": process.random.digits(8)
        case "ERRORCODE", "ERROR_CODE": moment.errorCode.map(String.init) ?? "-1"
        case "ASSETURI": String(display: moment.mediaURL)
        case "ADPLAYHEAD", "MEDIAPLAYHEAD": Metrike.clockText(moment.position)
        // Identity is refused, not unknown (VAST 4.3 §6.2).
        case "APPBUNDLE": process.has(.macroExpanded) ? process.app.identifier : "-2"
        case "IFA", "IFATYPE", "LATLONG", "DEVICEIP", "PAGEURL": "-2"
        default: "-1"
        }
    }

    static func clockText(_ time: Duration) -> String {
        let (seconds, attoseconds) = time.components
        let padded = { (value: Int64, width: Int) in
            let digits = String(value)
            return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
        }
        let milliseconds = attoseconds / 1_000_000_000_000_000
        let parts = [padded(seconds / 3600, 2), padded(seconds / 60 % 60, 2), padded(seconds % 60, 2)]
        return parts.joined(separator: ":") + "." + padded(milliseconds, 3)
    }

    /// Without padding (RFC 4648 §5).
    private static func base64URL(_ bytes: [UInt8]) -> String {
        let text = Base64Text.encoded(bytes).filter { $0 != UInt8(ascii: "=") }
        return String(
            display: text.map { byte in
                switch byte {
                case UInt8(ascii: "+"): UInt8(ascii: "-")
                case UInt8(ascii: "/"): UInt8(ascii: "_")
                default: byte
                }
            })
    }

    private static func reversingQuery(_ url: [UInt8]) -> [UInt8] {
        let parts = URLBytes(url)
        guard let query = parts.query else { return url }
        let pairs = parts.bytes[query].split(separator: UInt8(ascii: "&")).reversed()
        return url[..<query.lowerBound] + Array(pairs.joined(separator: [UInt8(ascii: "&")])) + url[query.upperBound...]
    }
}
