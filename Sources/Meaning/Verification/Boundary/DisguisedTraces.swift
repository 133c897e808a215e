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

    init(_ values: [KnownValue]) { add(values) }

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
        guard let search, !search.isEmpty else { return [] }
        var result: [(trace: RequestTrace, appearance: Appearance)] = []
        for appearance in search.search(headOf: sighting.head).appearances {
            add(appearance, place(inHead: appearance.range, sighting), known, &result)
        }
        for appearance in search.search(sighting.requestContent.bytes).appearances {
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

    private mutating func makeReady() {
        guard !waiting.isEmpty else { return }
        // The ones that last longest first: they are looked for in every form.
        let order: [FieldKind] = [.appBundle, .visitorID, .clickID, .sessionID]
        let new = order.flatMap { kind in waiting.filter { $0.kind == kind } }
        waiting = []
        values += new
        let sought = new.map { SoughtValue("\($0.kind):\($0.ordinal)", $0.value) }
        if search == nil { search = DisguiseSearch([], salts: salts) }
        search?.add(sought)
    }

    private func add(
        _ appearance: Appearance, _ place: EvidencePlace, _ known: [RequestTrace],
        _ result: inout [(trace: RequestTrace, appearance: Appearance)]
    ) {
        guard appearance.strength > .weak, !appearance.isPlain, let index = appearance.index else { return }
        let value = values[index]
        let isKnown = known.contains {
            $0.trace.value.kind == value.kind && $0.place.part == place.part && $0.place.range.overlaps(place.range)
        }
        if isKnown { return }
        let trace = Trace(value: value, range: place.range, form: appearance.path, coding: "plain")
        result.append((RequestTrace(trace: trace, place: place), appearance))
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
        case .responseHead, .responseContent: return []
        }
        return place.range.upperBound <= bytes.count ? Array(bytes[place.range]) : []
    }
}
