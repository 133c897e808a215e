import CassetteFormat
import SDKContracts

/// A click ID that was delivered: to the last address of a click chain, or in a link that a mark names.
struct ClickCapture {
    let value: [UInt8]
    /// The exchange that delivered it, or after which the mark stands.
    let exchange: Int
    /// When that exchange began; nil for a mark.
    let time: TapeTime?
    /// The chain that delivered it; nil for a mark.
    let chainID: Int?

    /// In the order in which they were delivered.
    static func all(
        before conversion: Sighting, _ captures: [ClickCapture], _ configuration: ContractConfiguration
    ) -> ArraySlice<ClickCapture> {
        // What was delivered before the app was installed is not there any more.
        let installed = conversion.state.installedSince ?? -1
        let end = captures.lastIndex { $0.exchange < conversion.number }.map { $0 + 1 } ?? 0
        let start = captures[..<end].lastIndex { $0.exchange <= installed }.map { $0 + 1 } ?? 0
        let links = conversion.state.deepLinks.compactMap { link -> ClickCapture? in
            let reading = ClickIDReading(link.url, name: configuration.name(.clickID))
            guard let value = reading.values.first, !value.isEmpty, link.afterExchange > installed else { return nil }
            return ClickCapture(value: value, exchange: link.afterExchange, time: nil, chainID: nil)
        }
        if links.isEmpty { return captures[start..<end] }
        return (captures[start..<end] + links).sorted { $0.exchange < $1.exchange }[...]
    }

    /// Whether a marked link without a click ID came after a capture.
    static func linkWithoutID(
        after capture: ClickCapture, before conversion: Sighting, _ evidence: Evidence
    ) -> Bool {
        conversion.state.deepLinks.contains { link in
            link.afterExchange >= capture.exchange
                && ClickIDReading(link.url, name: evidence.configuration.name(.clickID)).values.isEmpty
        }
    }
}
