import CassetteFormat
import HTTPModel
import IdentityTrace
import LeakSearch
import SDKContracts

/// The app's values in third-party requests that a plain search does not see: digests, and what lies under codings.
struct DisguisedTraces: Sendable {
    /// Values that are told only by their fields' names are no part of it.
    static let kinds: Set<FieldKind> = [.visitorID, .sessionID, .clickID, .appBundle]
    /// What an SDK may mix into a digest.
    private static let saltKinds: Set<FieldKind> = [.appBundle, .appName, .sdkVersion]

    private var values: [KnownValue] = []
    private var salts: [KnownSalt] = []
    /// Learned since the search was last made ready.
    private var waiting: [KnownValue] = []
    /// Made when it is first needed.
    private var search: DisguiseSearch?
    /// What was not searched of the request that was searched last.
    private(set) var surfaceGaps: [(surface: SearchSurface, gap: SearchGap)] = []
    private static let mostGaps = 64

    /// The app's places, by the name under which they are looked for.
    private var places: [String: (latitude: KnownValue, longitude: KnownValue)] = [:]
    /// They changed since the search was last made ready.
    private var locations: [SoughtLocation]?

    init(_ values: [KnownValue]) { add(values) }

    /// Looks for these places from now on.
    mutating func look(for coordinates: [Coordinate]) {
        places = [:]
        // Nought is nowhere, and stands everywhere.
        let telling = coordinates.filter { $0.latitude != 0 && $0.longitude != 0 }
        locations = telling.enumerated().map { number, coordinate in
            let name = "location:\(number + 1)"
            places[name] = (coordinate.latitudeValue, coordinate.longitudeValue)
            return SoughtLocation(name, latitude: coordinate.latitude, longitude: coordinate.longitude)
        }
    }

    mutating func add(_ new: [KnownValue]) {
        for value in new where Self.saltKinds.contains(value.kind) && search == nil {
            salts.append(KnownSalt("\(value.kind)", value.value))
        }
        waiting += new.filter { Self.kinds.contains($0.kind) }
    }

    /// What was not looked for in other forms, in words.
    var gaps: [String] {
        guard let search else { return [] }
        let partly = search.partlySoughtCount
        return search.gaps.map { "\($0.text): later ones were looked for as they are, and in no disguise" }
            + (partly > 0 ? ["\(partly) values were looked for in their common disguises alone"] : [])
    }

    /// What a third-party request holds besides what is known of it already.
    mutating func traces(
        in sighting: Sighting, besides known: [RequestTrace]
    ) -> [(trace: RequestTrace, appearance: Appearance)] {
        makeReady()
        surfaceGaps = []
        guard let search, !search.isEmpty else { return [] }
        var result: [(trace: RequestTrace, appearance: Appearance)] = []
        let head = search.search(headOf: sighting.head)
        for appearance in head.appearances {
            add(appearance, place(inHead: appearance.range, sighting), known, &result)
        }
        let content = search.search(sighting.requestContent.bytes)
        surfaceGaps = head.gaps.map { (.requestHead, $0) } + content.gaps.map { (.requestContent, $0) }
        for appearance in content.appearances {
            let parameter = sighting.parameters.first {
                $0.place.part == .requestContent && $0.place.range.overlaps(appearance.range)
            }
            let place = EvidencePlace(
                part: .requestContent, surface: parameter?.place.surface ?? .body, name: parameter?.place.name ?? "",
                range: appearance.range)
            add(appearance, place, known, &result)
        }
        return result
    }

    /// What the client said in the WebSocket connection that the request opened; and where the server had said a value
    /// of it before.
    mutating func traces(
        inMessagesOf sighting: Sighting
    ) -> (found: [(trace: RequestTrace, appearance: Appearance)], supplied: [RequestTrace: String]) {
        guard !sighting.exchange.frames.isEmpty else { return ([], [:]) }
        makeReady()
        guard let search, !search.isEmpty else { return ([], [:]) }
        var found: [(trace: RequestTrace, appearance: Appearance)] = []
        var supplied: [RequestTrace: String] = [:]
        // The first message of the server that says a value.
        var told: [String: String] = [:]
        var gaps: [(surface: SearchSurface, gap: SearchGap)] = []
        sighting.exchange.readMessages(limit: search.limits.nodeBytes) { message in
            let report = search.search(message)
            gaps += report.gaps.map { (.webSocketMessage, $0) }
            for appearance in report.appearances where appearance.strength > .weak {
                guard message.isFromClient else {
                    if told[appearance.value] == nil {
                        told[appearance.value] = "#\(sighting.number) \(message.label)"
                    }
                    continue
                }
                guard found.count < search.limits.appearanceCount else { continue }
                let place = EvidencePlace(
                    part: .webSocketMessage, surface: .body, name: message.label, range: appearance.range)
                guard let index = appearance.index else {
                    add(place: appearance, place, [], &found)
                    continue
                }
                let form = appearance.isPlain ? "plain" : appearance.path
                let trace = RequestTrace(
                    trace: Trace(value: values[index], range: place.range, form: form, coding: "plain"), place: place)
                found.append((trace, appearance))
                if let label = told[appearance.value] { supplied[trace] = label }
            }
            if found.count == search.limits.appearanceCount {
                gaps.append((.webSocketMessage, .tooManyAppearances(limit: search.limits.appearanceCount)))
            }
        }
        surfaceGaps += gaps.prefix(Self.mostGaps)
        return (found, supplied)
    }

    /// Where a name of a connection shows a value: the host that was dialled, the name that TLS asked for.
    mutating func appearances(inName name: String) -> [(value: KnownValue, appearance: Appearance)] {
        makeReady()
        guard let search, !search.isEmpty else { return [] }
        return search.search(Array(name.utf8)).appearances.compactMap { appearance in
            guard appearance.strength > .weak, let index = appearance.index else { return nil }
            return (values[index], appearance)
        }
    }

    private mutating func makeReady() {
        if let locations {
            if search == nil { search = DisguiseSearch([], salts: salts) }
            search?.look(for: locations)
            self.locations = nil
        }
        guard !waiting.isEmpty else { return }
        // The ones that last longest first: they are looked for in every form.
        let order: [FieldKind] = [.appBundle, .visitorID, .clickID, .sessionID]
        let new = order.flatMap { kind in waiting.filter { $0.kind == kind } }
        waiting = []
        values += new.prefix(max(0, SearchLimits.standard.valueCount - values.count))
        let sought = new.map { SoughtValue("\($0.kind):\($0.ordinal)", $0.value) }
        if search == nil { search = DisguiseSearch([], salts: salts) }
        search?.add(sought)
    }

    private func add(
        _ appearance: Appearance, _ place: EvidencePlace, _ known: [RequestTrace],
        _ result: inout [(trace: RequestTrace, appearance: Appearance)]
    ) {
        guard appearance.strength > .weak, !appearance.isPlain else { return }
        guard let index = appearance.index else { return add(place: appearance, place, known, &result) }
        let value = values[index]
        let isKnown = known.contains {
            $0.trace.value.kind == value.kind && $0.place.part == place.part && $0.place.range.overlaps(place.range)
        }
        if isKnown { return }
        let trace = Trace(value: value, range: place.range, form: appearance.path, coding: "plain")
        result.append((RequestTrace(trace: trace, place: place), appearance))
    }

    /// Both halves of a place stand in one range.
    private func add(
        place appearance: Appearance, _ place: EvidencePlace, _ known: [RequestTrace],
        _ result: inout [(trace: RequestTrace, appearance: Appearance)]
    ) {
        guard let pair = places[appearance.value] else { return }
        for value in [pair.latitude, pair.longitude] {
            // One place that several of the app's are near to is told once.
            let isTold = (known + result.map(\.trace)).contains {
                $0.trace.value.kind == value.kind && $0.place.part == place.part && $0.place.name == place.name
                    && $0.place.range.overlaps(place.range)
            }
            if isTold { continue }
            let trace = Trace(value: value, range: place.range, form: appearance.path, coding: "plain")
            result.append((RequestTrace(trace: trace, place: place), appearance))
        }
    }

    private func place(inHead range: Range<Int>, _ sighting: Sighting) -> EvidencePlace {
        let head = sighting.head
        if head.target.lowerBound <= range.lowerBound, range.upperBound <= head.target.upperBound {
            let inTarget = range.lowerBound - head.target.lowerBound..<range.upperBound - head.target.lowerBound
            return place(inTarget: inTarget, sighting.target)
        }
        guard let field = head.fields.first(where: { $0.line.overlaps(range) }) else {
            return EvidencePlace(part: .requestHead, surface: .header, name: "", range: range)
        }
        var surface = Surface.header
        var name = String(display: head.bytes[field.name].map(ASCII.lowercased))
        if head.isField(field, "referer") { surface = .referer }
        if head.isField(field, "cookie") {
            surface = .cookie
            name =
                sighting.parameters.first {
                    $0.place.surface == .cookie && $0.place.range.overlaps(range)
                }?.place.name ?? name
        }
        return EvidencePlace(part: .requestHead, surface: surface, name: name, range: range)
    }

    private func place(inTarget range: Range<Int>, _ target: TargetParts) -> EvidencePlace {
        if let fragment = target.fragment, range.lowerBound >= fragment.lowerBound {
            return EvidencePlace(part: .target, surface: .fragment, name: "", range: range)
        }
        guard let query = target.query, range.lowerBound >= query.lowerBound else {
            return EvidencePlace(part: .target, surface: .path, name: "", range: range)
        }
        let pair = target.queryPairs.last { $0.name.lowerBound <= range.lowerBound }
        let name = pair.map { String(display: PercentCoding.decoded(target.bytes[$0.name], plusIsSpace: true)) }
        return EvidencePlace(part: .target, surface: .query, name: name ?? "", range: range)
    }
}

extension Sighting {
    /// The bytes that stand at a place of the request.
    func bytes(at place: EvidencePlace) -> [UInt8] {
        let bytes: [UInt8]
        switch place.part {
        case .target: bytes = target.bytes
        case .requestHead: bytes = head.bytes
        case .requestContent: bytes = requestContent.bytes
        case .responseHead, .responseContent, .webSocketMessage: return []
        }
        return place.range.upperBound <= bytes.count ? Array(bytes[place.range]) : []
    }
}
