import AdTimeline
import CassetteFormat
import HTTPModel
import IdentityTrace
import LeakSearch
import SDKContracts

/// Sorts what a third-party request tells into breaches, each the concern of exactly one rule.
///
/// Order of the questions: is it the field under its own name, or only the value? Did the first party's server put it
/// there? Then, for a field under its own name: after which kind of asking did the request go out?
struct BoundaryJudge {
    let evidence: Evidence
    let traces: [RequestTrace]
    /// Of the traces that were found in disguise.
    var appearances: [RequestTrace: Appearance] = [:]
    /// Of the traces in what the client said in a WebSocket connection: where the server had said the value before.
    var supplied: [RequestTrace: String] = [:]

    func breaches(of sighting: Sighting) -> [Breach] {
        let join = evidence.timeline.join(of: sighting.number)
        let named = namedFields(sighting, join)
        let values = traces.filter { trace in
            !named.contains { $0.place.part == trace.place.part && $0.place.range.overlaps(trace.place.range) }
        }
        return named + foreign(values, sighting, join) + location(sighting, join)
    }

    // MARK: Fields under their own name

    private func namedFields(_ sighting: Sighting, _ join: Join?) -> [Breach] {
        var found: [(FieldKind, Parameter)] = []
        for kind in FieldKind.identity {
            for field in sighting.fields(kind) where isIdentity(kind, field.value) { found.append((kind, field)) }
        }
        // A version or a device type alone is any SDK's parameter, unless a document of ours led here.
        let isTelling = found.contains { $0.0 != .appName && $0.0 != .appVersion && $0.0 != .deviceType }
        guard isTelling || join != nil else { return [] }
        return found.map { kind, field in
            let cause = cause(field.place, field.value, sighting, join)
            return Breach(
                concern: concern(cause, sighting, join), kind: kind, shown: field.value, place: field.place,
                cause: cause, disguise: nil)
        }
    }

    /// A known value, also one that was encoded again; or the SDK's own name for itself.
    private func isIdentity(_ kind: FieldKind, _ value: [UInt8]) -> Bool {
        var value = value
        for _ in 0..<3 {
            if evidence.values.known(kind, value) != nil { return true }
            let next = PercentCoding.decoded(value)
            if next == value { break }
            value = next
        }
        return kind == .sdkVersion && value.starts(with: MetrikeVocabulary.sdkName.utf8)
    }

    private func concern(_ cause: Cause, _ sighting: Sighting, _ join: Join?) -> Breach.Concern {
        if case .serverSupplied = cause, let join, isFirstParty(join.told.document) { return .serverSupplied }
        if let join, join.told.role == .redirect, isFirstParty(join.told.document) { return .redirect }
        if evidence.contract.isDistributionHost(sighting.host) { return .distributionHost }
        if Self.isMisread(join, evidence.hosts) { return .misreadURL }
        if evidence.isLookalike(sighting) { return .resemblingHost }
        guard let join else { return .thirdParty }
        if join.breakReference?.isThirdParty == true {
            return join.told.role == .adTag ? .breakRequest : .breakTree
        }
        return join.purpose.isAsset ? .asset : .thirdParty
    }

    private func isFirstParty(_ number: Int) -> Bool { evidence.isFirstParty(number) }

    /// The told URL names the base host where a careless reader would take it for the host: as user information, with
    /// its dots encoded, behind a backslash.
    static func isMisread(_ join: Join?, _ hosts: FirstPartyHosts) -> Bool {
        guard let join else { return false }
        let url = URLBytes(join.told.url)
        let base = Array(hosts.baseHost.utf8)
        if let userInfo = url.userInfo {
            let text = PercentCoding.decoded(url.bytes[userInfo]).map(ASCII.lowercased)
            if text.starts(with: base) { return true }
        }
        guard let host = url.host else { return false }
        let raw = url.bytes[host]
        guard raw.contains(UInt8(ascii: "%")) else { return false }
        return PercentCoding.decoded(raw).map(ASCII.lowercased).starts(with: base)
    }

    // MARK: Values under other names

    private func foreign(_ traces: [RequestTrace], _ sighting: Sighting, _ join: Join?) -> [Breach] {
        traces.compactMap { trace in
            let kind = trace.trace.value.kind
            guard kind != .latitude, kind != .longitude else { return nil }
            let appearance = appearances[trace]
            // A document tells a disguised value in the same disguise.
            let told = appearance == nil ? trace.trace.value.value : sighting.bytes(at: trace.place)
            let cause =
                supplied[trace].map { .serverSupplied(at: $0) } ?? cause(trace.place, told, sighting, join)
            guard let concern = foreignConcern(kind, trace, cause, sighting, join) else { return nil }
            var disguises: [String] = []
            if trace.trace.form != "plain" { disguises.append(trace.trace.form) }
            if trace.trace.coding != "plain" { disguises.append(trace.trace.coding) }
            return Breach(
                concern: concern, kind: kind, shown: trace.trace.value.value, place: trace.place, cause: cause,
                disguise: disguises.isEmpty ? nil : disguises.joined(separator: ", "), appearance: appearance)
        }
    }

    private func foreignConcern(
        _ kind: FieldKind, _ trace: RequestTrace, _ cause: Cause, _ sighting: Sighting, _ join: Join?
    ) -> Breach.Concern? {
        let isApp = kind == .appBundle || kind == .sdkVersion
        if kind == .clickID { return clickConcern(cause, sighting, join) }
        switch cause {
        case .referer: return .referer
        case .expandedMacro: return .macro
        case .serverSupplied, .redirect:
            // An app's bundle in an ad call is the market's custom, and the server's own affair.
            if isApp { return nil }
            return concern(cause, sighting, join) == .redirect ? .redirect : serverOr(.foreignName, join)
        case .unjoined where isApp, .webView where isApp: return nil
        default:
            // The platform's own User-Agent names the app to every host.
            return isApp && trace.place.surface == .header ? nil : .foreignName
        }
    }

    private func serverOr(_ other: Breach.Concern, _ join: Join?) -> Breach.Concern {
        join.map { isFirstParty($0.told.document) } == true ? .serverSupplied : other
    }

    /// The click chain may carry the click ID; it is for the landing.
    private func clickConcern(_ cause: Cause, _ sighting: Sighting, _ join: Join?) -> Breach.Concern? {
        if join?.told.role == .redirect || evidence.isOnRedirectChain(sighting.host) { return nil }
        if case .referer = cause { return .referer }
        return .clickID
    }

    // MARK: Coordinates

    /// Latitude and longitude of the app in one request, under whatever names.
    private func location(_ sighting: Sighting, _ join: Join?) -> [Breach] {
        let isPlain = { (trace: RequestTrace) in appearances[trace] == nil }
        if let latitude = traces.first(where: { $0.trace.value.kind == .latitude && isPlain($0) }),
            let longitude = traces.first(where: {
                $0.trace.value.kind == .longitude && isPlain($0) && !$0.place.range.overlaps(latitude.place.range)
            })
        {
            return [latitude, longitude].map { trace in
                Breach(
                    concern: .location, kind: trace.trace.value.kind, shown: trace.trace.value.value,
                    place: trace.place, cause: cause(trace.place, trace.trace.value.value, sighting, join),
                    disguise: nil)
            }
        }
        // As numbers: at another precision, in another order, under codings.
        return traces.compactMap { trace in
            guard let appearance = appearances[trace], appearance.index == nil else { return nil }
            let cause =
                supplied[trace].map { .serverSupplied(at: $0) }
                ?? cause(trace.place, sighting.bytes(at: trace.place), sighting, join)
            return Breach(
                concern: .location, kind: trace.trace.value.kind, shown: trace.trace.value.value, place: trace.place,
                cause: cause, disguise: trace.trace.form, appearance: appearance)
        }
    }

    // MARK: Cause

    private func cause(_ place: EvidencePlace, _ value: [UInt8], _ sighting: Sighting, _ join: Join?) -> Cause {
        switch place.surface {
        case .referer: return .referer
        case .cookie: return .cookie
        default: break
        }
        guard let join else { return sighting.isFromBrowser ? .webView : .unjoined }
        guard place.part == .target else {
            // The Host field says what the URL's host says.
            let isHost = place.surface == .header && place.name == "host"
            let told = Array(URLBytes(join.told.url).normalizedHost?.utf8 ?? "".utf8)
            let isTold = isHost && Self.holds(told, sighting.bytes(at: place))
            return isTold ? .serverSupplied(at: join.told.label) : .sdkAttached(absentFrom: join.told.label)
        }
        if let expansion = join.expanded.first(where: { $0.range.overlaps(place.range) }) {
            return .expandedMacro(String(display: expansion.macro), at: join.told.label)
        }
        let isAdded = join.added.contains { pair in
            (pair.name.lowerBound..<(pair.value ?? pair.name).upperBound).overlaps(place.range)
        }
        if !isAdded, Self.holds(join.told.url, value) {
            if join.told.role == .redirect { return .redirect(exchange: join.told.document) }
            return .serverSupplied(at: join.told.label)
        }
        return .sdkAttached(absentFrom: join.told.label)
    }

    private static func holds(_ url: [UInt8], _ value: [UInt8]) -> Bool {
        ByteView.views(of: url).contains { ASCII.contains($0.bytes, ignoringCase: value) }
    }
}
