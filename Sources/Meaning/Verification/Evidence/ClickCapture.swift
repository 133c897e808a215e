import AdTimeline
import SDKContracts

/// A click ID that was delivered: to the last address of a click chain, or in a link that a mark names.
struct ClickCapture {
    let value: [UInt8]
    /// The exchange that delivered it, or after which the mark stands.
    let exchange: Int

    /// In the order in which they were delivered.
    static func all(before conversion: Sighting, _ evidence: Evidence) -> [ClickCapture] {
        var captures: [ClickCapture] = []
        for click in evidence.sightings where click.role == .click && click.number < conversion.number {
            let chain = ClickChain(from: click, evidence)
            guard let last = chain.hops.last else { continue }
            let place = last.next ?? last.sighting
            guard place.number < conversion.number else { continue }
            let reading = last.next.map {
                ClickIDReading($0.target.bytes, name: evidence.configuration.name(.clickID))
            }
            if let value = (reading ?? last.reading).values.first, !value.isEmpty {
                captures.append(ClickCapture(value: value, exchange: place.number))
            }
        }
        for link in conversion.state.deepLinks {
            let reading = ClickIDReading(link.url, name: evidence.configuration.name(.clickID))
            if let value = reading.values.first, !value.isEmpty {
                captures.append(ClickCapture(value: value, exchange: link.afterExchange))
            }
        }
        // What was delivered before the app was installed is not there any more.
        if let installed = conversion.state.installedSince { captures.removeAll { $0.exchange <= installed } }
        return captures.sorted { $0.exchange < $1.exchange }
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
