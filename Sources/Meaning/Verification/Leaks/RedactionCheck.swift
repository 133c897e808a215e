package import CassetteFormat
import HTTPModel
package import IdentityTrace
package import SDKContracts

/// Looks whether a recording may be shown to others: it was redacted and is what the redaction made of it, or it shows
/// nobody's identity.
///
/// Values are told by their names alone, at whomever: a recording without a known first party is looked at too.
package struct RedactionCheck {
    private let contract: MetrikeContract
    private let names: [FieldKind: [String]]
    private var seal = TapeSeal()
    private var values: [String: Set<[UInt8]>] = [:]
    private var result = RedactionState()

    /// Different values of one name that are counted.
    package static let valueLimit = 1_000
    /// Shorter values of cookies are words rather than identifiers.
    private static let shortestCookie = 16

    package init(_ configuration: ContractConfiguration) {
        contract = MetrikeContract(configuration: configuration, hosts: nil)
        names = configuration.names
    }

    package mutating func see(_ item: TapeItem) {
        seal.add(item)
        guard case .exchange(let exchange) = item, let sighting = contract.request(of: exchange) else { return }
        for parameter in sighting.parameters {
            guard let name = name(of: parameter) else { continue }
            expose(name, parameter.value, sighting.number, sighting.summary)
        }
    }

    /// - Parameter learned: what the recording tells besides, such as click IDs in answers.
    package func finish(_ learned: KnownValues) -> RedactionState {
        var check = self
        for known in learned.all where known.kind.isPersonal {
            guard let name = names[known.kind]?.first, check.values[name] == nil else { continue }
            check.expose(name, known.value, known.exchange, nil)
        }
        switch seal.header?.redacted {
        case nil: check.result.manner = .unredacted
        case seal.rootBehindHeader: check.result.manner = .redacted
        default: check.result.manner = .changed
        }
        return check.result
    }

    private func name(of parameter: Parameter) -> String? {
        if let kind = parameter.kind, kind.isPersonal { return names[kind]?.first }
        let name = String(display: parameter.name.map(ASCII.lowercased))
        if MetrikeVocabulary.advertisingIDNames.contains(name) { return name }
        guard parameter.place.surface == .cookie, parameter.value.count >= Self.shortestCookie,
            parameter.value.contains(where: ASCII.isDigit)
        else { return nil }
        return "cookie"
    }

    private mutating func expose(_ name: String, _ value: [UInt8], _ number: Int, _ request: String?) {
        guard !value.isEmpty, !UUIDText.isZero(value) else { return }
        if let index = result.exposures.firstIndex(where: { $0.name == name }) {
            guard values[name, default: []].count < Self.valueLimit else { return }
            values[name, default: []].insert(value)
            result.exposures[index].valueCount = values[name, default: []].count
        } else {
            values[name] = [value]
            result.exposures.append(
                RedactionState.Exposure(name: name, valueCount: 1, exchange: number, request: request))
        }
    }
}

/// Whether a recording may be shown to others, and what keeps it from being.
package struct RedactionState: Sendable, Hashable {
    package enum Manner: String, Sendable, Hashable {
        case unredacted
        /// By `fita redact`, and not changed since.
        case redacted
        /// What stands on it is not what the redaction left there.
        case changed
    }

    /// Values of one name that stand on the recording.
    package struct Exposure: Sendable, Hashable {
        package let name: String
        /// Different ones; `RedactionCheck.valueLimit` stands for that many and more.
        package internal(set) var valueCount: Int
        /// Where the first stands.
        package let exchange: Int
        /// `METHOD host/path`, without the query; nil where it is no request that shows it.
        package let request: String?
    }

    package internal(set) var manner = Manner.unredacted
    package internal(set) var exposures: [Exposure] = []

    package var mayBeShown: Bool {
        switch manner {
        case .unredacted: exposures.isEmpty
        case .redacted: true
        case .changed: false
        }
    }
}
