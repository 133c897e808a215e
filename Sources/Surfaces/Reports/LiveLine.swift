package import CassetteFormat
package import Verification
import HTTPModel
import IdentityTrace
package import SDKContracts

/// One line for an exchange as it ends, while the recording runs.
package struct LiveLine {
    private let exchange: Exchange
    private let glimpse: Verifier.Glimpse
    private let names: [FieldKind: [String]]
    private let reveals: Bool

    package init(
        _ exchange: Exchange, _ glimpse: Verifier.Glimpse, names: [FieldKind: [String]] = MetrikeVocabulary.names,
        reveals: Bool = false
    ) {
        self.exchange = exchange
        self.glimpse = glimpse
        self.names = names
        self.reveals = reveals
    }

    /// Without a line feed: number, method, host and path, party, role, status, size, duration, findings.
    package var text: String {
        let mask = Mask(values: glimpse.values, names: names, reveals: reveals)
        let row = ExchangeRow(
            exchange: exchange, sighting: glimpse.sighting, purpose: glimpse.purpose,
            places: PersonalPlaces(mask: mask, values: glimpse.values, names: names))
        let place =
            glimpse.sighting.map {
                mask.masked(SafeText.text($0.host + String(decoding: $0.target.pathBytes, as: UTF8.self)))
            }
            ?? SafeText.text(exchange.origin.authority)
        let duration = exchange.endTime >= exchange.start ? exchange.endTime - exchange.start : 0
        var parts = [
            "#\(exchange.number)", row.method, place, row.party, row.role, row.status, "\(row.size) B",
            "\(duration / 1_000_000) ms",
        ]
        if exchange.end != .complete { parts.append(exchange.end.word) }
        parts += glimpse.findings.map { "\($0.severity.rawValue) \($0.code) \($0.slug)" }
        return parts.joined(separator: "  ")
    }
}
