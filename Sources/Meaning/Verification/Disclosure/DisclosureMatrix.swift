import IdentityTrace
package import SDKContracts

/// Which host was told what of the app and the person: a cell for each kind of value and each host.
package struct DisclosureMatrix: Sendable, Hashable {
    package struct Host: Sendable, Hashable {
        package let name: String
        package let party: Party
        package internal(set) var requests: Int
    }

    /// How often a host was told values of a kind, and why.
    package struct Cell: Sendable, Hashable {
        package let kind: FieldKind
        package let host: String
        package internal(set) var requests = 0
        /// How many different values.
        package internal(set) var values = 0
        package internal(set) var causes: [DisclosureCause] = []
        /// Of the gravest finding about it; nil where no rule objects.
        package internal(set) var severity: Severity?
        /// The exchange that told it first.
        package let first: Int
    }

    /// The kinds that any host was told, in the order of ``FieldKind``.
    package let kinds: [FieldKind]
    /// First parties first, then by name.
    package let hosts: [Host]
    /// By host, then kind, as above.
    package let cells: [Cell]
    /// Further hosts that are not told of.
    package let droppedHosts: Int

    package func cell(_ kind: FieldKind, _ host: String) -> Cell? {
        cells.first { $0.kind == kind && $0.host == host }
    }
}

/// How a value came to a host.
package enum DisclosureCause: Sendable, Hashable, Comparable {
    /// The app's own request to its ad server, to which no rule objects.
    case own
    /// Another host, without a rule that objects: the click chain, for one.
    case unobjected
    /// What the finding says: ``Cause/kind``.
    case found(String)

    package var word: String {
        switch self {
        case .own: "own-request"
        case .unobjected: "no-objection"
        case .found(let kind): kind
        }
    }

    package static func < (a: DisclosureCause, b: DisclosureCause) -> Bool { a.word < b.word }
}

/// Fills the matrix from the requests of a recording that has been judged.
package struct DisclosureSurvey: Sendable {
    /// Hosts beyond these are counted only.
    package static let hostLimit = 200

    private struct Key: Hashable {
        let host: String
        let kind: FieldKind
    }

    private struct Objection {
        let cause: String
        let severity: Severity
    }

    private struct Entry {
        var cell: DisclosureMatrix.Cell
        var values: Set<Int> = []
    }

    private let judgement: Judgement
    private let tracer: Tracer
    /// What findings say of a value's kind, by exchange.
    private let objections: [Int: [FieldKind: Objection]]
    private var hosts: [String: DisclosureMatrix.Host] = [:]
    private var dropped: Set<String> = []
    private var entries: [Key: Entry] = [:]

    package init(_ judgement: Judgement) {
        self.judgement = judgement
        tracer = Tracer(judgement.values)
        var objections: [Int: [FieldKind: Objection]] = [:]
        // By severity: the first that speaks of a kind is the gravest.
        for finding in judgement.findings {
            for kind in finding.saw.kinds where objections[finding.exchange]?[kind] == nil {
                objections[finding.exchange, default: [:]][kind] = Objection(
                    cause: finding.cause.kind, severity: finding.severity)
            }
        }
        self.objections = objections
    }

    package mutating func see(_ sighting: Sighting) {
        guard hosts[sighting.host] != nil || hosts.count < Self.hostLimit else {
            dropped.insert(sighting.host)
            return
        }
        hosts[sighting.host, default: DisclosureMatrix.Host(name: sighting.host, party: sighting.party, requests: 0)]
            .requests += 1
        var told: [FieldKind: Set<Int>] = [:]
        for trace in tracer.traces(in: sighting) {
            told[trace.trace.value.kind, default: []].insert(trace.trace.value.ordinal)
        }
        // Values too short or too common to be searched count where they stand under their name.
        for kind in KnownValues.kinds {
            for field in sighting.fields(kind) {
                guard let value = judgement.values.known(kind, field.value) else { continue }
                told[kind, default: []].insert(value.ordinal)
            }
        }
        for (kind, ordinals) in told { add(kind, ordinals, sighting) }
    }

    private mutating func add(_ kind: FieldKind, _ ordinals: Set<Int>, _ sighting: Sighting) {
        let key = Key(host: sighting.host, kind: kind)
        var entry =
            entries[key]
            ?? Entry(cell: DisclosureMatrix.Cell(kind: kind, host: sighting.host, first: sighting.number))
        entry.values.formUnion(ordinals)
        entry.cell.requests += 1
        entry.cell.values = entry.values.count
        let objection = objections[sighting.number]?[kind]
        let cause =
            objection.map { DisclosureCause.found($0.cause) } ?? (sighting.isFirstParty ? .own : .unobjected)
        if !entry.cell.causes.contains(cause) { entry.cell.causes = (entry.cell.causes + [cause]).sorted() }
        if let objection { entry.cell.severity = min(entry.cell.severity ?? objection.severity, objection.severity) }
        entries[key] = entry
    }

    package var matrix: DisclosureMatrix {
        let hosts = hosts.values.sorted { a, b in
            (a.party == .first ? 0 : 1, a.name) < (b.party == .first ? 0 : 1, b.name)
        }
        let kinds = Set(entries.keys.map(\.kind)).sorted()
        let cells = hosts.flatMap { host in
            kinds.compactMap { entries[Key(host: host.name, kind: $0)]?.cell }
        }
        return DisclosureMatrix(kinds: kinds, hosts: hosts, cells: cells, droppedHosts: dropped.count)
    }
}

extension Saw {
    /// The kinds of the values that were seen.
    package var kinds: [FieldKind] {
        pieces.compactMap { piece in
            switch piece {
            case .text, .words: nil
            case .known(let value, _): value.kind
            case .unknown(let kind, _): kind
            }
        }
    }
}
