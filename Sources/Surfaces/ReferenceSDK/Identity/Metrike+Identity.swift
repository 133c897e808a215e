internal import Dialing
internal import HTTPModel

/// What a first-party request is for.
enum RequestPurpose: Equatable {
    case serve(zone: Int)
    case vast, vmap, pixel, beacon, click, conversion
    /// A VAST address given to a player that is not the SDK's.
    case ownPlayer
}

struct IdentityField: Equatable {
    let name: String
    let value: String
}

/// The one seam through which every request to the ad server goes (guide §2).
extension Metrike {
    func identity(for purpose: RequestPurpose, ad: LoadedAd? = nil) -> [IdentityField] {
        var version = process.app.version
        if process.has(.beaconAppVersionDiffers), purpose == .beacon { version += ".1" }
        let leavesVersionOut = process.has(.clickWithoutAppVersion) && purpose == .click
        let sdkVersion = process.has(.sdkVersionMalformed) ? "ios 0.1.1" : Metrike.sdkVersion
        var name = config?.appName ?? process.app.name
        if process.has(.appNameEncodedTwice) { name = PercentCoding.encoded(name) }

        let bundle = process.has(.appBundleMalformed) ? process.app.executable : process.app.identifier
        var fields = [IdentityField(name: "app_bundle", value: bundle)]
        fields.append(IdentityField(name: "app_name", value: name))
        if !leavesVersionOut { fields.append(IdentityField(name: "app_version", value: version)) }
        fields.append(IdentityField(name: "sdk_version", value: sdkVersion))
        if purpose != .ownPlayer {
            let type = process.has(.deviceTypeUnknown) ? "mobile" : process.device.type
            if !(process.has(.beaconWithoutDeviceType) && purpose == .beacon) {
                fields.append(IdentityField(name: "device_type", value: type))
            }
            if let visitor = visitorID(for: purpose, ad: ad) {
                fields.append(IdentityField(name: "visitor_id", value: visitor))
            }
            fields.append(IdentityField(name: "session_id", value: sessionID))
        }
        let isMixed = process.has(.childFlagMixed) && purpose == .beacon
        if config?.childDirected == true || isMixed, !(process.has(.beaconWithoutChildFlag) && purpose == .beacon) {
            fields.append(
                IdentityField(name: "child_directed", value: process.has(.childFlagIsWord) ? "true" : "1"))
        }
        if process.has(.fieldTwice), case .serve = purpose {
            fields.append(IdentityField(name: "app_version", value: version))
        }
        if process.has(.advertisingID), case .serve = purpose {
            fields.append(IdentityField(name: "idfa", value: "00000000-0000-0000-0000-000000000000"))
        }
        return fields
    }

    /// The visitor ID for one request, or nil where the user, the zone or the app's audience forbids it.
    func visitorID(for purpose: RequestPurpose, ad: LoadedAd?) -> String? {
        guard let current = visitorId() else {
            if isTrackingEnabled() { return nil }
            if let earlier = ad?.visitorIDAtLoad {
                return process.has(.lateBeaconKeepsVisitorID) && purpose == .beacon ? earlier : nil
            }
            if process.has(.emptyVisitorIDWhileOff) { return "" }
            return nil
        }
        switch purpose {
        case .serve(let zone) where isRefused(zone):
            let hasNoConsent = process.store[Key.gdprApplies] == "1" && process.store[Key.consent] == nil
            let forgets = process.has(.refusedZoneForgotten) || (process.has(.missingConsentIgnored) && hasNoConsent)
            return forgets ? current : nil
        case .serve where process.has(.otherZonesBlocked) && hasRefusedZone:
            return nil
        case .pixel where ad?.refusesTracking == true:
            return process.has(.refusedVideoVisitorID) ? current : nil
        case .beacon where ad?.refusesTracking == true:
            return process.has(.refusedBeaconVisitorID) ? current : nil
        case .click where ad?.refusesTracking == true:
            return process.has(.refusedClickVisitorID) ? current : nil
        default:
            return current
        }
    }

    // MARK: Addresses

    /// First party is the host of the base URL and no other (guide §7).
    func isFirstParty(_ url: [UInt8]) -> Bool {
        let parts = URLBytes(url)
        guard let host = parts.normalizedHost, let own = base.normalizedHost else { return false }
        if process.has(.userInformationIsHost), let user = parts.userInfo {
            return parts.bytes[user].elementsEqual(own.utf8)
        }
        return process.has(.lookAlikeHost) ? host.hasPrefix(own) : host == own
    }

    func identified(_ url: [UInt8], for purpose: RequestPurpose, ad: LoadedAd? = nil) -> [UInt8] {
        Metrike.appending(process.dialect.ordered(identity(for: purpose, ad: ad), by: \.name), to: url)
    }

    /// The address with pairs at the end of its query, before a fragment. What was there stays byte for byte, and a
    /// name that is there already is not added again.
    static func appending(_ fields: [IdentityField], to url: [UInt8]) -> [UInt8] {
        let parts = URLBytes(url)
        let present = parts.queryPairs.map { String(display: parts.bytes[$0.name]) }
        let pairs = fields.filter { !present.contains($0.name) }
            .map { "\($0.name)=\(PercentCoding.encoded($0.value))" }
        guard !pairs.isEmpty else { return url }
        let end = parts.query?.upperBound ?? parts.path.upperBound
        let separator = parts.query == nil ? "?" : parts.query?.isEmpty == true ? "" : "&"
        return url[..<end] + Array((separator + pairs.joined(separator: "&")).utf8) + url[end...]
    }

    /// The fields of a request that only a fault adds.
    var extraFields: [HTTPCallField] {
        guard process.has(.cookie), let visitor = visitorId() else { return [] }
        return [HTTPCallField("Cookie", "_mk_vid=\(visitor)")]
    }
}
