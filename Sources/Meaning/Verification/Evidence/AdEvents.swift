import AdTimeline
import CassetteFormat
import HTTPModel
import SDKContracts

/// An event that a request reports of an ad.
struct AdEvent {
    /// The exchange that answered with the ad: a `/serve` answer, or the document that told the pixel.
    let ad: Int
    let name: String
    /// What was told: two pixels of one event are two URLs. Nil for a native beacon.
    let place: Range<Int>?
    let request: Sighting
}

extension Evidence {
    /// The event a native beacon reports of the ad it belongs to; nil where it names none or belongs to none.
    func displayEvent(_ sighting: Sighting) -> AdEvent? {
        guard case .beacon(let event?) = sighting.role, let fill = timeline.fill(of: sighting.number) else {
            return nil
        }
        return AdEvent(ad: fill.exchange, name: event, place: nil, request: sighting)
    }

    /// The event a document's pixel reports, whatever its host; `impression` for an Impression.
    func markupEvent(_ sighting: Sighting) -> AdEvent? {
        guard let join = timeline.join(of: sighting.number) else { return nil }
        let name: String
        switch join.told.role {
        case .impression: name = "impression"
        case .tracking(let event): name = event
        default: return nil
        }
        return AdEvent(ad: join.told.document, name: name, place: join.told.place.range, request: sighting)
    }

    /// Time between two requests in the app's own time, in seconds: the mark `clock_scale` says how much faster the
    /// app's clock ran.
    func appSeconds(from start: Sighting, to end: Sighting) -> Double {
        appSeconds(from: start.exchange.start, to: end)
    }

    func appSeconds(from start: TapeTime, to end: Sighting) -> Double {
        guard end.exchange.start >= start else { return 0 }
        return Double(end.exchange.start - start) / 1e9 * end.state.clockScale
    }

    /// Whether a length of the app's time, in seconds, lasted long enough on the recorder's clock to stand out from
    /// what requests take.
    func shows(_ seconds: Double, at sighting: Sighting, lasting visible: Double = 0.02) -> Bool {
        seconds / sighting.state.clockScale >= visible
    }
}
