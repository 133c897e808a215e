import CassetteFormat
import HTTPModel
import SDKContracts

/// One exchange as the lists show it.
struct ExchangeRow {
    let exchange: Exchange
    let sighting: Sighting?
    let purpose: String?
    let places: PersonalPlaces

    var method: String {
        exchange.request.head.map { SafeText.text($0.methodBytes) }
            ?? (exchange.ingress == .tunnel ? "CONNECT" : refusedLine.map { SafeText.text($0.method) } ?? "-")
    }

    /// The whole URL, personal values as tokens. Of a request that was refused, what can be read of its target, and no
    /// more of an origin than it came to.
    var url: [UInt8] {
        let hasOrigin = !exchange.origin.host.isEmpty
        let known = exchange.request.head.map { places.target(Array($0.targetBytes), sighting) }
        let read = refusedLine.map { Array(places.text(String(decoding: $0.target, as: UTF8.self)).utf8) }
        guard let target = known ?? read, exchange.ingress != .tunnel else {
            return hasOrigin ? Array(exchange.origin.authority.utf8) : [UInt8(ascii: "-")]
        }
        guard hasOrigin, target.first == UInt8(ascii: "/") else { return target }
        return Array(exchange.origin.text.utf8) + target
    }

    private var refusedLine: RefusedLine? {
        guard exchange.request.head == nil, case .refused = exchange.end else { return nil }
        return RefusedLine(exchange.request.headBytes)
    }

    var party: String { sighting?.party.rawValue ?? Party.unknown.rawValue }

    /// The endpoint of the first party; what a document wanted with any other.
    var role: String {
        guard let sighting else { return exchange.ingress == .tunnel ? "tunnel" : "-" }
        switch sighting.role {
        case .none, .other: return purpose ?? (sighting.role == .other ? "other" : "-")
        default: return sighting.role.name
        }
    }

    var status: String { exchange.response.map { String($0.head.status) } ?? "-" }

    /// Content bytes of the answer, as sent.
    var size: String { exchange.response.map { String($0.body.payloadSize) } ?? "-" }
}
