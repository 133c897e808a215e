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
            ?? (exchange.ingress == .tunnel ? "CONNECT" : "-")
    }

    /// The whole URL, personal values as tokens.
    var url: [UInt8] {
        guard let head = exchange.request.head, exchange.ingress != .tunnel else {
            return Array(exchange.origin.authority.utf8)
        }
        let target = places.target(Array(head.targetBytes), sighting)
        guard target.first == UInt8(ascii: "/") else { return target }
        return Array(exchange.origin.text.utf8) + target
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
