import CassetteFormat
import HTTPModel
import IdentityTrace
import LeakSearch
import SDKContracts
import Verification

/// What of a tape is to be replaced: its values with their fakes, its places with their move.
package struct PersonalValues {
    let search: DisguiseSearch
    let rewriter: SurfaceRewriter
    /// Names of values that are too short to be looked for.
    private(set) var keptShort: [String] = []

    private static let mostAttempts = 64
    /// Distinct places on a tape.
    package static let mostLocations = 1_024
    /// Shorter values of cookies are words rather than identifiers.
    private static let shortestCookie = 16

    init(_ items: [TapeItem], _ judgement: Judgement, _ wish: TapeRedaction.Wish) throws(RedactionError) {
        let pseudonyms = Pseudonyms(key: wish.key)
        var sought: [SoughtValue] = []
        var fakes: [[UInt8]: [UInt8]] = [:]
        let kinds: [FieldKind] = (wish.replacesBundle ? [.appBundle] : []) + [.visitorID, .clickID, .sessionID]
        for value in kinds.flatMap({ judgement.values.values(of: $0) }) {
            let name = "\(judgement.names[value.kind]?.first ?? "value"):\(value.ordinal)"
            sought.append(SoughtValue(name, value.value))
        }
        sought += NamedValues(judgement.names, kinds).values(in: items, besides: sought)
        sought += wish.values + Self.cookies(judgement)
        keptShort = sought.filter { $0.bytes.count < SoughtValue.shortest }.map(\.name)
        sought.removeAll { $0.bytes.count < SoughtValue.shortest }
        let originals = Set(sought.map { $0.bytes.map(ASCII.lowercased) })
        var taken: [[UInt8]: [UInt8]] = [:]
        for value in sought where fakes[value.bytes] == nil {
            let canonical = Self.canonical(value.bytes)
            let fake = (0..<Self.mostAttempts).lazy.map { pseudonyms.fake(value.bytes, attempt: $0) }.first {
                !originals.contains($0.map(ASCII.lowercased))
                    && taken[Self.canonical($0), default: canonical] == canonical
            }
            guard let fake else { throw .noFake(value: value.name) }
            taken[Self.canonical(fake)] = canonical
            fakes[value.bytes] = fake
        }
        for address in Self.clients(items) where address.utf8.count >= SoughtValue.shortest {
            let bytes = Array(address.utf8)
            sought.append(SoughtValue("client address", bytes, isSearchedInFull: false))
            fakes[bytes] = Array(pseudonyms.address(address).utf8)
        }
        let (salts, twinSalts) = Self.salts(judgement, wish, fakes)
        let places = try Self.places(judgement)
        let latitudes = places.texts(.latitude)
        let longitudes = places.texts(.longitude)
        var shift: LocationShift?
        var coordinates: [[UInt8]: Int] = [:]
        if !latitudes.isEmpty || !longitudes.isEmpty {
            shift = LocationShift(
                latitudes: latitudes.map(\.value), longitudes: longitudes.map(\.value), pseudonyms)
            guard let shift else { throw .noShift }
            for latitude in latitudes where latitude.isTelling { coordinates[latitude.text] = shift.latitude }
            for longitude in longitudes where longitude.isTelling { coordinates[longitude.text] = shift.longitude }
        }
        // What is given out is looked through in every form, whatever that costs.
        var limits = SearchLimits.standard
        limits.fullValueCount = limits.valueCount
        search = DisguiseSearch(sought, locations: places.pairs, salts: salts, limits: limits)
        guard search.gaps.isEmpty else { throw .tooManyValues(limit: search.limits.valueCount) }
        rewriter = SurfaceRewriter(
            twins: sought.map {
                FormTwins($0.bytes, fakes[$0.bytes] ?? $0.bytes, salts: salts, otherSalts: twinSalts)
            },
            pseudonyms: pseudonyms, locations: places.pairs, shift: shift, coordinates: coordinates)
    }

    /// Of a UUID the digits; case counts for none.
    private static func canonical(_ value: [UInt8]) -> [UInt8] {
        (UUIDText.isValid(value) ? value.filter { $0 != UInt8(ascii: "-") } : value).map(ASCII.lowercased)
    }

    /// The app's own values, which an SDK may mix into digests.
    private static func salts(
        _ judgement: Judgement, _ wish: TapeRedaction.Wish, _ fakes: [[UInt8]: [UInt8]]
    ) -> ([KnownSalt], [KnownSalt]) {
        let own = [FieldKind.appBundle, .appName, .sdkVersion].flatMap { kind in
            judgement.values.values(of: kind).map { KnownSalt("\(kind)", $0.value) }
        }
        let salts = own + wish.salts
        return (salts, salts.map { KnownSalt($0.name, fakes[$0.bytes] ?? $0.bytes) })
    }

    /// Identifiers that browsers and third parties keep in cookies.
    private static func cookies(_ judgement: Judgement) -> [SoughtValue] {
        var seen: Set<[UInt8]> = []
        var result: [SoughtValue] = []
        let consents = Set(judgement.sightings.flatMap { $0.fields(.gdprConsent).map(\.value) })
        for sighting in judgement.sightings {
            for pair in sighting.head.values(of: "cookie").flatMap({ $0.split(separator: UInt8(ascii: ";")) }) {
                let parts = pair.split(separator: UInt8(ascii: "="), maxSplits: 1)
                guard parts.count == 2 else { continue }
                let value = Array(parts[1].trimmingOptionalWhiteSpace())
                let isToken = value.allSatisfy {
                    ASCII.isDigit($0) || ASCII.lowercased($0) &- 0x61 < 26 || "-_.".utf8.contains($0)
                }
                guard value.count >= shortestCookie, isToken, value.contains(where: ASCII.isDigit),
                    !consents.contains(value), seen.insert(value).inserted
                else { continue }
                result.append(SoughtValue("cookie:\(seen.count)", value, isSearchedInFull: false))
            }
        }
        return result
    }

    private static func clients(_ items: [TapeItem]) -> [String] {
        var seen: Set<String> = []
        for case .client(let facts) in items { ExchangeRedactor.host(facts.client).map { _ = seen.insert($0) } }
        return seen.sorted()
    }

    // MARK: Places

    private struct Coordinate: Hashable {
        let text: [UInt8]
        let value: Double

        /// A number without decimals stands anywhere.
        var isTelling: Bool { text.count >= 4 && text.contains(UInt8(ascii: ".")) }
    }

    private struct Places {
        var pairs: [SoughtLocation] = []
        var coordinates: [FieldKind: [Coordinate]] = [:]

        func texts(_ kind: FieldKind) -> [Coordinate] { coordinates[kind] ?? [] }

        mutating func add(_ kind: FieldKind, _ coordinate: Coordinate) {
            if coordinates[kind]?.contains(coordinate) != true { coordinates[kind, default: []].append(coordinate) }
        }
    }

    private static func places(_ judgement: Judgement) throws(RedactionError) -> Places {
        var places = Places()
        for sighting in judgement.sightings {
            let latitude = sighting.fields(.latitude).lazy.compactMap { coordinate($0.value, limit: 85) }.first
            let longitude = sighting.fields(.longitude).lazy.compactMap { coordinate($0.value, limit: 180) }.first
            // Nought is nowhere.
            if latitude?.value == 0, longitude?.value == 0 { continue }
            if let latitude { places.add(.latitude, latitude) }
            if let longitude { places.add(.longitude, longitude) }
            guard let latitude, let longitude else { continue }
            let isKnown = places.pairs.contains {
                $0.latitude == latitude.value && $0.longitude == longitude.value
            }
            if isKnown { continue }
            guard places.pairs.count < mostLocations else { throw .tooManyPlaces(limit: mostLocations) }
            let name = "location:\(places.pairs.count + 1)"
            places.pairs.append(
                SoughtLocation(name, latitude: latitude.value, longitude: longitude.value))
        }
        return places
    }

    private static func coordinate(_ text: [UInt8], limit: Double) -> Coordinate? {
        LocationShift.value(text[...]).flatMap { value in
            value.magnitude <= limit ? Coordinate(text: text, value: value) : nil
        }
    }
}
